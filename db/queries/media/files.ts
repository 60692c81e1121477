import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { uploads } from '#db/schema/creating.ts'
import { media } from '#db/schema/media.ts'

export type MediaRow = typeof media.$inferSelect

export function listMedia(db: Executor, cids: string[]): Promise<MediaRow[]> {
  return cids.length === 0 ? Promise.resolve([]) : db.select().from(media).where(inArray(media.cid, cids))
}

/** Returns the pictures of an account's profile. */
export function queryPicturesOf(db: Reader, account: string) {
  return db
    .select()
    .from(media)
    .where(
      sql`${media.cid} in (select unnest(array[avatar_cid, background_cid]) from profiles where account = ${account})`,
    )
}

export async function findMedia(db: Executor, cid: string): Promise<MediaRow | null> {
  const [row] = await db.select().from(media).where(eq(media.cid, cid))
  return row ?? null
}

/** Inserts a stored file. Returns false if it already exists. */
export async function insertMedia(db: Executor, row: typeof media.$inferInsert): Promise<boolean> {
  const rows = await db.insert(media).values(row).onConflictDoNothing().returning({ cid: media.cid })
  return rows.length === 1
}

/** Marks files as used, regardless of the upload that delivered them, so that they are no longer orphans. */
export async function useMedia(db: Executor, cids: string[], now: Date) {
  if (cids.length === 0) return
  await db
    .update(uploads)
    .set({ usedAt: now })
    .where(and(inArray(uploads.cid, cids), isNull(uploads.usedAt)))
}
