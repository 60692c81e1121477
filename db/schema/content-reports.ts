import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Accounts that have reported a work as adult content, each once. */
export const contentReports = pgTable(
  'content_reports',
  {
    nftId: text('nft_id').notNull(),
    account: text().notNull(),
    reportedAt: at('reported_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.nftId, table.account] })],
)
