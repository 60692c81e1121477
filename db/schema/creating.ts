import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MediaUse } from '#worker/contract/media-files.ts'
import { at } from './columns.ts'

/** Rows requested for minting. Each becomes at most one NFT; its sign request says which. */
export const mints = pgTable(
  'mints',
  {
    account: text().notNull(),
    /** The creator's own name for the row. */
    rowKey: text('row_key').notNull(),
    /** The request that holds the row; another one takes it only when this one has come to nothing. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** When a worker began to create the sign request; another takes over if it crashed. */
    claimedAt: at('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.rowKey] })],
)

export type UploadState = 'open' | 'verifying' | 'done' | 'failed' | 'cancelled'

/**
 * Files on their way in: put into the bucket part by part by a browser, brought by a form, or written by the marketplace
 * (metadata). They lie below `uploads/` until they are verified.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    /** What it was announced for; null for files that come with a form. */
    use: text().$type<MediaUse>(),
    /** As announced, or as received so far. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Of the multipart upload at the store; null for a file of one piece. */
    storeId: text('store_id'),
    state: text().$type<UploadState>().notNull().default('open'),
    /** Once it is verified; the file stands in `media`. */
    cid: text(),
    /** Whether the marketplace has the file by uploads alone: it goes with the last of them. */
    isNew: boolean('is_new').notNull().default(false),
    /** Why it was not taken. */
    message: text(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When somebody began to verify it. */
    claimedAt: at('claimed_at'),
    /** When the file became part of something. Until then it is kept for some days only. */
    usedAt: at('used_at'),
    keptUntil: at('kept_until').notNull().default(sql`now() + interval '7 days'`),
  },
  (table) => [
    // The sweep of what was given up or never used.
    index('uploads_unused').on(table.keptUntil).where(sql`${table.usedAt} is null`),
    // A file becomes part of something, or is swept.
    index('uploads_cid').on(table.cid),
  ],
)
