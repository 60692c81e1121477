import { sql } from 'drizzle-orm'
import { metadataReader } from '#contract/schemas/nfts.ts'
import type { Reader } from '#db/executor.ts'

/** One kind of rows that wait for something: their number by state, and the age of the oldest. */
const queue = (what: string, from: string, state = 'state', at = 'created_at') => sql`
  select ${what} as what, ${sql.raw(state)} as state, count(*)::int as count,
    greatest(extract(epoch from now() - min(${sql.raw(at)})), 0)::float8 as seconds
  from ${sql.raw(from)} group by 2`

/** Rows that a change of data has not reached yet, at most 100,000 of each: after an upgrade they show its progress. */
const dataChanges = `(
  (select 'metadata' as state, null::timestamptz as created_at from nfts
   where metadata_state = 'ready' and not burned and metadata_reader < ${metadataReader} limit 100000)
  union all (select 'names', null from profiles where skeleton is null limit 100000)) changes`

/** Counts everything that waits, by state, with the age of the oldest row in seconds. */
export const queryQueues = (db: Reader) =>
  db
    .select({
      what: sql<string>`queues.what`,
      state: sql<string>`queues.state`,
      count: sql<number>`queues.count`,
      oldestSeconds: sql<number>`queues.seconds`,
    })
    .from(
      sql`(${sql.join(
        [
          queue('sign_requests', "sign_requests where state in ('drawing', 'created', 'signed')"),
          queue('journal', "ledger_submissions where state in ('prepared', 'submitted')"),
          queue('reservations', "reservations where state in ('reserved', 'offered', 'cancelling')"),
          queue('payouts', "payouts where state = 'owed'"),
          queue('pins', "pins where state in ('waiting', 'pinning', 'failed')"),
          queue('webhook_deliveries', "webhook_deliveries where state = 'waiting'"),
          queue('push_messages', 'push_outbox where sent_at is null', "'waiting'", 'due_at'),
          queue('bid_sales', "bid_sales where state = 'waiting'"),
          queue('standing_bids', "standing_bids where state = 'open'", "coalesce(problem, 'open')"),
          queue('data_changes', dataChanges),
        ],
        sql` union all `,
      )}) queues`,
    )
