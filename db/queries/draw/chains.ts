import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { drawChains, drawCheckpoints } from '#db/schema/draws.ts'
import { insertRows, toRecordset } from '#db/sql/insert-rows.ts'
import { parseRows } from '#db/sql/rows.ts'

export type ChainRow = typeof drawChains.$inferSelect

/**
 * Locks the draws of a collection for the rest of the transaction, so that no request, epoch or withdrawal can begin.
 */
export async function lockChain(tx: Executor, collectionId: string): Promise<ChainRow | null> {
  const [row] = await tx
    .select()
    .from(drawChains)
    .where(eq(drawChains.collectionId, collectionId))
    .for('update')
  return row ?? null
}

/** Random collections with on-demand items that have no seed chain yet. */
export const wantsChain = sql`c.random and not exists (select 1 from draw_chains h where h.collection_id = c.id)
  and exists (select 1 from demand_items i where i.collection_id = c.id and i.hidden and i.state in ('draft', 'for_sale'))`

export async function listWithoutChain(db: Executor, limit: number): Promise<string[]> {
  const result = await db.execute(
    sql`select c.id from collections c where ${wantsChain} order by c.id limit ${limit}`,
  )
  return parseRows(v.object({ id: v.string() }), result).map(({ id }) => id)
}

export function listUnfinishedChains(db: Executor, limit: number): Promise<ChainRow[]> {
  return db
    .select()
    .from(drawChains)
    .where(isNull(drawChains.tip))
    .orderBy(asc(drawChains.collectionId))
    .limit(limit)
}

export async function insertChain(db: Executor, row: typeof drawChains.$inferInsert): Promise<void> {
  await db.insert(drawChains).values(row).onConflictDoNothing()
}

/** Stores a slice of a chain. Returns false if another worker has stored it already. */
export async function storeSlice(
  tx: Executor,
  { collectionId, reached: reachedNumber }: ChainRow,
  next: Pick<ChainRow, 'reached' | 'sealed' | 'tip'>,
  checkpoints: { number: number; sealed: string }[],
): Promise<boolean> {
  const updatedRows = await tx
    .update(drawChains)
    .set(next)
    .where(
      and(
        eq(drawChains.collectionId, collectionId),
        eq(drawChains.reached, reachedNumber),
        isNull(drawChains.tip),
      ),
    )
    .returning({ collectionId: drawChains.collectionId })
  if (updatedRows.length === 0) return false
  await insertRows(
    tx,
    drawCheckpoints,
    toRecordset(
      drawCheckpoints,
      checkpoints.map((checkpoint) => ({ collectionId, ...checkpoint })),
    ),
    sql`on conflict do nothing`,
  )
  return true
}

/** Returns the nearest checkpoint at or above a number. */
export async function findCheckpoint(db: Executor, collectionId: string, number: number) {
  const [row] = await db
    .select()
    .from(drawCheckpoints)
    .where(and(eq(drawCheckpoints.collectionId, collectionId), gte(drawCheckpoints.number, number)))
    .orderBy(asc(drawCheckpoints.number))
    .limit(1)
  return row ?? null
}
