import { queryCursor } from '#db/queries/index-writes.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * The time by which offers and auctions are judged: the close of the newest ledger of the index, or the wall clock where
 * that is later (between two ledgers). A ledger whose clock runs ahead, such as a local one, decides.
 */
export function ledgerNow(closedAt: Date | undefined, now: Date): Date {
  return closedAt !== undefined && closedAt > now ? closedAt : now
}

/** The same, read on its own. One round trip. */
export async function readLedgerNow({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Date> {
  const [cursor] = await queryCursor(db.read)
  return ledgerNow(cursor?.closedAt, now())
}
