import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import {
  collectionBlacklist,
  collectionRules,
  collectionWhitelist,
  promoAttempts,
} from '#db/schema/collection-rules.ts'

export type RulesRow = typeof collectionRules.$inferSelect
type RulesChange = Partial<
  Pick<RulesRow, 'whitelistEnabled' | 'blacklistEnabled' | 'promoCodeEnabled' | 'promoCode' | 'promoDigest'>
>

export interface WhitelistEntry {
  account: string
  /** Maximum number of purchases from the issuer; 0 for no limit. */
  most: number
}

export function queryRules(db: Reader, collectionId: string) {
  return db.select().from(collectionRules).where(eq(collectionRules.collectionId, collectionId))
}

/** Reads the rules within a transaction that has locked the collection; null if no rules were ever set. */
export async function findRules(tx: Executor, collectionId: string): Promise<RulesRow | null> {
  const [row] = await tx.select().from(collectionRules).where(eq(collectionRules.collectionId, collectionId))
  return row ?? null
}

export function queryWhitelist(db: Reader, collectionId: string) {
  return db
    .select({ account: collectionWhitelist.account, most: collectionWhitelist.most })
    .from(collectionWhitelist)
    .where(eq(collectionWhitelist.collectionId, collectionId))
    .orderBy(asc(collectionWhitelist.account))
}

/** Lists the whitelist within a transaction, unordered. */
export async function listWhitelist(tx: Executor, collectionId: string): Promise<WhitelistEntry[]> {
  return tx
    .select({ account: collectionWhitelist.account, most: collectionWhitelist.most })
    .from(collectionWhitelist)
    .where(eq(collectionWhitelist.collectionId, collectionId))
}

export function queryBlacklist(db: Reader, collectionId: string) {
  return db
    .select({ account: collectionBlacklist.account })
    .from(collectionBlacklist)
    .where(eq(collectionBlacklist.collectionId, collectionId))
    .orderBy(asc(collectionBlacklist.account))
}

/** Sets the given fields and leaves the others unchanged. Set `promoCode` and `promoDigest` together. */
export async function saveRules(db: Executor, collectionId: string, change: RulesChange) {
  await db
    .insert(collectionRules)
    .values({ collectionId, ...change })
    .onConflictDoUpdate({ target: collectionRules.collectionId, set: { ...change, updatedAt: sql`now()` } })
}

/** Lists the blacklist within a transaction, unordered. */
export async function listBlacklist(tx: Executor, collectionId: string): Promise<string[]> {
  const rows = await tx
    .select({ account: collectionBlacklist.account })
    .from(collectionBlacklist)
    .where(eq(collectionBlacklist.collectionId, collectionId))
  return rows.map(({ account }) => account)
}

const chunkSize = 5000

/** Replaces the whitelist; call it in a transaction. */
export async function replaceWhitelist(tx: Executor, collectionId: string, entries: WhitelistEntry[]) {
  await tx.delete(collectionWhitelist).where(eq(collectionWhitelist.collectionId, collectionId))
  for (let start = 0; start < entries.length; start += chunkSize) {
    const rows = entries.slice(start, start + chunkSize).map((entry) => ({ collectionId, ...entry }))
    await tx.insert(collectionWhitelist).values(rows).onConflictDoNothing()
  }
}

/** Replaces the blacklist; call it in a transaction. */
export async function replaceBlacklist(tx: Executor, collectionId: string, accounts: string[]) {
  await tx.delete(collectionBlacklist).where(eq(collectionBlacklist.collectionId, collectionId))
  for (let start = 0; start < accounts.length; start += chunkSize) {
    const rows = accounts.slice(start, start + chunkSize).map((account) => ({ collectionId, account }))
    await tx.insert(collectionBlacklist).values(rows).onConflictDoNothing()
  }
}

const isOver = lt(promoAttempts.since, sql`now() - interval '1 hour'`)

/** Subject of the row that counts all accounts together. */
const allAccounts = '*'

export interface PromoLimits {
  perAccount: number
  /** Number of wrong codes per hour, over all accounts, above which `perAccountWhenGuessedAt` applies. */
  guessedAt: number
  perAccountWhenGuessedAt: number
}

/** Counts an attempt. Returns false if this hour's maximum is already reached. */
async function countAttempt(db: Executor, collectionId: string, subject: string, max: SQL | null) {
  const rows = await db
    .insert(promoAttempts)
    .values({ collectionId, subject, attempts: 1, since: sql`now()` })
    .onConflictDoUpdate({
      target: [promoAttempts.collectionId, promoAttempts.subject],
      set: {
        attempts: sql`case when ${isOver} then 1 else ${promoAttempts.attempts} + 1 end`,
        since: sql`case when ${isOver} then now() else ${promoAttempts.since} end`,
      },
      ...(max === null ? {} : { setWhere: sql`${isOver} or ${promoAttempts.attempts} < ${max}` }),
    })
    .returning({ attempts: promoAttempts.attempts })
  return rows.length === 1
}

/**
 * Counts an account's attempt at a promo code before the code is compared, so that parallel attempts count too. Returns
 * false if no attempt is left in this hour.
 */
export function takePromoAttempt(
  db: Executor,
  collectionId: string,
  account: string,
  { perAccount, guessedAt, perAccountWhenGuessedAt }: PromoLimits,
): Promise<boolean> {
  const max = sql`case when exists (
    select 1 from ${promoAttempts} total
    where total.collection_id = ${collectionId} and total.subject = ${allAccounts}
      and total.since >= now() - interval '1 hour' and total.attempts >= ${guessedAt}
  ) then ${perAccountWhenGuessedAt}::int else ${perAccount}::int end`
  return countAttempt(db, collectionId, account, max)
}

/** Counts a wrong code for the collection. */
export async function countPromoMiss(db: Executor, collectionId: string) {
  await countAttempt(db, collectionId, allAccounts, null)
}

/** Removes an attempt from the count, because the code was correct. */
export async function returnPromoAttempt(db: Executor, collectionId: string, subject: string) {
  await db
    .update(promoAttempts)
    .set({ attempts: sql`greatest(0, ${promoAttempts.attempts} - 1)` })
    .where(and(eq(promoAttempts.collectionId, collectionId), eq(promoAttempts.subject, subject)))
}

export async function dropPromoAttempts(db: Executor) {
  await db.delete(promoAttempts).where(isOver)
}
