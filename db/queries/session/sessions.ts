import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { sessions } from '#db/schema/accounts.ts'

export type SessionRow = typeof sessions.$inferSelect

export interface FoundSession extends Pick<SessionRow, 'signedAt' | 'endedAt' | 'wallet' | 'userToken'> {
  /** Time at which the latest later session of the account was opened; null if there is none. */
  newerSignInAt: Date | null
}

export async function insertSession(
  db: Executor,
  row: Pick<SessionRow, 'id' | 'account' | 'wallet' | 'userToken' | 'signedAt' | 'expiresAt'>,
) {
  await db.insert(sessions).values(row).onConflictDoNothing()
}

/**
 * Opens a session. The browser may fetch it again for `graceSeconds`, in case the reply was lost. Returns null if the
 * session has ended or that time is over.
 */
export async function openSession(
  db: Executor,
  id: string,
  graceSeconds: number,
): Promise<SessionRow | null> {
  const collectable = sql`(${sessions.openedAt} is null or ${sessions.openedAt} > now() - make_interval(secs => ${graceSeconds}))`
  const [row] = await db
    .update(sessions)
    .set({ openedAt: sql`coalesce(${sessions.openedAt}, now())` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt), collectable))
    .returning()
  return row ?? null
}

export async function findSession(db: Executor, id: string, account: string): Promise<FoundSession | null> {
  const newer = sql<string | null>`(
    select max(other.opened_at) from ${sessions} other
    where other.account = ${account} and other.id <> ${id} and other.opened_at > ${sessions}.opened_at
  )`
  const [row] = await db
    .select({
      signedAt: sessions.signedAt,
      endedAt: sessions.endedAt,
      wallet: sessions.wallet,
      userToken: sessions.userToken,
      newer,
    })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.account, account)))
  if (row === undefined) return null
  const { newer: newest, ...session } = row
  return { ...session, newerSignInAt: newest === null ? null : new Date(newest) }
}

export async function endSession(db: Executor, id: string) {
  await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}

/** Ends every session of an account, including sessions that no browser has fetched yet. */
export async function endSessions(db: Executor, account: string) {
  await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.account, account), isNull(sessions.endedAt)))
}

export async function dropExpiredSessions(db: Executor) {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
}
