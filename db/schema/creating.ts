import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MediaUse } from '#worker/contract/media-files.ts'
import { at } from './columns.ts'

/** Rows that were asked to be minted: at most one NFT comes of each, told by the sign request that holds it. */
export const mints = pgTable(
  'mints',
  {
    account: text().notNull(),
    /** The creator's own name for the row. */
    rowKey: text('row_key').notNull(),
    /** The request that holds the row; another one takes it only when this one has come to nothing. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** When somebody began to ask the wallet; taken over when he has died over it. */
    claimedAt: at('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.rowKey] })],
)

export type UploadState = 'open' | 'verifying' | 'done' | 'failed' | 'cancelled'

/** Files that browsers put into the bucket part by part, below `uploads/`, until they are verified. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    use: text().$type<MediaUse>().notNull(),
    /** As announced; the bytes that came are counted again. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Of the multipart upload at the store. */
    storeId: text('store_id').notNull(),
    state: text().$type<UploadState>().notNull().default('open'),
    /** Once it is verified; the file stands in `media`. */
    cid: text(),
    /** Whether this upload brought the file: the same one may have been there already. */
    isNew: boolean('is_new').notNull().default(false),
    /** Why it was not taken. */
    message: text(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When somebody began to verify it. */
    claimedAt: at('claimed_at'),
    /** When the file became part of something. Files that never do are removed. */
    usedAt: at('used_at'),
  },
  (table) => [
    // How much an account has begun lately.
    index('uploads_account').on(table.account, table.createdAt),
    // The sweep of what was given up or never used.
    index('uploads_unused').on(table.createdAt).where(sql`${table.usedAt} is null`),
    // A file becomes part of something.
    index('uploads_cid').on(table.cid).where(sql`${table.usedAt} is null`),
  ],
)
