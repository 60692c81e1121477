import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MendCounts, SyncState } from '#worker/contract/sync.ts'
import { at } from './columns.ts'

/** The progress of a sync, so that another worker can continue from there. */
export interface SyncPosition {
  phase: 'tokens' | 'offers'
  /** The server's marker, the account, or the token that comes next. */
  after: unknown
  /** Tokens that their owner in the index does not have; where they are is still open. */
  astray: string[]
}

/** Tokens and collections to be rebuilt from the ledger: a queue with progress, one open job a subject. */
export const syncs = pgTable(
  'syncs',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['collection', 'nft'] }).notNull(),
    /** A collection's id, or an NFTokenID. */
    subject: text().notNull(),
    /** Metadata is fetched again too, even where there is some. */
    thorough: boolean().notNull().default(false),
    state: text().$type<SyncState>().notNull().default('waiting'),
    position: jsonb().$type<SyncPosition>().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Tokens whose owner is not among the accounts that we know, where the server cannot tell. */
    lost: integer().notNull().default(0),
    mended: jsonb().$type<MendCounts>().notNull().default({}),
    error: text(),
    tries: integer().notNull().default(0),
    requestedBy: text('requested_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** The worker that holds the job, and until when. */
    holder: uuid(),
    heldUntil: at('held_until'),
    finishedAt: at('finished_at'),
  },
  (table) => [
    // A request for a subject that is being synced joins the job.
    uniqueIndex('syncs_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} in ('waiting', 'running')`),
    // The worker's pick: what is due longest.
    index('syncs_due').on(table.dueAt).where(sql`${table.state} in ('waiting', 'running')`),
    // The latest of a subject: what the page shows.
    index('syncs_subject').on(table.kind, table.subject, table.createdAt.desc()),
  ],
)

/** Parts of the cron that have failed, each with its latest failure: for the marketplace owner. */
export const jobFailures = pgTable('job_failures', {
  name: text().primaryKey(),
  times: integer().notNull().default(1),
  error: text().notNull(),
  latestAt: at('latest_at').notNull().defaultNow(),
})
