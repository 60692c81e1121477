import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Reader, Executor } from '#db/executor.ts'
import { offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { ledgerTime } from '#db/sql/ledger-time.ts'

/**
 * Lists open offers of an account that can no longer be accepted, oldest first: according to the index, or because they
 * have expired by the clock.
 */
export function queryDeadOffers(db: Reader, account: string, limit: number) {
  return db
    .select({ offer: offers, name: nfts.name, sequence: nfts.sequence })
    .from(offers)
    .leftJoin(nfts, eq(nfts.id, offers.nftId))
    .where(
      and(
        eq(offers.owner, account),
        eq(offers.state, 'open'),
        or(
          isNotNull(offers.problem),
          sql`to_timestamp(${offers.expiration} + ${rippleEpochSeconds}) <= ${ledgerTime}`,
        ),
      ),
    )
    .orderBy(asc(offers.createdLedger), asc(offers.id))
    .limit(limit)
}

/** Stores that the bidder has looked at the work as of a ledger. */
export async function confirmOffer(db: Executor, id: string, ledgerIndex: number): Promise<void> {
  await db.update(offers).set({ confirmedLedger: ledgerIndex }).where(eq(offers.id, id))
}
