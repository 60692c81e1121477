import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { at } from './columns.ts'

/** The artist whose works the operator shows on the home page; at most one row. */
export const curatedRoom = pgTable(
  'curated_room',
  {
    id: smallint().primaryKey().default(1),
    artist: text().notNull(),
    text: text().notNull(),
    /** NFTokenIDs in display order. */
    works: text().array().notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [check('curated_room_is_one', sql`${table.id} = 1`)],
)
