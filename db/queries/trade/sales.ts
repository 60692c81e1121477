import { and, asc, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { sales } from '#db/schema/flows.ts'
import { offers } from '#db/schema/offers.ts'

export type SaleRow = typeof sales.$inferSelect

/**
 * Inserts a sale to be brokered. A buy offer can be matched in only one sale at a time; returns false if it is already
 * matched.
 */
export async function insertSale(tx: Executor, row: typeof sales.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(sales).values(row).onConflictDoNothing().returning({ id: sales.id })
  return rows.length === 1
}

export async function findSale(db: Executor, id: string): Promise<SaleRow | null> {
  const [row] = await db.select().from(sales).where(eq(sales.id, id))
  return row ?? null
}

export async function findSaleOfRequest(db: Executor, signRequestId: string): Promise<SaleRow | null> {
  const [row] = await db.select().from(sales).where(eq(sales.signRequestId, signRequestId))
  return row ?? null
}

/**
 * True if another sale of the same token must be matched first. Sales are matched one at a time, in order of creation.
 */
export async function mustWait(db: Executor, { id, nftId, createdAt }: SaleRow): Promise<boolean> {
  const [earlier] = await db
    .select({ id: sales.id })
    .from(sales)
    .where(
      and(
        eq(sales.nftId, nftId),
        eq(sales.state, 'matching'),
        sql`(${sales.createdAt}, ${sales.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .limit(1)
  return earlier !== undefined
}

/** True if a sale of a token, of any kind, is in progress. */
export async function isBeingSold(db: Executor, nftId: string): Promise<boolean> {
  const [sale] = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.nftId, nftId), eq(sales.state, 'matching')))
    .limit(1)
  return sale !== undefined
}

/** True if a validated ledger has shown that one of these offers ended. */
export async function hasEndedOffer(db: Executor, ids: string[]): Promise<boolean> {
  const [endedRow] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(inArray(offers.id, ids), ne(offers.state, 'open')))
    .limit(1)
  return endedRow !== undefined
}

/** Locks a sale for the rest of the transaction. Returns true if it is still in progress. */
export async function lockMatching(tx: Executor, id: string): Promise<boolean> {
  const [row] = await tx.select({ state: sales.state }).from(sales).where(eq(sales.id, id)).for('update')
  return row?.state === 'matching'
}

export function listMatchingSales(db: Executor, limit: number): Promise<SaleRow[]> {
  return db.select().from(sales).where(eq(sales.state, 'matching')).orderBy(asc(sales.createdAt)).limit(limit)
}

/** Settles a sale in progress. Returns false if it was already settled. */
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

/** Lists failed sales whose leftover offer may still be on the ledger, oldest first. */
export function listLeftovers(db: Executor, limit: number): Promise<SaleRow[]> {
  return db
    .select()
    .from(sales)
    .where(and(eq(sales.state, 'failed'), isNull(sales.leftoverCancelledAt)))
    .orderBy(asc(sales.createdAt), asc(sales.id))
    .limit(limit)
}

/**
 * Marks failed sales with nothing left to cancel: no offer was made for them, or it has ended according to the index.
 */
export async function markEndedLeftovers(db: Executor, at: Date) {
  const stands = db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.id, sales.leftoverOfferId), eq(offers.state, 'open')))
  await db
    .update(sales)
    .set({ leftoverCancelledAt: at })
    .where(and(eq(sales.state, 'failed'), isNull(sales.leftoverCancelledAt), notExists(stands)))
}

export async function markLeftoverCancelled(db: Executor, id: string, at: Date) {
  await db.update(sales).set({ leftoverCancelledAt: at }).where(eq(sales.id, id))
}
