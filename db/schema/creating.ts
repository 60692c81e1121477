import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid, jsonb } from 'drizzle-orm/pg-core'
import type { MediaUse } from '#contract/rules/media-files.ts'
import { at } from './columns.ts'

/** Rows requested for minting. Each row results in at most one NFT, linked by its sign request. */
export const mints = pgTable(
  'mints',
  {
    account: text().notNull(),
    /** The creator's own key for the row. */
    rowKey: text('row_key').notNull(),
    /** The request that holds the row. Another request can take the row only after this one has failed. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** Time at which a worker started to create the sign request. If the worker crashed, another one takes over. */
    claimedAt: at('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.rowKey] })],
)

export type UploadState = 'open' | 'verifying' | 'done' | 'failed' | 'cancelled'

/**
 * Incoming files: uploaded in parts by a browser, sent with a form, or written by the marketplace (metadata). Their
 * keys begin with `uploads/` until they are verified.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    /** The announced purpose; null for files sent with a form. */
    use: text().$type<MediaUse>(),
    /** Announced size, or the number of bytes received so far. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Id of the multipart upload at the store; null for a file uploaded in one piece. */
    storeId: text('store_id'),
    state: text().$type<UploadState>().notNull().default('open'),
    /** Set after verification; the file is then in `media`. */
    cid: text(),
    /** True if the marketplace has the file only through uploads. The file is deleted with the last of them. */
    isNew: boolean('is_new').notNull().default(false),
    /** Reason why the file was rejected. */
    message: jsonb().$type<Sentence>(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Number of bytes that the verification has read. */
    checkedBytes: bigint('checked_bytes', { mode: 'number' }).notNull().default(0),
    /** Time at which the verification started or last reported progress. */
    claimedAt: at('claimed_at'),
    /** Time of first use. Unused files are deleted after some days. */
    usedAt: at('used_at'),
    keptUntil: at('kept_until').notNull().default(sql`now() + interval '7 days'`),
  },
  (table) => [
    // Finds abandoned and unused files to delete.
    index('uploads_unused').on(table.keptUntil).where(sql`${table.usedAt} is null`),
    // Finds the uploads of a file, to mark the file as used or to delete it.
    index('uploads_cid').on(table.cid),
  ],
)
