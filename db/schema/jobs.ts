import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MendCounts, SyncState } from '#contract/schemas/sync.ts'
import { at } from './columns.ts'

/** Progress of a sync, so that another worker can continue it. */
export interface SyncPosition {
  phase: 'tokens' | 'offers'
  /** Marker of the server, or the next account or token. */
  after: unknown
  /** Tokens that their indexed owner does not hold; their location is still unknown. */
  astray: string[]
  /** Number of unindexed NFTs found in other collections of the issuer. */
  elsewhere?: number
}

/** Tokens and collections that are rebuilt from the ledger: a queue with progress, and one open job per subject. */
export const syncs = pgTable(
  'syncs',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['collection', 'nft', 'account'] }).notNull(),
    /** A collection's id, an NFTokenID, or an account whose tokens are compared with the ledger. */
    subject: text().notNull(),
    /** True if existing metadata is fetched again, too. */
    thorough: boolean().notNull().default(false),
    state: text().$type<SyncState>().notNull().default('waiting'),
    position: jsonb().$type<SyncPosition>().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Number of tokens whose owner is not among the known accounts, if the server cannot find it. */
    lost: integer().notNull().default(0),
    /**
     * Number of the issuer's NFTs that exist but are not indexed. Set if the server cannot list a collection and was read
     * account by account.
     */
    unseen: integer().notNull().default(0),
    mended: jsonb().$type<MendCounts>().notNull().default({}),
    error: jsonb().$type<Sentence>(),
    tries: integer().notNull().default(0),
    requestedBy: text('requested_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** The worker that holds the job, and when the hold ends. */
    holder: uuid(),
    heldUntil: at('held_until'),
    finishedAt: at('finished_at'),
  },
  (table) => [
    // A request for a subject with an open job joins that job.
    uniqueIndex('syncs_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} in ('waiting', 'running')`),
    // Finds the job that has been due longest.
    index('syncs_due').on(table.dueAt).where(sql`${table.state} in ('waiting', 'running')`),
    // Finds the latest job of a subject, for its page.
    index('syncs_subject').on(table.kind, table.subject, table.createdAt.desc()),
  ],
)

/** Failed cron jobs, each with its latest failure, shown to the marketplace owner. */
export const jobFailures = pgTable('job_failures', {
  name: text().primaryKey(),
  times: integer().notNull().default(1),
  error: text().notNull(),
  latestAt: at('latest_at').notNull().defaultNow(),
})
