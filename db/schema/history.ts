import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { HistoryType } from '#contract/schemas/nfts.ts'
import type { SaleMark } from '#contract/schemas/sale-marks.ts'
import { amountJson, at, drops } from './columns.ts'

/** Events of tokens, in ledger order. One transaction can cause several events for several tokens. */
export const history = pgTable(
  'history',
  {
    nftId: text('nft_id').notNull(),
    txid: text().notNull(),
    type: text().$type<HistoryType>().notNull(),
    /** Id of the offer concerned; empty for events without an offer. */
    offerId: text('offer_id').notNull().default(''),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    closedAt: at('closed_at').notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    seller: text(),
    buyer: text(),
    amount: amountJson(),
    amountDrops: drops('amount_drops'),
    brokerFeeDrops: drops('broker_fee_drops'),
    royaltyDrops: drops('royalty_drops'),
    /** The Batch that the transaction was part of (XLS-56). */
    parentBatchId: text('parent_batch_id'),
    /** Reasons why a sale is not evidence of a price (see docs/figures.md); empty for other sales. */
    marks: text().array().$type<SaleMark[]>().notNull().default(sql`'{}'`),
  },
  (table) => [
    // Also provides a token's history, read backwards. A transaction is identified by its position, which takes a sixth of
    // the space of its hash.
    primaryKey({
      columns: [table.nftId, table.ledgerIndex, table.position, table.type, table.offerId],
    }),
    // A collection's activity list, for all events or one kind.
    index('history_collection_types').on(
      table.issuer,
      table.taxon,
      table.type,
      table.ledgerIndex.desc(),
      table.position.desc(),
    ),
    // Owners of a token in order, for price history and circular trades.
    index('history_moves')
      .on(table.nftId, table.ledgerIndex, table.position)
      .where(sql`${table.type} in ('sale', 'transfer')`),
    // Sales between two accounts.
    index('history_pair')
      .on(table.seller, table.buyer, table.closedAt)
      .where(sql`${table.type} = 'sale' and ${table.amountDrops} is not null`),
    // Sales and purchases of an account, and whether two accounts have ever traded.
    index('history_seller')
      .on(table.seller, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} in ('sale', 'transfer')`),
    index('history_buyer')
      .on(table.buyer, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} in ('sale', 'transfer')`),
    // The latest sale of a token, for its card, independent of the number of other events.
    index('history_nft_sales')
      .on(table.nftId, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} = 'sale'`),
    // The latest change of a token; bids that are older are marked.
    index('history_modified').on(table.nftId, table.ledgerIndex.desc()).where(sql`${table.type} = 'modify'`),
    // Mints and burns of an account, the remaining ways to acquire or lose works.
    index('history_minted').on(table.buyer).where(sql`${table.type} = 'mint'`),
    index('history_burned').on(table.seller).where(sql`${table.type} = 'burn'`),
    // Volume of a collection within a time window.
    index('history_collection_sales')
      .on(table.issuer, table.taxon, table.closedAt)
      .where(sql`${table.type} = 'sale'`),
    // Sales of all collections within a time window, for the trending collections.
    index('history_sales_closed').on(table.closedAt).where(sql`${table.type} = 'sale'`),
  ],
)

/**
 * The latest change of what a token's URI returns, while the URI stayed the same. Bids of earlier ledgers were for
 * other content.
 */
export const contentChanges = pgTable('content_changes', {
  nftId: text('nft_id').primaryKey(),
  /** The ledger that the index had reached when the change was found, and its close time. */
  ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
  closedAt: at('closed_at').notNull(),
})

/** Payments in Batches that transferred a token: a fee to the marketplace, or a payout to an artist. */
export const batchPayments = pgTable(
  'batch_payments',
  {
    txid: text().primaryKey(),
    parentBatchId: text('parent_batch_id').notNull(),
    position: integer().notNull(),
    account: text().notNull(),
    destination: text().notNull(),
    amount: amountJson().notNull(),
  },
  // Finds the payments of the sales in a token's history.
  (table) => [index('batch_payments_batch').on(table.parentBatchId, table.position)],
)
