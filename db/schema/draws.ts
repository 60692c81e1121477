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
 * A collection's chain of seeds, in which each seed hashes to the seed of the previous number. It is computed from the
 * end in slices, and is complete once it has a tip, the seed of number 0.
 */
export const drawChains = pgTable('draw_chains', {
  collectionId: text('collection_id').primaryKey(),
  length: integer().notNull(),
  /** The number reached so far, followed by its sealed seed. */
  reached: integer().notNull(),
  sealed: text().notNull(),
  tip: text(),
  /** Number of the next draw. */
  nextNumber: integer('next_number').notNull().default(1),
})

/** Sealed seeds at regular intervals. Seeds in between are computed from the next checkpoint. */
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
 * Items of a collection at one price, in a secret order to which a validated memo commits. Draws use `open` epochs,
 * which a later epoch closes.
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
    /** Currency of the price; null for XRP. */
    currency: jsonb().$type<Currency>(),
    /** Hex values: the Merkle root, the public key for receipts, and the seed of the number before the first draw. */
    root: text().notNull(),
    drawKey: text('draw_key').notNull(),
    tip: text().notNull(),
    /** The leaves by position, concatenated (base64). Then the sealed items and salts by position. */
    leaves: text().notNull(),
    sealed: text().notNull(),
    txid: text(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.number] }),
    // At most one current epoch per price, including commitments that are not on the ledger yet.
    uniqueIndex('draw_epochs_current')
      .on(table.collectionId, table.priceDrops)
      .where(sql`${table.state} in ('committing', 'open')`),
    index('draw_epochs_committing').on(table.createdAt).where(sql`${table.state} = 'committing'`),
  ],
)

/** Draws of a collection, numbered from 1 without gaps. */
export const draws = pgTable(
  'draws',
  {
    collectionId: text('collection_id').notNull(),
    number: integer().notNull(),
    epoch: integer().notNull(),
    account: text().notNull(),
    /** Ledger of the request, according to the index. */
    ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
    /** The draw key's signature over the request; null if a crash prevented it, until it is added. */
    receipt: text(),
    reservationId: uuid('reservation_id').notNull(),
    state: text({ enum: drawStates }).notNull().default('waiting'),
    anchorId: uuid('anchor_id'),
    /** Position among the entries of the anchor. */
    place: integer(),
    beaconLedger: bigint('beacon_ledger', { mode: 'number' }),
    seed: text(),
    /** Null also if nothing was free. */
    position: integer(),
    /** Time until which the position is held: 900 s after the beacon closed. */
    holdUntil: at('hold_until'),
    /** The marketplace transaction that offers the item to the buyer. */
    offerTxid: text('offer_txid'),
    soldLedger: bigint('sold_ledger', { mode: 'number' }),
    soldTxid: text('sold_txid'),
    nftId: text('nft_id'),
    /**
     * Published after the sale: the salt and other data that open the leaf of the position, and its path to the epoch's
     * root.
     */
    salt: text(),
    cid: text(),
    path: jsonb().$type<string[]>(),
    mintTxid: text('mint_txid'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.number] }),
    index('draws_anchor').on(table.anchorId).where(sql`${table.anchorId} is not null`),
    // Finds an account's draws in an epoch, and the taken positions.
    index('draws_account').on(table.collectionId, table.epoch, table.account),
    // Finds draws to be anchored, made or ended.
    index('draws_open')
      .on(table.collectionId, table.number)
      .where(sql`${table.state} in ('waiting', 'anchored', 'held')`),
    index('draws_unpublished')
      .on(table.collectionId, table.number)
      .where(sql`${table.state} = 'sold' and ${table.salt} is null`),
    uniqueIndex('draws_reservation').on(table.reservationId),
  ],
)

/** Positions whose items were taken off sale, effective from the ledger of their anchor. */
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

/**
 * Transactions whose memo contains the root of requests and withdrawals. The entries of a `lost` transaction are in a
 * later one.
 */
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
    // Only one anchor can be open at a time, so a ledger contains at most one.
    uniqueIndex('draw_anchors_open').on(table.state).where(sql`${table.state} = 'open'`),
    index('draw_anchors_ledger').on(table.ledgerIndex),
  ],
)

/** Headers of the ledgers that determine the results of draws. */
export const drawBeacons = pgTable('draw_beacons', {
  ledgerIndex: bigint('ledger_index', { mode: 'number' }).primaryKey(),
  hash: text().notNull(),
  header: jsonb().$type<LedgerHeader>().notNull(),
})
