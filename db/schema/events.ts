import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { EventKind } from '#contract/rules/events.ts'
import { amountJson, at } from './columns.ts'

/**
 * Events in the order in which they became visible (docs/decisions/0019-event-log.md). All of them are public.
 * `MarketEvent` in the contract defines the account columns.
 */
export const events = pgTable(
  'events',
  {
    position: bigint({ mode: 'number' }).primaryKey(),
    /** `ledger:transaction:n` for a ledger event; otherwise its kind and the ids of its rows. */
    key: text().notNull().unique(),
    kind: text().$type<EventKind>().notNull(),
    at: at('at').notNull(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    txid: text(),
    nftId: text('nft_id'),
    issuer: text(),
    taxon: bigint({ mode: 'number' }),
    actor: text(),
    seller: text(),
    buyer: text(),
    account: text(),
    offerId: text('offer_id'),
    amount: amountJson(),
    previousAmount: amountJson('previous_amount'),
    endsAt: at('ends_at'),
    funded: boolean().notNull().default(true),
    /** True if the event belongs to the topic `home`. */
    home: boolean().notNull().default(false),
  },
  (table) => [
    // One index per kind of topic, with which a reader continues from a position.
    index('events_work').on(table.nftId, table.position).where(sql`${table.nftId} is not null`),
    index('events_collection')
      .on(table.issuer, table.taxon, table.position)
      .where(sql`${table.issuer} is not null`),
    index('events_artist').on(table.issuer, table.position).where(sql`${table.issuer} is not null`),
    index('events_seller').on(table.seller, table.position).where(sql`${table.seller} is not null`),
    index('events_buyer').on(table.buyer, table.position).where(sql`${table.buyer} is not null`),
    index('events_account').on(table.account, table.position).where(sql`${table.account} is not null`),
    // Feed of all auctions.
    index('events_auctions')
      .on(table.position)
      .where(
        sql`${table.kind} in ('auction_begun', 'auction_ending', 'auction_settled', 'auction_cancelled')`,
      ),
    index('events_home').on(table.position).where(sql`${table.home}`),
    // Finds the position of a ledger, at which a reader of a page starts, and old rows to delete.
    index('events_ledger').on(table.ledgerIndex, table.position).where(sql`${table.ledgerIndex} is not null`),
  ],
)

/**
 * Assigns the positions of events. Its only row stays locked until the transaction ends, so that positions become
 * visible in order.
 */
export const eventClock = pgTable('event_clock', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
  /** Ledger events up to this position may have been deleted. */
  floor: bigint({ mode: 'number' }).notNull().default(0),
})

/**
 * Progress of our own readers of the event log: name, and position of the last event. Updated in the transaction that
 * uses the events.
 */
export const eventReaders = pgTable('event_readers', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
})
