import { and, asc, count, desc, eq, inArray, like, lt, ne, sql } from 'drizzle-orm'
import type { Reader, Executor } from '#db/executor.ts'
import { jobFailures, syncs } from '#db/schema/jobs.ts'
import { leases, ledgerSubmissions, signRequests } from '#db/schema/flows.ts'
import { payouts } from '#db/schema/on-demand.ts'
import { pins } from '#db/schema/pins.ts'

export function countPins(db: Reader) {
  return db.select({ state: pins.state, count: count() }).from(pins).groupBy(pins.state)
}

/** Lists failed files first, then files that are still being retried. */
export function queryFailingPins(db: Reader, limit: number) {
  return db
    .select({ cid: pins.cid, state: pins.state, tries: pins.tries, error: pins.error, since: pins.createdAt })
    .from(pins)
    .where(
      sql`${pins.state} = 'failed' or (${pins.state} in ('waiting', 'pinning') and ${pins.error} is not null)`,
    )
    .orderBy(sql`${pins.state} <> 'failed'`, asc(pins.createdAt), pins.cid)
    .limit(limit)
}

export function queryOpenSubmissions(db: Reader, limit: number) {
  return db
    .select({
      purpose: ledgerSubmissions.purpose,
      kind: ledgerSubmissions.kind,
      state: ledgerSubmissions.state,
      preliminary: ledgerSubmissions.preliminary,
      hash: ledgerSubmissions.hash,
      since: ledgerSubmissions.createdAt,
    })
    .from(ledgerSubmissions)
    .where(inArray(ledgerSubmissions.state, ['prepared', 'submitted']))
    .orderBy(asc(ledgerSubmissions.createdAt))
    .limit(limit)
}

/** Counts the submissions of the last day by kind and state. */
export function countSubmissions(db: Reader) {
  return db
    .select({ kind: ledgerSubmissions.kind, state: ledgerSubmissions.state, count: count() })
    .from(ledgerSubmissions)
    .where(sql`${ledgerSubmissions.createdAt} > now() - interval '1 day'`)
    .groupBy(ledgerSubmissions.kind, ledgerSubmissions.state)
}

/** Returns the latest sync of each collection if it was incomplete, newest first. */
export function queryIncompleteSyncs(db: Reader, limit: number) {
  const latest = db
    .selectDistinctOn([syncs.subject], {
      collection: syncs.subject,
      unseen: syncs.unseen,
      lost: syncs.lost,
      since: syncs.createdAt,
    })
    .from(syncs)
    .where(and(eq(syncs.kind, 'collection'), eq(syncs.state, 'done')))
    .orderBy(syncs.subject, desc(syncs.createdAt))
    .as('latest')
  return db
    .select()
    .from(latest)
    .where(sql`${latest.unseen} + ${latest.lost} > 0`)
    .orderBy(desc(latest.since))
    .limit(limit)
}

/** Returns open requests that should have ended by now. */
export function queryStuckRequests(db: Reader, olderThan: Date, limit: number) {
  return db
    .select({
      id: signRequests.id,
      account: signRequests.account,
      purpose: signRequests.purpose,
      state: signRequests.state,
      since: signRequests.createdAt,
    })
    .from(signRequests)
    .where(
      and(
        inArray(signRequests.state, ['drawing', 'created', 'signed']),
        ne(signRequests.purpose, 'sign_in'),
        lt(signRequests.createdAt, olderThan),
      ),
    )
    .orderBy(asc(signRequests.createdAt))
    .limit(limit)
}

export function queryOwedPayouts(db: Reader, limit: number) {
  return db
    .select({
      artist: payouts.artist,
      nftId: payouts.nftId,
      amountDrops: payouts.amountDrops,
      currency: payouts.currency,
      attempt: payouts.attempt,
      result: payouts.result,
      dueAt: payouts.dueAt,
      since: payouts.createdAt,
    })
    .from(payouts)
    .where(eq(payouts.state, 'owed'))
    .orderBy(asc(payouts.createdAt))
    .limit(limit)
}

export function sumOwedPayouts(db: Reader) {
  return db
    .select({
      count: count(),
      drops: sql<string>`coalesce(sum(${payouts.amountDrops}) filter (where ${payouts.currency} is null), 0)::text`,
    })
    .from(payouts)
    .where(eq(payouts.state, 'owed'))
}

/** Returns the leases of the cron's jobs. Leases with other names are rate limits per minute. */
export function queryLanes(db: Reader) {
  return db
    .select({
      name: leases.name,
      expiresAt: leases.expiresAt,
      held: sql<boolean>`${leases.expiresAt} > now()`,
    })
    .from(leases)
    .where(like(leases.name, 'cron%'))
    .orderBy(asc(leases.name))
}

export function queryJobFailures(db: Reader) {
  return db.select().from(jobFailures).orderBy(desc(jobFailures.latestAt), jobFailures.name)
}

const longest = 300

/** Counts a job failure and stores its message. */
export async function noteJobFailure(db: Executor, name: string, error: string): Promise<void> {
  const words = error.slice(0, longest)
  await db
    .insert(jobFailures)
    .values({ name, error: words })
    .onConflictDoUpdate({
      target: jobFailures.name,
      set: { times: sql`${jobFailures.times} + 1`, error: words, latestAt: sql`now()` },
    })
}

/** Returns which parts of the background work need the operator. Each is the first look-up in an index. */
export const queryTroubles = (db: Reader) =>
  db
    .select({
      /** A transaction of the marketplace has had no outcome for five minutes. */
      journalStuck: sql<boolean>`troubles.journal`,
      pinsFailing: sql<boolean>`troubles.pins`,
      /** No job of the cron has run for ten minutes. */
      cronSilent: sql<boolean>`troubles.cron`,
    })
    .from(
      sql`(select
        exists (select 1 from ledger_submissions where state in ('prepared', 'submitted')
          and created_at < now() - interval '5 minutes') as journal,
        exists (select 1 from pins where state = 'failed') as pins,
        coalesce((select max(expires_at) < now() - interval '10 minutes' from leases where name like 'cron%'), false)
          as cron) troubles`,
    )
