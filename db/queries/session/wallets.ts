import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { wallets } from '#db/schema/accounts.ts'

export interface PushToken {
  token: string
  issuedAt: Date
}

/** Stores a sign-in. Without a push token, the stored token remains. */
export async function recordSignIn(db: Executor, account: string, pushToken: string | null, at: Date) {
  await db
    .insert(wallets)
    .values({ account, pushToken, pushTokenAt: pushToken === null ? null : at })
    .onConflictDoUpdate({
      target: wallets.account,
      set: {
        pushToken: sql`coalesce(excluded.push_token, ${wallets.pushToken})`,
        pushTokenAt: sql`coalesce(excluded.push_token_at, ${wallets.pushTokenAt})`,
      },
    })
}

/** Renews the push token, which happens with every signature. */
export async function renewPushToken(db: Executor, account: string, pushToken: string, at: Date) {
  await db.update(wallets).set({ pushToken, pushTokenAt: at }).where(eq(wallets.account, account))
}

export async function findPushToken(db: Executor, account: string): Promise<PushToken | null> {
  const [row] = await db
    .select({ token: wallets.pushToken, issuedAt: wallets.pushTokenAt })
    .from(wallets)
    .where(eq(wallets.account, account))
  return row?.token && row.issuedAt ? { token: row.token, issuedAt: row.issuedAt } : null
}

/** True if the account's owner has reported that the wallet cannot sign a Batch. */
export async function cannotSignBatch(db: Executor, account: string): Promise<boolean> {
  const [row] = await db
    .select({ noBatchAt: wallets.noBatchAt })
    .from(wallets)
    .where(eq(wallets.account, account))
  return row !== undefined && row.noBatchAt !== null
}

export async function saveBatchAbility(db: Executor, account: string, canSign: boolean, at: Date) {
  await db
    .update(wallets)
    .set({ noBatchAt: canSign ? null : at })
    .where(eq(wallets.account, account))
}
