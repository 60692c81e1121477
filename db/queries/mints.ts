import { and, eq, lt, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { mints } from '#db/schema/creating.ts'
import { signRequests } from '#db/schema/flows.ts'

type MintRow = typeof mints.$inferSelect
type RowName = Pick<MintRow, 'account' | 'rowKey'>

const named = ({ account, rowKey }: RowName) => and(eq(mints.account, account), eq(mints.rowKey, rowKey))

/** Claims a row for a sign request: a new row, or one whose request failed. False when another request holds it. */
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

/** The id of the sign request that holds a row. */
export async function findMintHolder(db: Executor, name: RowName): Promise<string | null> {
  const [row] = await db.select({ id: mints.signRequestId }).from(mints).where(named(name))
  return row?.id ?? null
}

/** Takes over from a worker that crashed before it created the sign request. False while that worker may still be running. */
export async function takeOverMint(
  db: Executor,
  name: RowName & { signRequestId: string },
  deadline: Date,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(mints)
    .set({ claimedAt: now })
    .where(and(named(name), eq(mints.signRequestId, name.signRequestId), lt(mints.claimedAt, deadline)))
    .returning({ rowKey: mints.rowKey })
  return rows.length === 1
}

/** Releases a row whose sign request is known to have failed, so that it can be requested again at once. */
export async function releaseMint(db: Executor, name: RowName) {
  await db
    .update(mints)
    .set({ claimedAt: new Date(0) })
    .where(named(name))
}
