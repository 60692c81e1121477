import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Reports of works as adult content, at most one per account and work. */
export const contentReports = pgTable(
  'content_reports',
  {
    nftId: text('nft_id').notNull(),
    account: text().notNull(),
    reportedAt: at('reported_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.nftId, table.account] })],
)
