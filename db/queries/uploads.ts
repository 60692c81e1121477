import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { uploads } from '#db/schema/creating.ts'
import { media } from '#db/schema/media.ts'

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

/** Uploads of an account since then, and their bytes. */
export async function sumUploads(db: Reader, account: string, since: Date) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<string>`coalesce(sum(${uploads.bytes}), 0)::text`,
    })
    .from(uploads)
    .where(and(eq(uploads.account, account), sql`${uploads.createdAt} > ${since}`))
  return { count: row?.count ?? 0, bytes: BigInt(row?.bytes ?? '0') }
}

/** Claims the verification of an upload; one that was begun before `deadline` and has not come to an end is taken over. */
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

/** Moves an upload on from a state. False when it is elsewhere by now. */
export async function moveUpload(
  db: Executor,
  id: string,
  from: UploadRow['state'],
  change: Partial<UploadRow>,
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set(change)
    .where(and(eq(uploads.id, id), eq(uploads.state, from)))
    .returning({ id: uploads.id })
  return rows.length === 1
}

/** Uploads that were given up, and files that never became part of anything. */
export function listOrphans(
  db: Reader,
  before: { begun: Date; done: Date },
  limit: number,
): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(
      and(
        isNull(uploads.usedAt),
        or(
          and(sql`${uploads.state} <> 'done'`, lt(uploads.createdAt, before.begun)),
          and(eq(uploads.state, 'done'), lt(uploads.createdAt, before.done)),
        ),
      ),
    )
    .orderBy(uploads.createdAt)
    .limit(limit)
}

/** Forgets an upload; with it the file that it alone has brought. Answers whether the file is to be removed from the store. */
export async function dropUpload(db: Executor, row: UploadRow): Promise<boolean> {
  const gone = await db
    .delete(uploads)
    .where(and(eq(uploads.id, row.id), isNull(uploads.usedAt)))
    .returning({ id: uploads.id })
  if (gone.length === 0 || row.cid === null || !row.isNew) return false
  const dropped = await db
    .delete(media)
    .where(
      and(
        eq(media.cid, row.cid),
        isNull(media.pinnedAt),
        sql`not exists (select 1 from ${uploads} u where u.cid = ${row.cid})`,
      ),
    )
    .returning({ cid: media.cid })
  return dropped.length === 1
}
