/**
 * The time by which offers and auctions are judged: the close of the newest ledger of the index, or the wall clock where
 * that is later (between two ledgers). A ledger whose clock runs ahead, as the local one's may be made to, decides.
 */
export function ledgerNow(closedAt: Date | undefined, now: Date): Date {
  return closedAt !== undefined && closedAt > now ? closedAt : now
}
