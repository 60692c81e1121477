import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Files that we store or know of, by CID. */
export const media = pgTable('media', {
  cid: text().primaryKey(),
  s3Key: text('s3_key'),
  contentType: text('content_type').notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  width: integer(),
  height: integer(),
  color: text(),
  pinnedAt: at('pinned_at'),
  createdAt: at('created_at').notNull().defaultNow(),
})
