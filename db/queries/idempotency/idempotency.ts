import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { idempotencyKeys } from '#db/schema/trading.ts'

export type KeyRow = typeof idempotencyKeys.$inferSelect
export type KeyName = Pick<KeyRow, 'account' | 'operation' | 'key'>

const isKey = ({ account, operation, key }: KeyName) =>
  and(
    eq(idempotencyKeys.account, account),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  )

/** Claims a key. Returns false if it was used before. */
export async function claimKey(db: Executor, row: typeof idempotencyKeys.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return rows.length === 1
}

export async function findKey(db: Executor, name: KeyName): Promise<KeyRow | null> {
  const [row] = await db.select().from(idempotencyKeys).where(isKey(name))
  return row ?? null
}

/** Takes over unfinished work that another worker claimed before `deadline`. */
export async function takeOverKey(db: Executor, name: KeyName, deadline: Date, now: Date): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({ takenAt: now })
    .where(and(isKey(name), isNull(idempotencyKeys.status), lt(idempotencyKeys.takenAt, deadline)))
    .returning({ key: idempotencyKeys.key })
  return rows.length === 1
}

export async function storeReply(db: Executor, name: KeyName, status: number, reply: unknown) {
  await db.update(idempotencyKeys).set({ status, reply }).where(isKey(name))
}

/** Releases failed work immediately, so that it can be retried. */
export async function releaseKey(db: Executor, name: KeyName) {
  await db
    .update(idempotencyKeys)
    .set({ takenAt: new Date(0) })
    .where(and(isKey(name), isNull(idempotencyKeys.status)))
}

export async function dropKeysBefore(db: Executor, before: Date) {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before))
}
