import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MendCounts, SyncState } from '#contract/schemas/sync.ts'
import { at } from './columns.ts'

/** The progress of a sync, so that another worker can continue from there. */
export interface SyncPosition {
  phase: 'tokens' | 'offers'
  /** The server's marker, or the next account or token. */
  after: unknown
  /** Tokens that their indexed owner does not have; their location is still unknown. */
  astray: string[]
  /** NFTs seen in other collections of the issuer that the index does not know. */
  elsewhere?: number
}

/** Tokens and collections that are rebuilt from the ledger: a queue with progress, one open job per subject. */
export const syncs = pgTable(
  'syncs',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['collection', 'nft', 'account'] }).notNull(),
    /** A collection's id, an NFTokenID, or an account whose tokens are to be compared with the ledger. */
    subject: text().notNull(),
    /** Metadata is fetched again too, even where it exists. */
    thorough: boolean().notNull().default(false),
    state: text().$type<SyncState>().notNull().default('waiting'),
    position: jsonb().$type<SyncPosition>().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Tokens whose owner is not among the known accounts, when the server cannot find it. */
    lost: integer().notNull().default(0),
    /**
     * NFTs of the issuer that exist and are not known here, after a server that cannot list a collection was read account by account.
     */
    unseen: integer().notNull().default(0),
    mended: jsonb().$type<MendCounts>().notNull().default({}),
    error: jsonb().$type<Sentence>(),
    tries: integer().notNull().default(0),
    requestedBy: text('requested_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** The worker that holds the job, and the end of the hold. */
    holder: uuid(),
    heldUntil: at('held_until'),
    finishedAt: at('finished_at'),
  },
  (table) => [
    // A request for a subject with an open job joins that job.
    uniqueIndex('syncs_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} in ('waiting', 'running')`),
    // Finds the next job of the worker, which is the one that has been due longest.
    index('syncs_due').on(table.dueAt).where(sql`${table.state} in ('waiting', 'running')`),
    // The latest job of a subject, as its page shows.
    index('syncs_subject').on(table.kind, table.subject, table.createdAt.desc()),
  ],
)

/** Failed parts of the cron, each with its latest failure, for the marketplace owner. */
export const jobFailures = pgTable('job_failures', {
  name: text().primaryKey(),
  times: integer().notNull().default(1),
  error: text().notNull(),
  latestAt: at('latest_at').notNull().defaultNow(),
})
