import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { mints } from '#db/schema/creating.ts'
import { signRequests } from '#db/schema/flows.ts'

type MintRow = typeof mints.$inferSelect
type RowName = Pick<MintRow, 'account' | 'rowKey'>

const isRow = ({ account, rowKey }: RowName) => and(eq(mints.account, account), eq(mints.rowKey, rowKey))

/**
 * Claims a row for a sign request: a new row, or one whose request failed. Returns false if another request holds it.
 */
export async function claimMint(db: Executor, row: MintRow): Promise<boolean> {
  const rows = await db
    .insert(mints)
    .values(row)
    .onConflictDoUpdate({
      target: [mints.account, mints.rowKey],
      set: { signRequestId: row.signRequestId, claimedAt: row.claimedAt },
      setWhere: sql`exists (select 1 from ${signRequests} r where r.id = ${mints.signRequestId} and r.state in ('failed', 'rejected', 'expired'))`,
    })
    .returning({ rowKey: mints.rowKey })
  return rows.length === 1
}

/** Returns the id of the sign request that holds a row. */
export async function findMintHolder(db: Executor, name: RowName): Promise<string | null> {
  const [row] = await db.select({ id: mints.signRequestId }).from(mints).where(isRow(name))
  return row?.id ?? null
}

/** Counts the rows of an account that a sign request holds. */
export function countMintsOf(db: Executor, account: string, signRequestId: string): Promise<number> {
  return db.$count(mints, and(eq(mints.account, account), eq(mints.signRequestId, signRequestId)))
}

/**
 * Takes over rows whose request was never created because the worker that claimed them crashed or failed. Skips rows
 * claimed after `deadline`, because their worker may still be running. Returns the rows that were taken over.
 */
export async function takeOverMints(
  db: Executor,
  { account, holder, rowKeys }: { account: string; holder: string; rowKeys: string[] },
  to: { signRequestId: string; claimedAt: Date },
  deadline: Date,
): Promise<string[]> {
  const isHeld = and(
    eq(mints.account, account),
    inArray(mints.rowKey, rowKeys),
    eq(mints.signRequestId, holder),
    lt(mints.claimedAt, deadline),
  )
  const rows = await db.update(mints).set(to).where(isHeld).returning({ rowKey: mints.rowKey })
  return rows.map(({ rowKey }) => rowKey)
}

/** Rows of an account that are held by a sign request. */
interface HeldRows {
  account: string
  signRequestId: string
  rowKeys: string[]
}

// Uses the primary key.
const heldBy = ({ account, signRequestId, rowKeys }: HeldRows) =>
  and(eq(mints.account, account), inArray(mints.rowKey, rowKeys), eq(mints.signRequestId, signRequestId))

/** Releases rows whose request failed before it was created, so that they can be requested again immediately. */
export async function releaseMints(db: Executor, rows: HeldRows) {
  await db
    .update(mints)
    .set({ claimedAt: new Date(0) })
    .where(heldBy(rows))
}

/** Frees rows that a request did not mint although it minted others. */
export async function freeMints(db: Executor, rows: HeldRows) {
  if (rows.rowKeys.length > 0) await db.delete(mints).where(heldBy(rows))
}
