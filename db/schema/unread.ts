import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Data of the ledger servers that the follower could not read, counted by kind, for the marketplace owner. */
export const indexNotes = pgTable(
  'index_notes',
  {
    kind: text().notNull(),
    /** The unknown name of a field or type; empty for other kinds. */
    detail: text().notNull().default(''),
    times: bigint({ mode: 'number' }).notNull(),
    firstLedger: bigint('first_ledger', { mode: 'number' }).notNull(),
    latestLedger: bigint('latest_ledger', { mode: 'number' }).notNull(),
    latestAt: at('latest_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.detail] })],
)
