import type { Sentence } from '#contract/words/sentence.ts'
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Executor, Reader } from '#db/executor.ts'
import { uploads } from '#db/schema/creating.ts'
import { media } from '#db/schema/media.ts'
import { pinRequests, pins } from '#db/schema/pins.ts'
import { releaseBytes } from '#db/queries/media/storage-use.ts'

export type UploadRow = typeof uploads.$inferSelect

export async function insertUpload(db: Executor, row: typeof uploads.$inferInsert) {
  await db.insert(uploads).values(row)
}

export async function findUpload(db: Executor, id: string, account: string): Promise<UploadRow | null> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.account, account)))
  return row ?? null
}

/** Adds newly received bytes to an upload. */
export async function growUpload(db: Executor, id: string, addedBytes: number) {
  await db
    .update(uploads)
    .set({ bytes: sql`${uploads.bytes} + ${addedBytes}::bigint` })
    .where(eq(uploads.id, id))
}

/** Ends an upload whose file is discarded, and subtracts its bytes from the quotas. Null if its state has changed. */
export async function endUpload(
  tx: Executor,
  id: string,
  from: 'open' | 'verifying',
  change: { state: 'cancelled' | 'failed'; message?: Sentence },
): Promise<UploadRow | null> {
  const [row] = await tx
    .update(uploads)
    .set(change)
    .where(and(eq(uploads.id, id), eq(uploads.state, from)))
    .returning()
  if (row === undefined) return null
  await releaseBytes(tx, row)
  return row
}

/** Deletes a cancelled upload that left nothing in the store. */
export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.state, 'cancelled')))
}

/**
 * Locks the file of this CID until the transaction ends, so that no other worker moves it into place or deletes it.
 * Must be the first statement, so that later reads stay valid.
 */
export async function lockFile(tx: Executor, cid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${cid}, 0))`)
}

/**
 * Marks an upload's file as stored. `isNew` is true if the marketplace did not have the file; otherwise it uses no
 * additional space and is not counted.
 */
export async function finishUpload(tx: Executor, id: string, cid: string, isNew: boolean) {
  const [row] = await tx
    .update(uploads)
    .set({
      state: 'done',
      cid,
      isNew: sql`${isNew} or exists (select 1 from ${uploads} u where u.cid = ${cid} and u.is_new)`,
      keptUntil: unusedUntil,
    })
    .where(and(eq(uploads.id, id), eq(uploads.state, 'verifying')))
    .returning()
  if (row !== undefined && !isNew) await releaseBytes(tx, row)
}

/** Time until which a file may remain unused. */
const unusedUntil = sql`now() + interval '7 days'`

/**
 * Marks a file as about to be used, so that the cleanup keeps it for some more days. A copy of a file from elsewhere
 * gets a second upload, so that it remains when the work for which it was copied is burned.
 */
export async function keepUploads(tx: Executor, cid: string) {
  await tx
    .update(uploads)
    .set({ keptUntil: unusedUntil })
    .where(and(eq(uploads.cid, cid), isNull(uploads.usedAt)))
  await tx.execute(sql`insert into uploads (id, account, bytes, state, cid)
    select gen_random_uuid(), max(u.account), max(u.bytes), 'done', ${cid} from uploads u
    where u.cid = ${cid} and exists (select 1 from ${pins} p where p.cid = ${cid} and p.is_foreign)
    having count(*) = 1`)
}

/** Claims the verification of an upload. Takes over a verification that began before `deadline` and has not ended. */
export async function claimUpload(db: Executor, id: string, deadline: Date, now: Date): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ state: 'verifying', claimedAt: now })
    .where(
      and(
        eq(uploads.id, id),
        or(eq(uploads.state, 'open'), and(eq(uploads.state, 'verifying'), lt(uploads.claimedAt, deadline))),
      ),
    )
    .returning({ id: uploads.id })
  return rows.length === 1
}

/** Moves an upload to its next state. Returns false if its state has changed. */
export async function moveUpload(
  db: Executor,
  id: string,
  from: UploadRow['state'],
  change: PgUpdateSetSource<typeof uploads>,
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set(change)
    .where(and(eq(uploads.id, id), eq(uploads.state, from)))
    .returning({ id: uploads.id })
  return rows.length === 1
}

/** Selects files that were never used, and abandoned uploads from before `before`. */
const isOrphaned = (before: Date) =>
  and(
    isNull(uploads.usedAt),
    or(lt(uploads.keptUntil, sql`now()`), and(ne(uploads.state, 'done'), lt(uploads.createdAt, before))),
  )

export function listOrphans(db: Reader, before: Date, limit: number): Promise<UploadRow[]> {
  return db.select().from(uploads).where(isOrphaned(before)).orderBy(uploads.keptUntil).limit(limit)
}

/**
 * Deletes an upload. With the last upload of a file, also deletes the file and its queued pin. Returns the key of the
 * deleted file; null if the file remains or the upload is now in use.
 */
export async function dropUpload(tx: Executor, row: UploadRow, before: Date): Promise<string | null> {
  const [upload] = await tx
    .delete(uploads)
    .where(and(eq(uploads.id, row.id), isOrphaned(before)))
    .returning()
  if (upload === undefined) return null
  const { cid, state } = upload
  if (state === 'open' || state === 'verifying') await releaseBytes(tx, upload)
  if (cid === null || !upload.isNew) return null
  const droppedRows = await tx
    .delete(media)
    .where(
      and(
        eq(media.cid, cid),
        isNull(media.pinnedAt),
        sql`not exists (select 1 from ${uploads} u where u.cid = ${cid})`,
        sql`not exists (select 1 from ${pins} p where p.cid = ${cid} and p.state <> 'held')`,
      ),
    )
    .returning({ s3Key: media.s3Key })
  if (droppedRows.length === 0) return null
  await tx.delete(pinRequests).where(eq(pinRequests.cid, cid))
  await tx.delete(pins).where(eq(pins.cid, cid))
  return droppedRows[0]?.s3Key ?? null
}
