import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { FileProblem } from '#contract/schemas/permanence.ts'
import { at } from './columns.ts'

/** A file that metadata of tokens names, wherever it is, by its path at our media route. */
export const workFiles = pgTable(
  'work_files',
  {
    src: text().primaryKey(),
    /** `inline`: a `data:` address, whose bytes are in `content` until they are stored. */
    place: text({ enum: ['inline', 'ipfs', 'arweave', 'web'] }).notNull(),
    /** An IPFS path, an Arweave id with its path, or a URL; empty for an inline file. */
    address: text().notNull(),
    /** The unit that limits concurrent fetches: the name of a web server, or the place. */
    host: text().notNull(),
    content: text(),
    /** The issuer of the first token that named it. Copies count towards its quota. */
    issuer: text().notNull(),
    contentType: text('content_type'),
    bytes: bigint({ mode: 'number' }),
    width: integer(),
    height: integer(),
    /** SHA-256 of our copy (`web_copies`); null for a file on IPFS, which is never copied here. */
    hash: text(),
    /** True if the bytes that were last read match the hash in the address; null until they are read. */
    verified: boolean(),
    gatewaysHaving: integer('gateways_having'),
    gatewaysAsked: integer('gateways_asked'),
    gatewaysAt: at('gateways_at'),
    tries: integer().notNull().default(0),
    /** The reason why the latest try failed. */
    error: text().$type<FileProblem>(),
    /** When the file is read next; null if it was read, or never can be. */
    dueAt: at('due_at').defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // The job: files that are due, some of each host.
    index('work_files_due').on(table.host, table.dueAt).where(sql`${table.dueAt} is not null`),
    // Files with the same copy.
    index('work_files_hash').on(table.hash).where(sql`${table.hash} is not null`),
    // The job asks whether any file is due.
    index('work_files_next').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
)

/** The tokens whose metadata names a file. They get its type and size when it is read. */
export const workFileUses = pgTable(
  'work_file_uses',
  { nftId: text('nft_id').notNull(), src: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.nftId, table.src] }),
    // The tokens of a file.
    index('work_file_uses_src').on(table.src),
  ],
)

/** Copies of files from elsewhere than IPFS, by the hash of their content. */
export const webCopies = pgTable('web_copies', {
  hash: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
  issuer: text().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** Bytes of these copies by issuer; the row without a name has the total. */
export const webStorage = pgTable('web_storage', {
  issuer: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
