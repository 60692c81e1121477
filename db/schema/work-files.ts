import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { FileProblem } from '#contract/schemas/permanence.ts'
import { at } from './columns.ts'

/** Files that the metadata of tokens names, wherever they are stored, by their path at our media route. */
export const workFiles = pgTable(
  'work_files',
  {
    src: text().primaryKey(),
    /** `inline`: a `data:` address, whose bytes are in `content` until they are stored. */
    place: text({ enum: ['inline', 'ipfs', 'arweave', 'web'] }).notNull(),
    /** An IPFS path, an Arweave id and path, or a URL; empty for an inline file. */
    address: text().notNull(),
    /** Key by which concurrent fetches are limited: the host name of a web server, or the place. */
    host: text().notNull(),
    content: text(),
    /** The issuer of the first token that named the file. Copies count towards the issuer's quota. */
    issuer: text().notNull(),
    contentType: text('content_type'),
    bytes: bigint({ mode: 'number' }),
    width: integer(),
    height: integer(),
    /** SHA-256 of our copy (`web_copies`); null for a file on IPFS, which is never copied here. */
    hash: text(),
    /** True if the bytes of the latest read match the hash in the address; null until they are read. */
    verified: boolean(),
    gatewaysHaving: integer('gateways_having'),
    gatewaysAsked: integer('gateways_asked'),
    gatewaysAt: at('gateways_at'),
    tries: integer().notNull().default(0),
    /** Reason why the latest try failed. */
    error: text().$type<FileProblem>(),
    /** Time at which the file is read next; null if it was read or can never be read. */
    dueAt: at('due_at').defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // Finds due files, some of each host.
    index('work_files_due').on(table.host, table.dueAt).where(sql`${table.dueAt} is not null`),
    // Finds files with the same copy.
    index('work_files_hash').on(table.hash).where(sql`${table.hash} is not null`),
    // Finds out whether any file is due.
    index('work_files_next').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
)

/** The tokens whose metadata names a file. Reading the file updates its type and size in their metadata. */
export const workFileUses = pgTable(
  'work_file_uses',
  { nftId: text('nft_id').notNull(), src: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.nftId, table.src] }),
    // Finds the tokens that use a file.
    index('work_file_uses_src').on(table.src),
  ],
)

/** Copies of files outside IPFS, by the hash of their content. */
export const webCopies = pgTable('web_copies', {
  hash: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
  issuer: text().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** Total size of these copies in bytes, by issuer. The row with an empty issuer has the overall total. */
export const webStorage = pgTable('web_storage', {
  issuer: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
