import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * Returns the time used for offers and auctions: the close of the newest indexed ledger, or the wall clock if that is
 * later (between two ledgers). A ledger whose clock runs ahead (a local one) takes precedence.
 */
export function ledgerNow(closedAt: Date | undefined, now: Date): Date {
  return closedAt !== undefined && closedAt > now ? closedAt : now
}

/** Reads the same time from the database, in one round trip. */
export async function readLedgerNow({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Date> {
  const [cursor] = await queryCursor(db.http)
  return ledgerNow(cursor?.closedAt, now())
}
