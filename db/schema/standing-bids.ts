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
import { bidProblems, bidSaleStates, bidStates } from '#contract/limits/standing-bids.ts'
import { at, drops } from './columns.ts'
import type { LedgerJson } from './flows.ts'

/**
 * Bids on any works of a collection, optionally with traits or up to a rarity rank. `signing`: the bidder signs the
 * tickets.
 */
export const standingBids = pgTable(
  'standing_bids',
  {
    id: uuid().primaryKey(),
    bidder: text().notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /** `trait:value` pairs that a work must have, all of them. */
    traits: text().array().notNull(),
    maxRank: integer('max_rank'),
    /** The amount that the bidder pays for each work. */
    priceDrops: drops('price_drops').notNull(),
    /** Number of works to buy, and number of works bought. */
    works: integer().notNull(),
    bought: integer().notNull().default(0),
    /** SHA-256 of the terms in hex, which the memo of the bidder's transaction contains. */
    termsHash: text('terms_hash').notNull(),
    state: text({ enum: bidStates }).notNull(),
    /** Why an open bid is inactive as of the cursor's ledger; null if it is active. */
    problem: text({ enum: bidProblems }),
    createdAt: at('created_at').notNull().defaultNow(),
    openedAt: at('opened_at'),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    /** Hash of the transaction that created the tickets. */
    txid: text(),
  },
  (table) => [
    // Finds the best bid on a work, and the depth of a collection.
    index('standing_bids_best')
      .on(table.issuer, table.taxon, table.priceDrops.desc(), table.openedAt)
      .where(sql`${table.state} = 'open' and ${table.problem} is null`),
    // Finds the bids of an account, to list them and to check them again when its balance changes.
    index('standing_bids_bidder').on(table.bidder, table.createdAt.desc()),
    // Finds expired bids, and paused bids whose pause has ended.
    index('standing_bids_expiring').on(table.expiresAt).where(sql`${table.state} in ('signing', 'open')`),
    index('standing_bids_paused')
      .on(table.bidder)
      .where(sql`${table.state} = 'open' and ${table.problem} = 'paused'`),
  ],
)

/** Tickets of bidders that exist on the ledger. A ticket with a sale is used by its Batch. */
export const bidTickets = pgTable(
  'bid_tickets',
  {
    account: text().notNull(),
    ticket: bigint({ mode: 'number' }).notNull(),
    bidId: uuid('bid_id').notNull(),
    saleId: uuid('sale_id'),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.ticket] }),
    index('bid_tickets_bid').on(table.bidId, table.ticket),
    index('bid_tickets_sale').on(table.saleId).where(sql`${table.saleId} is not null`),
  ],
)

/**
 * Sales of works into standing bids. `waiting`: the seller's signature is stored, and the bidder may complete the sale.
 */
export const bidSales = pgTable(
  'bid_sales',
  {
    id: uuid().primaryKey(),
    bidId: uuid('bid_id').notNull(),
    bidder: text().notNull(),
    seller: text().notNull(),
    nftIds: text('nft_ids').array().notNull(),
    /** URIs of the works when the seller began, in the same order. */
    uris: text().array().notNull(),
    /** The price of each work. */
    priceDrops: drops('price_drops').notNull(),
    /** Sequence of the seller's first inner transaction. */
    sellerSequence: bigint('seller_sequence', { mode: 'number' }).notNull(),
    state: text({ enum: bidSaleStates }).notNull(),
    /** The Batch, with the seller's signature once the sale is waiting. */
    batch: jsonb().$type<LedgerJson>().notNull(),
    /** Digest of the inner transactions. Identifies the executed Batch in a ledger. */
    digest: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Expiration of the offers inside the Batch. After this time the ledger no longer accepts the sale. */
    until: at('until').notNull(),
    /** Time at which the bidder's wallet first received the request. From then on, only the ledger can end the sale. */
    handedOutAt: at('handed_out_at'),
    endedAt: at('ended_at'),
    endedBy: text('ended_by', { enum: ['seller', 'bidder'] }),
    /** Hash of the inner transaction that moved the first work. */
    txid: text(),
    checkedAt: at('checked_at').notNull().defaultNow(),
    /** Times at which bidder and seller were notified: of the waiting sale, and of its end. */
    toldAt: at('told_at'),
    endToldAt: at('end_told_at'),
  },
  (table) => [
    // A seller's signature is bound to the seller's next Sequences, so only one sale can wait at a time.
    uniqueIndex('bid_sales_one_waiting').on(table.seller).where(sql`${table.state} = 'waiting'`),
    // Finds sales that may appear in a ledger, including those that were considered ended.
    index('bid_sales_digest').on(table.digest).where(sql`${table.state} <> 'completed'`),
    index('bid_sales_bid').on(table.bidId),
    index('bid_sales_seller').on(table.seller, table.createdAt.desc()),
    // Finds the sales of a bidder, also for the bidder's record.
    index('bid_sales_bidder').on(table.bidder, table.endedAt.desc()),
    index('bid_sales_works').using('gin', table.nftIds).where(sql`${table.state} = 'waiting'`),
    // Finds sales whose outcome the ledger decides, and abandoned requests.
    index('bid_sales_checked').on(table.checkedAt).where(sql`${table.state} in ('signing', 'waiting')`),
  ],
)

/**
 * The least bids that owners and issuers accept, in percent of the floor. An owner's choice overrides that of the
 * collection.
 */
export const bidMinimums = pgTable(
  'bid_minimums',
  {
    kind: text({ enum: ['account', 'collection'] }).notNull(),
    /** The account, or the id of the collection. */
    subject: text().notNull(),
    percent: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
)
