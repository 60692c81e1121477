import { eq } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { offers } from '#db/schema/offers.ts'

/** Stores that the bidder has looked at the work as of a ledger. */
export async function confirmOffer(db: Executor, id: string, ledgerIndex: number): Promise<void> {
  await db.update(offers).set({ confirmedLedger: ledgerIndex }).where(eq(offers.id, id))
}
