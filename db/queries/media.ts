import { inArray, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { media } from '#db/schema/tokens.ts'

export type MediaRow = typeof media.$inferSelect

export function listMedia(db: Reader, cids: string[]): Promise<MediaRow[]> {
  return cids.length === 0 ? Promise.resolve([]) : db.select().from(media).where(inArray(media.cid, cids))
}

/** The pictures of an account's profile. */
export function queryPicturesOf(db: Reader, account: string) {
  return db
    .select()
    .from(media)
    .where(
      sql`${media.cid} in (select unnest(array[avatar_cid, background_cid]) from profiles where account = ${account})`,
    )
}

export async function insertMedia(db: Executor, row: typeof media.$inferInsert) {
  await db.insert(media).values(row).onConflictDoNothing()
}
