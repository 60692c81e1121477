import type { Sentence } from '#contract/words/sentence.ts'
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { and, count, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { swaps } from '#db/schema/swaps.ts'
import { nfts } from '#db/schema/tokens.ts'
import { collections } from '#db/schema/collections.ts'
import { auctions } from '#db/schema/offers.ts'

export type SwapRow = typeof swaps.$inferSelect
type Insert = typeof swaps.$inferInsert

/** Matches an open proposal with the same terms. */
const sameTerms = ({ proposer, partner, gives, gets, drops: xrp, payer }: Insert) =>
  and(
    eq(swaps.proposer, proposer),
    eq(swaps.partner, partner),
    eq(swaps.gives, gives),
    eq(swaps.gets, gets),
    eq(swaps.drops, xrp),
    eq(swaps.payer, payer),
    inArray(swaps.state, ['proposed', 'agreed']),
  )

/**
 * Stores a proposal unless its proposer already has one with the same terms, or `maxOpen` open proposals. A proposal
 * with the same id, stored before a crash, is unchanged. Call it in a transaction: proposals of one account are
 * serialized.
 */
export async function insertSwap(
  tx: Executor,
  row: Insert,
  maxOpen: number,
): Promise<'stored' | 'same_terms' | 'too_many'> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/swaps/${row.proposer}`}, 0))`)
  if ((await findSwap(tx, row.id)) !== null) return 'stored'
  const [sameSwap] = await tx.select({ id: swaps.id }).from(swaps).where(sameTerms(row)).limit(1)
  if (sameSwap !== undefined) return 'same_terms'
  if ((await countOpenSwaps(tx, row.proposer)) >= maxOpen) return 'too_many'
  await tx.insert(swaps).values(row)
  return 'stored'
}

export async function findSwap(db: Executor, id: string): Promise<SwapRow | null> {
  const [row] = await db.select().from(swaps).where(eq(swaps.id, id))
  return row ?? null
}

/** Lists the swaps that an account proposed or received, newest first. */
export function listSwapsOf(db: Executor, account: string, limit: number): Promise<SwapRow[]> {
  return db
    .select()
    .from(swaps)
    .where(or(eq(swaps.proposer, account), eq(swaps.partner, account)))
    .orderBy(desc(swaps.createdAt))
    .limit(limit)
}

async function countOpenSwaps(db: Executor, proposer: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(swaps)
    .where(and(eq(swaps.proposer, proposer), inArray(swaps.state, ['proposed', 'agreed'])))
  return row?.open ?? 0
}

export type SwapTokenRow = Awaited<ReturnType<typeof querySwapTokens>>[number]

/** Reads tokens in swaps by id. */
export function querySwapTokens(db: Reader, ids: string[]) {
  return db
    .select({
      id: nfts.id,
      owner: nfts.owner,
      burned: nfts.burned,
      name: nfts.name,
      metadata: nfts.metadata,
      collectionName: collections.name,
      valueDrops: sql<string | null>`coalesce(${nfts.priceDrops}, ${collections.floorDrops})::text`,
      onAuction: sql<boolean>`exists (select 1 from ${auctions} where ${auctions.nftId} = ${nfts.id} and ${auctions.state} = 'running')`,
    })
    .from(nfts)
    .leftJoin(collections, and(eq(collections.issuer, nfts.issuer), eq(collections.taxon, nfts.taxon)))
    .where(inArray(nfts.id, ids))
}

/** Moves a swap out of one of the given states; null if it is in another state or `condition` does not hold. */
async function moveSwap(
  db: Executor,
  id: string,
  from: SwapRow['state'][],
  change: PgUpdateSetSource<typeof swaps>,
  condition?: SQL,
): Promise<SwapRow | null> {
  const [row] = await db
    .update(swaps)
    .set(change)
    .where(and(eq(swaps.id, id), inArray(swaps.state, from), condition))
    .returning()
  return row ?? null
}

/** Stores the partner's signature; null if the proposal is no longer open. */
export function agreeSwap(
  db: Executor,
  id: string,
  {
    digest,
    now,
    ...agreement
  }: Required<Pick<Insert, 'batch' | 'agreedUntil'>> & {
    /** Hash of all inner transactions. */
    digest: string
    now: Date
  },
) {
  const change = {
    ...agreement,
    state: 'agreed' as const,
    handedOutAt: null,
    batches: sql`array_append(${swaps.batches}, ${digest})`,
  }
  return moveSwap(db, id, ['proposed'], change, gt(swaps.expiresAt, now))
}

const sameAgreement = ({ agreedUntil }: SwapRow) =>
  agreedUntil === null ? isNull(swaps.agreedUntil) : eq(swaps.agreedUntil, agreedUntil)

/** Records that the partner's signature is being sent out; null if this agreement has ended. */
export function handOutSwap(db: Executor, row: SwapRow, now: Date) {
  return moveSwap(db, row.id, ['agreed'], { handedOutAt: row.handedOutAt ?? now }, sameAgreement(row))
}

/**
 * Withdraws a swap for the proposer, or declines it for the partner. Null if it has ended or the partner's signature
 * has been sent out: from then on, only the ledger can end the swap.
 */
export function closeSwap(db: Executor, id: string, state: 'withdrawn' | 'declined', now: Date) {
  return moveSwap(
    db,
    id,
    ['proposed', 'agreed'],
    { state, endedAt: now },
    or(eq(swaps.state, 'proposed'), isNull(swaps.handedOutAt)),
  )
}

/** Ends a swap that can no longer be executed. */
export function endSwap(
  db: Executor,
  id: string,
  from: ('proposed' | 'agreed')[],
  change: { state: 'declined'; message: Sentence | null; endedAt: Date },
) {
  return moveSwap(db, id, from, change)
}

/** Returns a swap to the proposal state because its signed Batch can no longer be applied. */
export function lapseSwap(db: Executor, row: SwapRow) {
  const change = { state: 'proposed', batch: null, agreedUntil: null, handedOutAt: null } as const
  return moveSwap(db, row.id, ['agreed'], change, sameAgreement(row))
}

/**
 * Completes swaps whose Batch is in a validated ledger, whatever their recorded state. Runs in the transaction that
 * applies the ledger, so that no swap can be missing after it.
 */
export async function completeSwaps(
  tx: Executor,
  batches: { digest: string; move: string | null }[],
  closedAt: Date,
): Promise<void> {
  if (batches.length === 0) return
  await tx.execute(sql`
    update swaps s set state = 'completed', message = null, ended_at = ${closedAt.toISOString()}::timestamptz, txid = shown.move
    from jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as shown(digest text, move text)
    where s.state <> 'completed' and s.batches @> array[shown.digest]`)
}

/**
 * Claims agreed swaps for a check on the ledger: those not checked for `idleSeconds`, longest first. Each check costs
 * two ledger calls.
 */
export function claimAgreedSwaps(db: Executor, idleSeconds: number, limit: number): Promise<SwapRow[]> {
  const dueSwaps = db
    .select({ id: swaps.id })
    .from(swaps)
    .where(
      and(eq(swaps.state, 'agreed'), lt(swaps.checkedAt, sql`now() - make_interval(secs => ${idleSeconds})`)),
    )
    .orderBy(swaps.checkedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(swaps)
    .set({ checkedAt: sql`now()` })
    .where(and(eq(swaps.state, 'agreed'), inArray(swaps.id, dueSwaps)))
    .returning()
}

/** Ends proposals that have expired. */
export async function expireSwaps(db: Executor, now: Date) {
  await db
    .update(swaps)
    .set({ state: 'expired', endedAt: now })
    .where(and(eq(swaps.state, 'proposed'), lte(swaps.expiresAt, now)))
}

/** Ends proposals with a work that has moved or was burned. Checks those that were not checked for the longest time. */
export async function voidMovedSwaps(
  db: Executor,
  { message, now, limit }: { message: Sentence; now: Date; limit: number },
) {
  const lacksWork = (works: PgColumn, owner: PgColumn) =>
    sql`exists (select 1 from unnest(${works}) work left join nfts held on held.id = work
      where held.owner is distinct from ${owner} or held.burned)`
  const isMoved = sql`(${lacksWork(swaps.gives, swaps.proposer)} or ${lacksWork(swaps.gets, swaps.partner)})`
  const dueSwaps = db
    .select({ id: swaps.id })
    .from(swaps)
    .where(eq(swaps.state, 'proposed'))
    .orderBy(swaps.checkedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  await db
    .update(swaps)
    .set({
      checkedAt: sql`now()`,
      state: sql`case when ${isMoved} then 'void' else ${swaps.state} end`,
      message: sql`case when ${isMoved} then ${JSON.stringify(message)}::jsonb end`,
      endedAt: sql`case when ${isMoved} then ${now.toISOString()}::timestamptz end`,
    })
    .where(and(eq(swaps.state, 'proposed'), inArray(swaps.id, dueSwaps)))
}
