import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { uploads } from '#db/schema/creating.ts'
import { media } from '#db/schema/media.ts'
import { storageAccounts, storageTotal } from '#db/schema/storage.ts'

/** Storage limits of an account per day (UTC). */
export interface DayLimits {
  bytes: number
  files: number
}

export async function hasStorageAccount(db: Executor, account: string): Promise<boolean> {
  const rows = await db
    .select({ account: storageAccounts.account })
    .from(storageAccounts)
    .where(eq(storageAccounts.account, account))
  return rows.length === 1
}

export async function openStorageAccount(db: Executor, account: string, now: Date): Promise<void> {
  await db
    .insert(storageAccounts)
    .values({ account, since: now, day: dayOf(now) })
    .onConflictDoNothing()
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/**
 * Adds bytes to an account's usage of the day. Returns false, without adding anything, if that would exceed the quota.
 */
export async function countForAccount(
  tx: Executor,
  account: string,
  addition: DayLimits,
  rules: { limits: DayLimits; newLimits: DayLimits; newSince: Date; now: Date },
): Promise<boolean> {
  const { limits, newLimits, newSince, now } = rules
  const today = dayOf(now)
  const sum = (column: typeof storageAccounts.bytes | typeof storageAccounts.files, more: number) =>
    sql`case when ${storageAccounts.day} = ${today} then ${column} else 0 end + ${more}::bigint`
  const limitOf = (kind: keyof DayLimits) =>
    sql`case when ${storageAccounts.since} > ${newSince} then ${newLimits[kind]}::bigint else ${limits[kind]}::bigint end`
  const rows = await tx
    .update(storageAccounts)
    .set({
      bytes: sum(storageAccounts.bytes, addition.bytes),
      files: sum(storageAccounts.files, addition.files),
      day: today,
    })
    .where(
      and(
        eq(storageAccounts.account, account),
        lte(sum(storageAccounts.bytes, addition.bytes), limitOf('bytes')),
        lte(sum(storageAccounts.files, addition.files), limitOf('files')),
      ),
    )
    .returning({ account: storageAccounts.account })
  return rows.length === 1
}

/**
 * Adds bytes to the usage of the whole store. Returns false, without adding anything, if that would exceed the
 * capacity.
 */
export async function countInTotal(tx: Executor, bytes: number, maxBytes: number): Promise<boolean> {
  await tx
    .insert(storageTotal)
    .values({ bytes: 0, countedAt: new Date(0) })
    .onConflictDoNothing()
  const rows = await tx
    .update(storageTotal)
    .set({ bytes: sql`${storageTotal.bytes} + ${bytes}::bigint` })
    .where(lte(sql`${storageTotal.bytes} + ${bytes}::bigint`, maxBytes))
    .returning({ bytes: storageTotal.bytes })
  return rows.length === 1
}

/**
 * Subtracts deleted bytes from the total, and from the account's day if they were counted on that day. The file count
 * is unchanged, because it limits calls to the store, including those of abandoned uploads.
 */
export async function releaseBytes(
  tx: Executor,
  { account, bytes, createdAt }: { account: string; bytes: number; createdAt: Date },
): Promise<void> {
  await tx
    .update(storageAccounts)
    .set({ bytes: sql`greatest(0, ${storageAccounts.bytes} - ${bytes}::bigint)` })
    .where(and(eq(storageAccounts.account, account), eq(storageAccounts.day, dayOf(createdAt))))
  await tx.update(storageTotal).set({ bytes: sql`greatest(0, ${storageTotal.bytes} - ${bytes}::bigint)` })
}

/**
 * Recounts the whole store, unless that was done since `before`. Uploads wait for the locked row, so that none is
 * missed: the transaction that counts an upload also writes its row.
 */
export async function recountStorage(tx: Executor, before: Date, now: Date): Promise<void> {
  const dueRows = await tx
    .select({ id: storageTotal.id })
    .from(storageTotal)
    .where(lt(storageTotal.countedAt, before))
    .for('update')
  if (dueRows.length === 0) return
  const total = sql`(select coalesce(sum(${media.bytes}), 0) from ${media} where ${media.s3Key} is not null)`
  const pendingBytes = sql`(select coalesce(sum(${uploads.bytes}), 0) from ${uploads} where ${uploads.state} in ('open', 'verifying'))`
  await tx.update(storageTotal).set({ bytes: sql`${total} + ${pendingBytes}`, countedAt: now })
}
