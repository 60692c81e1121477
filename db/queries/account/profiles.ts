import { and, desc, eq, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { follows, profiles } from '#db/schema/profiles.ts'

export type ProfileRow = typeof profiles.$inferSelect

export function queryProfile(db: Reader, account: string) {
  return db.select().from(profiles).where(eq(profiles.account, account)).limit(1)
}

type ProfileValues = Omit<typeof profiles.$inferInsert, 'createdAt' | 'updatedAt'>

/** Inserts a profile. Returns false if the account already has one. */
export async function insertProfile(db: Executor, row: ProfileValues): Promise<boolean> {
  const insertedRows = await db
    .insert(profiles)
    .values(row)
    .onConflictDoNothing()
    .returning({ account: profiles.account })
  return insertedRows.length > 0
}

export async function updateProfile(db: Executor, { account, ...changes }: ProfileValues): Promise<void> {
  await db
    .update(profiles)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(profiles.account, account))
}

/** Returns the followers of an account, newest first. */
export function queryFollowers(db: Reader, account: string, limit: number) {
  return db
    .select({ follower: follows.follower })
    .from(follows)
    .where(eq(follows.followee, account))
    .orderBy(desc(follows.createdAt), follows.follower)
    .limit(limit)
}

export function countFollowers(db: Reader, account: string, viewer: string | null) {
  return db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      following: sql<boolean>`coalesce(bool_or(${follows.follower} = ${viewer ?? ''}), false)`,
    })
    .from(follows)
    .where(eq(follows.followee, account))
}

/** Makes an account follow another one. Returns false if it already does. */
export async function insertFollow(db: Executor, follower: string, followee: string): Promise<boolean> {
  const insertedRows = await db
    .insert(follows)
    .values({ follower, followee })
    .onConflictDoNothing()
    .returning({ followee: follows.followee })
  return insertedRows.length > 0
}

export async function deleteFollow(db: Executor, follower: string, followee: string): Promise<void> {
  await db.delete(follows).where(and(eq(follows.followee, followee), eq(follows.follower, follower)))
}
