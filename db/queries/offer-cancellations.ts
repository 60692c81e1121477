import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { offerCancellations } from '#db/schema/management.ts'
import { offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'

/** Open sell offers of an issuer in its collection, except those in a sale that is in progress. */
export async function listIssuerOffers(
  db: Executor,
  { issuer, taxon }: { issuer: string; taxon: number },
): Promise<{ id: string; destination: string | null }[]> {
  return db
    .select({ id: offers.id, destination: offers.destination })
    .from(offers)
    .innerJoin(nfts, eq(nfts.id, offers.nftId))
    .where(
      and(
        eq(offers.owner, issuer),
        eq(offers.state, 'open'),
        eq(offers.isSell, true),
        eq(nfts.issuer, issuer),
        eq(nfts.taxon, taxon),
        sql`not exists (select 1 from sales s where s.sell_offer_id = ${offers.id} and s.state = 'matching')`,
      ),
    )
    .orderBy(asc(offers.id))
}

/** Makers and destinations of these offers. */
export async function listOfferParties(
  db: Executor,
  ids: string[],
): Promise<{ id: string; owner: string; destination: string | null }[]> {
  return db
    .select({ id: offers.id, owner: offers.owner, destination: offers.destination })
    .from(offers)
    .where(inArray(offers.id, ids))
}

/** Repeating it changes nothing. */
export async function requestCancellations(
  tx: Executor,
  collectionId: string,
  offerIds: string[],
): Promise<void> {
  if (offerIds.length === 0) return
  await tx
    .insert(offerCancellations)
    .values(offerIds.map((offerId) => ({ offerId, collectionId })))
    .onConflictDoNothing()
}

/** Ends those whose offer is no longer open according to the index. */
export async function markEndedCancellations(db: Executor): Promise<void> {
  await db
    .update(offerCancellations)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        isNull(offerCancellations.endedAt),
        sql`not exists (select 1 from offers o where o.id = ${offerCancellations.offerId} and o.state = 'open')`,
      ),
    )
}

/** Offers still to be cancelled, except those in a sale that is in progress. */
export async function listCancellations(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .select({ offerId: offerCancellations.offerId })
    .from(offerCancellations)
    .where(
      and(
        isNull(offerCancellations.endedAt),
        sql`not exists (select 1 from sales s where s.sell_offer_id = ${offerCancellations.offerId} and s.state = 'matching')`,
      ),
    )
    .orderBy(asc(offerCancellations.createdAt), asc(offerCancellations.offerId))
    .limit(limit)
  return rows.map(({ offerId }) => offerId)
}

/** Gives up on offers that the ledger refuses to cancel. */
export async function dropCancellations(db: Executor, offerIds: string[]): Promise<void> {
  if (offerIds.length === 0) return
  await db
    .update(offerCancellations)
    .set({ endedAt: sql`now()` })
    .where(inArray(offerCancellations.offerId, offerIds))
}
