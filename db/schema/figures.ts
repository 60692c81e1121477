import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, drops } from './columns.ts'

/**
 * Sales and floor of a collection by day (UTC), for days with sales or floor changes. Written in the transaction that
 * writes the source data. Contains only sales in XRP, so that all figures have the same unit.
 */
export const collectionDays = pgTable(
  'collection_days',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    sales: integer().notNull().default(0),
    volumeDrops: drops('volume_drops').notNull().default(sql`0`),
    /** Number of sales that look like wash trades. The other figures exclude them. */
    markedSales: integer('marked_sales').notNull().default(0),
    markedDrops: drops('marked_drops').notNull().default(sql`0`),
    /** The cheapest listing that anyone could accept at the end of the day; null if there was none. */
    floorDrops: drops('floor_drops'),
    /** Time at which the floor last changed on this day; null if it did not change. */
    floorAt: at('floor_at'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon, table.day] })],
)

/** Distribution of a collection's works among owners, written together with its statistics. */
export const collectionHolders = pgTable(
  'collection_holders',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /** Number of owners by number of works, in the groups defined by `ownerBounds`. */
    groups: jsonb().$type<{ group: number; owners: number; works: number }[]>().notNull(),
    /** The owners with the most works. */
    top: jsonb().$type<{ account: string; works: number }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon] })],
)

/** The account that sent the first XRP to a trading account. It never changes, so it is looked up only once. */
export const accountFunders = pgTable(
  'account_funders',
  {
    account: text().primaryKey(),
    /** `unknown` means that no server has the account's first transaction. */
    state: text({ enum: ['waiting', 'known', 'unknown'] })
      .notNull()
      .default('waiting'),
    /** Null if it is the network or the marketplace, which fund many unrelated accounts. */
    funder: text(),
    dueAt: at('due_at').notNull().defaultNow(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    // Finds the next accounts to look up.
    index('account_funders_waiting').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    // Finds the accounts that an account has funded.
    index('account_funders_funder').on(table.funder).where(sql`${table.funder} is not null`),
  ],
)
