import { bigint, boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Bytes that an account has stored today through any route. One row per account, reset each day. */
export const storageAccounts = pgTable('storage_accounts', {
  account: text().primaryKey(),
  /** Time of the account's first file. New accounts have a lower limit. The account was funded at that time. */
  since: at('since').notNull().defaultNow(),
  /** The day (UTC) to which the counts apply. */
  day: date().notNull(),
  bytes: bigint({ mode: 'number' }).notNull().default(0),
  files: integer().notNull().default(0),
})

/** Number of bytes in the media store: one row, increased by every upload and recounted once an hour. */
export const storageTotal = pgTable('storage_total', {
  id: boolean().primaryKey().default(true),
  bytes: bigint({ mode: 'number' }).notNull().default(0),
  countedAt: at('counted_at').notNull(),
})
