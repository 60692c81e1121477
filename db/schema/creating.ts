import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid, jsonb } from 'drizzle-orm/pg-core'
import type { MediaUse } from '#contract/rules/media-files.ts'
import { at } from './columns.ts'

/** Rows requested for minting. Each row becomes at most one NFT, linked by its sign request. */
export const mints = pgTable(
  'mints',
  {
    account: text().notNull(),
    /** The creator's own name for the row. */
    rowKey: text('row_key').notNull(),
    /** The request that holds the row. Another one may take it only after this one failed. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** When a worker began to create the sign request. Another worker takes over if it crashed. */
    claimedAt: at('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.rowKey] })],
)

export type UploadState = 'open' | 'verifying' | 'done' | 'failed' | 'cancelled'

/**
 * Incoming files: uploaded in parts by a browser, sent with a form, or written by the marketplace (metadata). Their keys begin with
 * `uploads/` until they are verified.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    /** The announced purpose; null for files that come with a form. */
    use: text().$type<MediaUse>(),
    /** Size as announced, or as received so far. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Id of the multipart upload at the store; null for a file of one piece. */
    storeId: text('store_id'),
    state: text().$type<UploadState>().notNull().default('open'),
    /** Set after verification; the file is then in `media`. */
    cid: text(),
    /** True if the marketplace has the file only through uploads, and deletes it with the last of them. */
    isNew: boolean('is_new').notNull().default(false),
    /** The reason why it was rejected. */
    message: jsonb().$type<Sentence>(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Bytes of the file that its verification has read. */
    checkedBytes: bigint('checked_bytes', { mode: 'number' }).notNull().default(0),
    /** When verification began, or last reported its progress. */
    claimedAt: at('claimed_at'),
    /** Time of the first use. Unused files are stored only for some days. */
    usedAt: at('used_at'),
    keptUntil: at('kept_until').notNull().default(sql`now() + interval '7 days'`),
  },
  (table) => [
    // The sweep of abandoned and unused files.
    index('uploads_unused').on(table.keptUntil).where(sql`${table.usedAt} is null`),
    // Finds uploads by file, to mark the file as used, or to sweep it.
    index('uploads_cid').on(table.cid),
  ],
)
