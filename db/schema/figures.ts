import { sql } from 'drizzle-orm'
import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, drops } from './columns.ts'

/**
 * Sales and floor of a collection by day (UTC), for days on which something was sold or the floor changed. Written in the
 * transaction that writes what they are made of. Sales in XRP only, so that all figures have one unit.
 */
export const collectionDays = pgTable(
  'collection_days',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    sales: integer().notNull().default(0),
    volumeDrops: drops('volume_drops').notNull().default(sql`0`),
    /** The cheapest listing of the ledger that anyone can accept at the end of the day; null when there was none. */
    floorDrops: drops('floor_drops'),
    /** When the floor last changed on this day; null when it did not. */
    floorAt: at('floor_at'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon, table.day] })],
)
