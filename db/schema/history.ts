import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { HistoryType } from '#contract/schemas/nfts.ts'
import type { SaleMark } from '#contract/schemas/sale-marks.ts'
import { amountJson, at, drops } from './columns.ts'

/** Events of tokens, in ledger order. One transaction may cause several events for several tokens. */
export const history = pgTable(
  'history',
  {
    nftId: text('nft_id').notNull(),
    txid: text().notNull(),
    type: text().$type<HistoryType>().notNull(),
    /** The offer concerned; empty for events without one. */
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
    /** Why a sale proves no price (see docs/figures.md); empty for others. */
    marks: text().array().$type<SaleMark[]>().notNull().default(sql`'{}'`),
  },
  (table) => [
    // Also the history of a token, read backwards. The position of a transaction identifies it, and takes a sixth of the space
    // of its hash.
    primaryKey({
      columns: [table.nftId, table.ledgerIndex, table.position, table.type, table.offerId],
    }),
    // The activity list of a collection, all of it or one kind of event.
    index('history_collection_types').on(
      table.issuer,
      table.taxon,
      table.type,
      table.ledgerIndex.desc(),
      table.position.desc(),
    ),
    // Owners of a token in order, for prices over time and circular trades.
    index('history_moves')
      .on(table.nftId, table.ledgerIndex, table.position)
      .where(sql`${table.type} in ('sale', 'transfer')`),
    // Sales between two accounts.
    index('history_pair')
      .on(table.seller, table.buyer, table.closedAt)
      .where(sql`${table.type} = 'sale' and ${table.amountDrops} is not null`),
    // Sales and purchases of an account, and whether two accounts ever traded.
    index('history_seller')
      .on(table.seller, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} in ('sale', 'transfer')`),
    index('history_buyer')
      .on(table.buyer, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} in ('sale', 'transfer')`),
    // The latest sale of a token, on its card, however many other events it has.
    index('history_nft_sales')
      .on(table.nftId, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} = 'sale'`),
    // The latest change of a token. Older bids are marked.
    index('history_modified').on(table.nftId, table.ledgerIndex.desc()).where(sql`${table.type} = 'modify'`),
    // Mints and burns of an account: the rest of its incoming and outgoing works.
    index('history_minted').on(table.buyer).where(sql`${table.type} = 'mint'`),
    index('history_burned').on(table.seller).where(sql`${table.type} = 'burn'`),
    // The volume of a collection over a window reads it.
    index('history_collection_sales')
      .on(table.issuer, table.taxon, table.closedAt)
      .where(sql`${table.type} = 'sale'`),
    // The trending collections read the sales of all collections in a window.
    index('history_sales_closed').on(table.closedAt).where(sql`${table.type} = 'sale'`),
  ],
)

/** Payments in the Batches in which a token changed hands: a fee to the marketplace, a payout to an artist. */
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
  // The payments of the sales in a token's history.
  (table) => [index('batch_payments_batch').on(table.parentBatchId, table.position)],
)
