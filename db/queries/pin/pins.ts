import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { pinRequests, pins } from '#db/schema/pins.ts'
import { media } from '#db/schema/media.ts'
import type { PinState } from '#contract/schemas/pins.ts'

export interface PinRequest {
  cid: string
  /** The media files of a metadata file, which is pinned only after them. */
  after?: string[]
  /** True if the file is already on IPFS and not in our store. */
  isForeign?: boolean
}

/** Initial values of a file that has not been tried yet. */
export const freshAttempt = { state: 'waiting', tries: 0, error: null, dueAt: sql`now()` } as const

/**
 * Queues files for pinning in the caller's transaction. Repeating the call changes nothing, except that a failed file
 * starts over. With `hold`, nothing is pinned before `releasePins`; a file that is already public stays public.
 */
export async function requestPins(
  db: Executor,
  account: string,
  wishes: PinRequest[],
  { hold = false }: { hold?: boolean } = {},
): Promise<void> {
  // Uses a fixed order, so that two requests for the same files cannot deadlock.
  const sortedWishes = [...new Map(wishes.map((wish) => [wish.cid, wish])).values()].sort((a, b) =>
    a.cid < b.cid ? -1 : 1,
  )
  if (sortedWishes.length === 0) return
  await db
    .insert(pins)
    .values(
      sortedWishes.map(
        ({ cid, after = [], isForeign = false }) =>
          ({ cid, after, isForeign, state: hold ? 'held' : 'waiting' }) as const,
      ),
    )
    .onConflictDoUpdate({
      target: pins.cid,
      set: freshAttempt,
      setWhere: hold ? eq(pins.state, 'failed') : inArray(pins.state, ['held', 'failed']),
    })
  await db
    .insert(pinRequests)
    .values(sortedWishes.map(({ cid }) => ({ account, cid })))
    .onConflictDoNothing()
}

/** Locks a file's row in the queue; null if the file is not queued. */
export async function lockPin(
  tx: Executor,
  cid: string,
): Promise<{ state: PinState; tries: number; error: string | null } | null> {
  const [row] = await tx
    .select({ state: pins.state, tries: pins.tries, error: pins.error })
    .from(pins)
    .where(eq(pins.cid, cid))
    .for('update')
  return row ?? null
}

/** Puts a failed file back into the queue with a reset retry count. */
export async function beginPinAgain(tx: Executor, cid: string): Promise<void> {
  await tx
    .update(pins)
    .set(freshAttempt)
    .where(and(eq(pins.cid, cid), eq(pins.state, 'failed')))
}

/** Releases held files for publication and pinning. */
export async function releasePins(db: Executor, cids: string[]): Promise<void> {
  if (cids.length === 0) return
  await db
    .update(pins)
    .set({ state: 'waiting', dueAt: sql`now()` })
    .where(and(inArray(pins.cid, cids), eq(pins.state, 'held')))
}

export interface PinJob {
  cid: string
  tries: number
  isForeign: boolean
  /** The first account that requested the file. Its quota includes the copy. */
  account: string | null
  s3Key: string | null
}

/**
 * Takes the file that has been due longest; null if there is none. Skips files that a worker holds or that wait for
 * another file.
 */
export async function takePin(
  db: Executor,
  holder: string,
  hold: { graceSeconds: number; foreignSeconds: number; slowestBytesPerSecond: number },
): Promise<PinJob | null> {
  const bytes = sql`coalesce((select bytes from media where media.cid = pins.cid), 0)`
  const [row] = await db
    .update(pins)
    .set({
      state: 'pinning',
      holder,
      heldUntil: sql`now() + make_interval(secs => ${hold.graceSeconds}::float8
        + case when ${pins.isForeign} then ${hold.foreignSeconds}::float8 else 0 end + ${bytes} / ${hold.slowestBytesPerSecond}::float8)`,
    })
    .where(
      eq(
        pins.cid,
        sql`(select cid from pins p where state in ('waiting', 'pinning') and due_at <= now()
          and (held_until is null or held_until < now())
          and not exists (select 1 from pins m where m.cid = any(p.after) and m.state <> 'pinned')
          order by due_at limit 1 for update skip locked)`,
      ),
    )
    .returning({ cid: pins.cid, tries: pins.tries, isForeign: pins.isForeign })
  if (row === undefined) return null
  const [file] = await db.select({ s3Key: media.s3Key }).from(media).where(eq(media.cid, row.cid))
  const [request] = await db
    .select({ account: pinRequests.account })
    .from(pinRequests)
    .where(eq(pinRequests.cid, row.cid))
    .orderBy(pinRequests.createdAt)
    .limit(1)
  return { ...row, account: request?.account ?? null, s3Key: file?.s3Key ?? null }
}

const isHeldBy = (cid: string, holder: string) =>
  and(eq(pins.cid, cid), eq(pins.holder, holder), eq(pins.state, 'pinning'))

/** Records that a file is pinned, in one statement with the file's own row. */
export async function finishPin(db: Executor, cid: string, holder: string): Promise<void> {
  await db.execute(sql`with done as (
      update pins set state = 'pinned', error = null, holder = null, held_until = null, pinned_at = now()
      where ${isHeldBy(cid, holder)} returning cid, pinned_at
    ) update media set pinned_at = done.pinned_at from done where media.cid = done.cid`)
}

/** After an error, schedules a retry, or fails the file if `dueAt` is null. */
export async function deferPin(
  db: Executor,
  cid: string,
  holder: string,
  failure: { error: string; tries: number; dueAt: Date | null },
): Promise<void> {
  const { error, tries, dueAt } = failure
  await db
    .update(pins)
    .set({
      error,
      tries,
      holder: null,
      heldUntil: null,
      ...(dueAt === null ? { state: 'failed' as const } : { state: 'waiting' as const, dueAt }),
    })
    .where(isHeldBy(cid, holder))
}

/** Stores the key of a file in the media store. */
export async function moveMedia(db: Executor, cid: string, s3Key: string): Promise<void> {
  await db.update(media).set({ s3Key }).where(eq(media.cid, cid))
}

/** Reads the pin state of files that an account has requested: the named ones, or its latest. */
export function queryPinsOf(db: Reader, account: string, cids: string[] | null, limit: number) {
  return db
    .select({
      cid: pins.cid,
      state: pins.state,
      error: pins.error,
      tries: pins.tries,
      pinnedAt: pins.pinnedAt,
    })
    .from(pinRequests)
    .innerJoin(pins, eq(pins.cid, pinRequests.cid))
    .where(
      and(
        eq(pinRequests.account, account),
        cids === null ? undefined : inArray(pinRequests.cid, cids.length === 0 ? [''] : cids),
      ),
    )
    .orderBy(desc(pinRequests.createdAt), pinRequests.cid)
    .limit(limit)
}

/** Returns the state of each queued file. */
export function listPinStates(db: Executor, cids: string[]): Promise<{ cid: string; state: PinState }[]> {
  if (cids.length === 0) return Promise.resolve([])
  return db.select({ cid: pins.cid, state: pins.state }).from(pins).where(inArray(pins.cid, cids))
}

/** True if an account has requested that a file be public. */
export async function isPinWanted(db: Executor, cid: string): Promise<boolean> {
  const [row] = await db
    .select({ cid: pins.cid })
    .from(pins)
    .where(and(eq(pins.cid, cid), sql`${pins.state} <> 'held'`))
  return row !== undefined
}
