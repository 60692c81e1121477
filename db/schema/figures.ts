import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, drops } from './columns.ts'

/**
 * Sales and floor of a collection by day (UTC), for days on which something was sold or the floor changed. Written in the
 * transaction that writes their sources. Contains sales in XRP only, so that all figures have one unit.
 */
export const collectionDays = pgTable(
  'collection_days',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    sales: integer().notNull().default(0),
    volumeDrops: drops('volume_drops').notNull().default(sql`0`),
    /** Sales that look like wash trades, which are in none of the other figures. */
    markedSales: integer('marked_sales').notNull().default(0),
    markedDrops: drops('marked_drops').notNull().default(sql`0`),
    /** The cheapest listing of the ledger that anyone can accept at the end of the day; null when there was none. */
    floorDrops: drops('floor_drops'),
    /** When the floor last changed on this day; null if it did not. */
    floorAt: at('floor_at'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon, table.day] })],
)

/** Distribution of a collection's works over their owners; written together with its statistics. */
export const collectionHolders = pgTable(
  'collection_holders',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /** Number of owners by number of works, in the groups of `ownerBounds`. */
    groups: jsonb().$type<{ group: number; owners: number; works: number }[]>().notNull(),
    /** The owners with the most works. */
    top: jsonb().$type<{ account: string; works: number }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon] })],
)

/** The account that sent a trading account its first XRP. It is requested once, because it never changes. */
export const accountFunders = pgTable(
  'account_funders',
  {
    account: text().primaryKey(),
    /** `unknown` means that no server has the account's first transaction. */
    state: text({ enum: ['waiting', 'known', 'unknown'] })
      .notNull()
      .default('waiting'),
    /** Null when it is the network or the marketplace, which fund everybody. */
    funder: text(),
    dueAt: at('due_at').notNull().defaultNow(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    // The next accounts of the job.
    index('account_funders_waiting').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    // The accounts of a funder.
    index('account_funders_funder').on(table.funder).where(sql`${table.funder} is not null`),
  ],
)
