import { findCursor } from '#db/queries/ledger-index/writes.ts'
import type { Context } from '#worker/domain/context.ts'

/** Returns the newest ledger of the index; null before the first one. */
export async function readNewestLedger({
  db,
}: Pick<Context, 'db'>): Promise<{ index: number; closedAt: string } | null> {
  const cursor = await findCursor(db.http)
  return cursor === null ? null : { index: cursor.ledgerIndex, closedAt: cursor.closedAt.toISOString() }
}
