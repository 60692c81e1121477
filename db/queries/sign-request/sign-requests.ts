import type { SignPurpose } from '#contract/rules/actions.ts'
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { signRequests } from '#db/schema/flows.ts'

export type { InnerOutcome, SignContext, SignRow } from '#db/schema/flows.ts'

export type SignRequestRow = typeof signRequests.$inferSelect
type Insert = typeof signRequests.$inferInsert
type Change = Partial<Insert>

/** Inserts a request. A request with the same id that never reached the signer is overwritten. */
export async function insertSignRequest(db: Executor, row: Insert) {
  const { id: _id, ...change } = row
  await db
    .insert(signRequests)
    .values(row)
    .onConflictDoUpdate({ target: signRequests.id, set: change, setWhere: isNull(signRequests.uuid) })
}

/**
 * Stores the payload created for a request, with its terms. A request that already has another payload is unchanged.
 * Clears the record of an earlier failed attempt, because the request can now be signed.
 */
export async function nameSignRequest(db: Executor, id: string, change: Change & { uuid: string }) {
  const withoutUuid = or(isNull(signRequests.uuid), eq(signRequests.uuid, change.uuid))
  await db
    .update(signRequests)
    .set({ ...change, unreachableAt: null })
    .where(and(eq(signRequests.id, id), withoutUuid))
}

export async function updateSignRequest(db: Executor, id: string, change: Change) {
  await db.update(signRequests).set(change).where(eq(signRequests.id, id))
}

export async function findSignRequest(db: Executor, uuid: string): Promise<SignRequestRow | null> {
  const [row] = await db.select().from(signRequests).where(eq(signRequests.uuid, uuid))
  return row ?? null
}

/**
 * Finds a request by the uuid that its buyer received: the payload's uuid, or our own id for a request that began as a
 * draw.
 */
export async function findGivenRequest(db: Executor, uuid: string): Promise<SignRequestRow | null> {
  const isDraw = and(eq(signRequests.id, uuid), sql`${signRequests.context} ? 'draw'`)
  const [row] = await db
    .select()
    .from(signRequests)
    .where(or(eq(signRequests.uuid, uuid), isDraw))
  return row ?? null
}

export async function findSignRequestById(db: Executor, id: string): Promise<SignRequestRow | null> {
  const [row] = await db.select().from(signRequests).where(eq(signRequests.id, id))
  return row ?? null
}

/**
 * Claims the right to query the signer or the ledger about a request: once per `everySeconds`, by the database clock.
 * Returns false if this was done recently or is no longer needed. Creation counts as a query, unless `firstImmediately`
 * is set.
 */
export async function claimAsking(
  db: Executor,
  id: string,
  everySeconds: number,
  firstImmediately = false,
): Promise<boolean> {
  const rows = await db
    .update(signRequests)
    .set({ askedAt: sql`now()` })
    .where(
      and(
        eq(signRequests.id, id),
        inArray(signRequests.state, ['drawing', 'created', 'signed', 'expired']),
        or(
          isNull(signRequests.askedAt),
          lt(signRequests.askedAt, sql`now() - make_interval(secs => ${everySeconds})`),
          firstImmediately ? eq(signRequests.askedAt, signRequests.createdAt) : undefined,
        ),
      ),
    )
    .returning({ id: signRequests.id })
  return rows.length === 1
}

/** Records the first time that the signer was unreachable. */
export async function noteUnreachable(db: Executor, id: string, at: Date) {
  await db
    .update(signRequests)
    .set({ unreachableAt: at })
    .where(and(eq(signRequests.id, id), isNull(signRequests.unreachableAt)))
}

/** Moves a request out of one of the given states; null if it is in another state. Call it only from `transition`. */
export async function moveSignRequest(
  db: Executor,
  id: string,
  from: SignRequestRow['state'][],
  change: Change,
): Promise<SignRequestRow | null> {
  const [row] = await db
    .update(signRequests)
    .set(change)
    .where(and(eq(signRequests.id, id), inArray(signRequests.state, from)))
    .returning()
  return row ?? null
}

/**
 * Ends abandoned sign-ins, as the event `forgotten` does for a single one. Half an hour after a sign-in expires, not
 * even a late signature can arrive. The signer is not queried, because anyone can start sign-ins and the platform
 * limits our calls.
 */
export async function expireSignIns(db: Executor) {
  await db
    .update(signRequests)
    .set({ state: 'expired', code: 'expired', resolvedAt: sql`now()` })
    .where(
      and(
        eq(signRequests.state, 'created'),
        eq(signRequests.purpose, 'sign_in'),
        lt(signRequests.expiresAt, sql`now() - interval '30 minutes'`),
      ),
    )
}

/**
 * Lists open requests that have not been checked for a while. Excludes sign-ins, because only the browser that started
 * one can use it.
 */
export function listOpenSignRequests(
  db: Executor,
  idleSeconds: number,
  limit: number,
): Promise<SignRequestRow[]> {
  const leastRecentlyAsked = sql`${signRequests.askedAt} asc nulls first`
  return (
    db
      .select()
      .from(signRequests)
      .where(
        and(
          inArray(signRequests.state, ['drawing', 'created', 'signed']),
          ne(signRequests.purpose, 'sign_in'),
          or(
            isNull(signRequests.askedAt),
            lt(signRequests.askedAt, sql`now() - make_interval(secs => ${idleSeconds})`),
          ),
        ),
      )
      // Signed and unsigned requests alternate, so that neither crowds out the other. Signed ones come first, because money
      // depends on them.
      .orderBy(
        sql`row_number() over (partition by ${signRequests.state} order by ${leastRecentlyAsked})`,
        sql`${signRequests.state} = 'signed' desc`,
      )
      .limit(limit)
  )
}

/** Returns an account's newest unsigned requests for these purposes. */
export function listUnsigned(
  db: Executor,
  account: string,
  purposes: SignPurpose[],
): Promise<SignRequestRow[]> {
  return db
    .select()
    .from(signRequests)
    .where(
      and(
        eq(signRequests.account, account),
        eq(signRequests.state, 'created'),
        inArray(signRequests.purpose, purposes),
      ),
    )
    .orderBy(sql`${signRequests.createdAt} desc`)
    .limit(5)
}

/** True if a Batch that an account signed for a purpose within the last hour had no effect on the ledger. */
export async function hasUndoneBatch(db: Executor, account: string, purpose: SignPurpose): Promise<boolean> {
  const rows = await db
    .select({ uuid: signRequests.uuid })
    .from(signRequests)
    .where(
      and(
        eq(signRequests.account, account),
        gt(signRequests.createdAt, sql`now() - interval '1 hour'`),
        eq(signRequests.purpose, purpose),
        eq(signRequests.state, 'failed'),
        isNotNull(signRequests.batchTxid),
      ),
    )
    .limit(1)
  return rows.length > 0
}
