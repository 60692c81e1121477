import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/schemas/amounts.ts'
import { drawStates } from '#draw-verifier/draw-records.ts'
import type { LedgerHeader } from '#draw-verifier/draws.ts'
import { at, drops } from './columns.ts'

/**
 * The chain of seeds of a collection: the seed of a number hashes to the seed of the number before it. It is computed from its
 * end in slices, and complete when it has a tip, which is the seed of number 0.
 */
export const drawChains = pgTable('draw_chains', {
  collectionId: text('collection_id').primaryKey(),
  length: integer().notNull(),
  /** Its current number, and the sealed seed there. */
  reached: integer().notNull(),
  sealed: text().notNull(),
  tip: text(),
  /** The number of the next draw. */
  nextNumber: integer('next_number').notNull().default(1),
})

/** Sealed seeds at regular numbers: those in between are computed from the next one. */
export const drawCheckpoints = pgTable(
  'draw_checkpoints',
  {
    collectionId: text('collection_id').notNull(),
    number: integer().notNull(),
    sealed: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.number] })],
)

/**
 * Items of a collection at one price, in a secret order that a validated memo commits to. Draws use `open` epochs; a later
 * epoch closes them.
 */
export const drawEpochs = pgTable(
  'draw_epochs',
  {
    collectionId: text('collection_id').notNull(),
    number: integer().notNull(),
    state: text({ enum: ['committing', 'open', 'closed'] }).notNull(),
    firstNumber: integer('first_number').notNull(),
    count: integer().notNull(),
    priceDrops: drops('price_drops').notNull(),
    /** The currency of the price; null for XRP. */
    currency: jsonb().$type<Currency>(),
    /** Hex values: Merkle root, public key of the receipts, and the seed of the number before the first. */
    root: text().notNull(),
    drawKey: text('draw_key').notNull(),
    tip: text().notNull(),
    /** The leaves by position, one after another (base64), and the sealed items and salts by position. */
    leaves: text().notNull(),
    sealed: text().notNull(),
    txid: text(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.number] }),
    // The current epochs, one for each price; and commitments that are not on the ledger yet.
    uniqueIndex('draw_epochs_current')
      .on(table.collectionId, table.priceDrops)
      .where(sql`${table.state} in ('committing', 'open')`),
    index('draw_epochs_committing').on(table.createdAt).where(sql`${table.state} = 'committing'`),
  ],
)

/** The draws of a collection, numbered without gaps from 1. */
export const draws = pgTable(
  'draws',
  {
    collectionId: text('collection_id').notNull(),
    number: integer().notNull(),
    epoch: integer().notNull(),
    account: text().notNull(),
    /** Ledger of the request, according to the index. */
    ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
    /** Signature of the draw key over the request; a crash may have left it to be added. */
    receipt: text(),
    reservationId: uuid('reservation_id').notNull(),
    state: text({ enum: drawStates }).notNull().default('waiting'),
    anchorId: uuid('anchor_id'),
    /** Place among the entries of the anchor. */
    place: integer(),
    beaconLedger: bigint('beacon_ledger', { mode: 'number' }),
    seed: text(),
    /** Null also when nothing was free. */
    position: integer(),
    /** The time until which the position is held: 900 s after the beacon closed. */
    holdUntil: at('hold_until'),
    /** The marketplace's transaction that offers the item to the buyer. */
    offerTxid: text('offer_txid'),
    soldLedger: bigint('sold_ledger', { mode: 'number' }),
    soldTxid: text('sold_txid'),
    nftId: text('nft_id'),
    /** Published after the sale: the data that opens the leaf of the position, and its path to the root of the epoch. */
    salt: text(),
    cid: text(),
    path: jsonb().$type<string[]>(),
    mintTxid: text('mint_txid'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.number] }),
    index('draws_anchor').on(table.anchorId).where(sql`${table.anchorId} is not null`),
    // An account's draws in an epoch, and the positions that are taken.
    index('draws_account').on(table.collectionId, table.epoch, table.account),
    // Draws to be anchored, made or ended.
    index('draws_open')
      .on(table.collectionId, table.number)
      .where(sql`${table.state} in ('waiting', 'anchored', 'held')`),
    index('draws_unpublished')
      .on(table.collectionId, table.number)
      .where(sql`${table.state} = 'sold' and ${table.salt} is null`),
    uniqueIndex('draws_reservation').on(table.reservationId),
  ],
)

/** Positions whose items were taken from sale; they count from the ledger of their anchor on. */
export const drawWithdrawals = pgTable(
  'draw_withdrawals',
  {
    collectionId: text('collection_id').notNull(),
    epoch: integer().notNull(),
    position: integer().notNull(),
    leaf: text().notNull(),
    path: jsonb().$type<string[]>().notNull(),
    anchorId: uuid('anchor_id'),
    place: integer(),
    /** Ledger of the validated anchor. */
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.epoch, table.position] }),
    index('draw_withdrawals_anchor').on(table.anchorId).where(sql`${table.anchorId} is not null`),
    index('draw_withdrawals_waiting').on(table.createdAt).where(sql`${table.anchorId} is null`),
  ],
)

/** Transactions whose memo has the root of requests and withdrawals. The entries of `lost` ones are in a later transaction. */
export const drawAnchors = pgTable(
  'draw_anchors',
  {
    id: uuid().primaryKey(),
    state: text({ enum: ['open', 'validated', 'lost'] }).notNull(),
    root: text().notNull(),
    count: integer().notNull(),
    txid: text(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // Anchors follow one another, so that a ledger has at most one.
    uniqueIndex('draw_anchors_open').on(table.state).where(sql`${table.state} = 'open'`),
    index('draw_anchors_ledger').on(table.ledgerIndex),
  ],
)

/** Headers of the ledgers that decide draws. */
export const drawBeacons = pgTable('draw_beacons', {
  ledgerIndex: bigint('ledger_index', { mode: 'number' }).primaryKey(),
  hash: text().notNull(),
  header: jsonb().$type<LedgerHeader>().notNull(),
})
