import type { Sentence } from '#contract/words/sentence.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { type SyncPosition, syncs } from '#db/schema/jobs.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { MendCounts } from '#contract/schemas/sync.ts'
import { holdFor, nextJob, releasedHold } from '#db/sql/held-jobs.ts'
import { parseRows } from '#db/sql/rows.ts'

export type SyncRow = typeof syncs.$inferSelect
export type SyncKind = SyncRow['kind']

const openStates = ['waiting', 'running'] as const
const open = inArray(syncs.state, [...openStates])

/** Queues a sync. Returns false if the subject already has an open sync, which continues. */
export async function insertSync(
  db: Executor,
  row: Pick<SyncRow, 'kind' | 'subject' | 'thorough' | 'requestedBy'>,
): Promise<boolean> {
  const position: SyncPosition = { phase: 'tokens', after: null, astray: [] }
  const rows = await db
    .insert(syncs)
    .values({ id: crypto.randomUUID(), ...row, position })
    .onConflictDoNothing()
    .returning({ id: syncs.id })
  return rows.length > 0
}

/** Returns the latest sync of a subject. */
export async function findSync(db: Executor, kind: SyncKind, subject: string): Promise<SyncRow | null> {
  const [row] = await db
    .select()
    .from(syncs)
    .where(and(eq(syncs.kind, kind), eq(syncs.subject, subject)))
    .orderBy(desc(syncs.createdAt))
    .limit(1)
  return row ?? null
}

/** Claims the job that has been due longest and is not held by a worker; null if there is none. */
export async function takeSync(db: Executor, holder: string, seconds: number): Promise<SyncRow | null> {
  const [row] = await db
    .update(syncs)
    .set({ holder, ...holdFor(seconds), state: 'running' })
    .where(eq(syncs.id, nextJob('syncs', openStates)))
    .returning()
  return row ?? null
}

export interface SyncStep {
  position: SyncPosition
  done: number
  total: number
  lost: number
  unseen: number
  mended: MendCounts
}

/**
 * Records a step and extends the hold. Returns false if another worker has taken over the job; the caller must then not
 * write the step.
 */
export async function advanceSync(
  db: Executor,
  id: string,
  holder: string,
  step: SyncStep,
  seconds: number,
): Promise<boolean> {
  const rows = await db
    .update(syncs)
    .set({ ...step, tries: 0, error: null, ...holdFor(seconds) })
    .where(and(eq(syncs.id, id), eq(syncs.holder, holder), open))
    .returning({ id: syncs.id })
  return rows.length === 1
}

const isHeldBy = (id: string, holder: string) => and(eq(syncs.id, id), eq(syncs.holder, holder), open)

export async function finishSync(db: Executor, id: string, holder: string) {
  await db
    .update(syncs)
    .set({ state: 'done', ...releasedHold, finishedAt: sql`now()` })
    .where(isHeldBy(id, holder))
}

/** Releases a job that continues later. */
export async function releaseSync(db: Executor, id: string, holder: string) {
  await db
    .update(syncs)
    .set({ ...releasedHold })
    .where(isHeldBy(id, holder))
}

/** Schedules a retry after an error, or ends the job. */
export async function deferSync(
  db: Executor,
  id: string,
  holder: string,
  failure: { error: Sentence; tries: number; dueAt: Date | null },
) {
  const { error, tries, dueAt } = failure
  await db
    .update(syncs)
    .set({
      error,
      tries,
      ...releasedHold,
      ...(dueAt === null
        ? { state: 'failed' as const, finishedAt: sql`now()` }
        : { state: 'waiting', dueAt }),
    })
    .where(isHeldBy(id, holder))
}

export interface Identity {
  issuer: string
  taxon: number
}

/** Lists a collection's tokens in minting order, after a sequence number. Uses the index `nfts_collection`. */
export function listTokensAfter(db: Reader, { issuer, taxon }: Identity, after: number, limit: number) {
  return db
    .select({ id: nfts.id, sequence: nfts.sequence })
    .from(nfts)
    .where(and(eq(nfts.issuer, issuer), eq(nfts.taxon, taxon), gt(nfts.sequence, after)))
    .orderBy(nfts.sequence)
    .limit(limit)
}

/** Counts an issuer's NFTs, in any collection, that exist according to the index. */
export async function countLiveTokens(db: Executor, issuer: string): Promise<number> {
  return db.$count(nfts, and(eq(nfts.issuer, issuer), eq(nfts.burned, false)))
}

export async function countTokens(db: Reader, { issuer, taxon }: Identity): Promise<number> {
  return db.$count(nfts, and(eq(nfts.issuer, issuer), eq(nfts.taxon, taxon)))
}

/**
 * Lists accounts that are or were involved with a collection's tokens (or with one token), in order, after the given
 * account.
 */
export async function listAccountsOf(
  db: Reader,
  of: Identity & { nftId: string | null; also: string[] },
  after: string,
  limit: number,
): Promise<string[]> {
  const { issuer, taxon, nftId } = of
  const token = nftId === null ? sql`issuer = ${issuer} and taxon = ${taxon}` : sql`id = ${nftId}`
  const event = nftId === null ? sql`issuer = ${issuer} and taxon = ${taxon}` : sql`nft_id = ${nftId}`
  const result = await db.execute(sql`
    select account from (
      select owner as account from nfts where ${token}
      union select seller from history where ${event}
      union select buyer from history where ${event}
      union select o.owner from offers o where o.state = 'open' and o.nft_id in (select id from nfts where ${token})
      union select unnest(${sql.param([issuer, ...of.also])}::text[])
    ) a where account collate "C" > ${after} order by account collate "C" limit ${limit}`)
  return parseRows(v.object({ account: v.string() }), result).map((row) => row.account)
}

/** Marks metadata as due again: failed metadata, or all metadata in a thorough sync. */
export async function renewMetadata(
  db: Executor,
  of: Identity & { nftId: string | null },
  thorough: boolean,
): Promise<void> {
  await db
    .update(nfts)
    .set({ metadataState: 'pending', metadataTries: 0, metadataDueAt: sql`now()` })
    .where(
      and(
        of.nftId === null ? and(eq(nfts.issuer, of.issuer), eq(nfts.taxon, of.taxon)) : eq(nfts.id, of.nftId),
        eq(nfts.burned, false),
        of.nftId === null ? isNotNull(nfts.uri) : undefined,
        or(
          eq(nfts.metadataState, 'failed'),
          and(eq(nfts.metadataState, 'none'), isNull(nfts.uri)),
          thorough ? eq(nfts.metadataState, 'ready') : undefined,
        ),
      ),
    )
}
