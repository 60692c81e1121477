import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { sales } from '#db/schema/flows.ts'

export type SaleRow = typeof sales.$inferSelect

/** Records a sale to be brokered; a buy offer is matched once, so a second insert changes nothing. */
export async function insertSale(tx: Executor, row: typeof sales.$inferInsert) {
  await tx.insert(sales).values(row).onConflictDoNothing()
}

export async function findSaleOfRequest(db: Executor, signRequestId: string): Promise<SaleRow | null> {
  const [row] = await db.select().from(sales).where(eq(sales.signRequestId, signRequestId))
  return row ?? null
}

export function listMatchingSales(db: Executor, limit: number): Promise<SaleRow[]> {
  return db.select().from(sales).where(eq(sales.state, 'matching')).orderBy(asc(sales.createdAt)).limit(limit)
}

/** Settles a sale that is still being matched. False when it was settled before. */
export async function settleSale(
  tx: Executor,
  id: string,
  outcome: Pick<SaleRow, 'state' | 'txid' | 'ledgerIndex' | 'result' | 'code' | 'message' | 'settledAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(sales)
    .set(outcome)
    .where(and(eq(sales.id, id), eq(sales.state, 'matching')))
    .returning({ id: sales.id })
  return rows.length === 1
}
