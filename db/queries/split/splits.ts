import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Payee } from '#contract/rules/splits.ts'
import type { Executor, Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { payoutTags, reservations } from '#db/schema/on-demand.ts'
import { splitPayees } from '#db/schema/splits.ts'

export type PayeeRow = typeof splitPayees.$inferSelect

/** Inserts the payees of a split. The artist who creates it has agreed implicitly. */
export async function insertPayees(
  tx: Executor,
  splitId: string,
  payees: readonly Payee[],
  artist: string,
): Promise<void> {
  if (payees.length === 0) return
  await tx.insert(splitPayees).values(
    payees.map(({ account, perMille }, position) => ({
      splitId,
      position,
      account,
      perMille,
      agreedAt: account === artist ? new Date() : null,
    })),
  )
}

/** Records once that a payee has agreed to a split. Returns false if the account is not a payee. */
export async function agreeAsPayee(db: Executor, splitId: string, account: string): Promise<boolean> {
  const rows = await db
    .update(splitPayees)
    .set({ agreedAt: sql`coalesce(${splitPayees.agreedAt}, now())` })
    .where(and(eq(splitPayees.splitId, splitId), eq(splitPayees.account, account)))
    .returning({ account: splitPayees.account })
  return rows.length === 1
}

/** Returns the payees of splits, in order. */
export const queryPayees = (db: Reader, ids: string[]) =>
  db
    .select()
    .from(splitPayees)
    .where(inArray(splitPayees.splitId, ids))
    .orderBy(asc(splitPayees.splitId), asc(splitPayees.position))

/** Returns the payees who share the revenue of a collection's works; none if the artist receives all of it. */
export const queryPayeesOfCollection = (db: Executor, collectionId: string) =>
  db
    .select({
      splitId: splitPayees.splitId,
      account: splitPayees.account,
      perMille: splitPayees.perMille,
      agreedAt: splitPayees.agreedAt,
    })
    .from(splitPayees)
    .innerJoin(collections, eq(collections.splitId, splitPayees.splitId))
    .where(eq(collections.id, collectionId))
    .orderBy(asc(splitPayees.position))

/** Returns the payees of a split with their stored destination tags. */
export const queryPayeeTags = (db: Reader, splitId: string) =>
  db
    .select({ account: splitPayees.account, perMille: splitPayees.perMille, tag: payoutTags.tag })
    .from(splitPayees)
    .leftJoin(payoutTags, eq(payoutTags.account, splitPayees.account))
    .where(eq(splitPayees.splitId, splitId))
    .orderBy(asc(splitPayees.position))

/**
 * Replaces or removes the split of a locked collection. Items that are already reserved or sold keep their previous
 * split.
 */
export async function replaceSplit(
  tx: Executor,
  { id, splitId, issuer }: Pick<typeof collections.$inferSelect, 'id' | 'splitId' | 'issuer'>,
  next: { id: string; payees: readonly Payee[] } | null,
): Promise<void> {
  if (next !== null) await insertPayees(tx, next.id, next.payees, issuer)
  await tx
    .update(collections)
    .set({ splitId: next?.id ?? null })
    .where(eq(collections.id, id))
  if (splitId === null) return
  await tx
    .delete(splitPayees)
    .where(
      and(
        eq(splitPayees.splitId, splitId),
        sql`not exists (select 1 from ${reservations} r where r.split_id = ${splitId})`,
      ),
    )
}
