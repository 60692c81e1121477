import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { offerCancellations } from '#db/schema/management.ts'
import { offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'

/** Lists open sell offers of an issuer in its collection, except offers in a sale in progress. */
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

/** Lists the makers and destinations of these offers. */
export async function listOfferParties(
  db: Executor,
  ids: string[],
): Promise<{ id: string; owner: string; destination: string | null }[]> {
  return db
    .select({ id: offers.id, owner: offers.owner, destination: offers.destination })
    .from(offers)
    .where(inArray(offers.id, ids))
}

/** Requests the cancellation of offers. Repeating the call changes nothing. */
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

/**
 * Maximum number per seller and day. Each cancellation costs the marketplace a transaction, and sellers can find the
 * remaining offers among their dead offers.
 */
const perSellerAndDay = 100

const notRequested = sql`not exists (select 1 from offer_cancellations c where c.offer_id = o.id)`
const isDormant = sql`o.state = 'open' and o.is_sell and o.problem = 'seller_not_owner' and ${notRequested}`

/** True if a marketplace listing exists whose seller no longer owns the work. */
export const hasDormantOffers = sql`exists (
  select 1 from offers o join treasury_state t on t.account = o.destination where ${isDormant})`

/**
 * Requests the cancellation of offers `o`. The request stands even if the work returns before the cancellation, because
 * the listing would have an old price.
 */
const request = (dormant: SQL) => sql`
  insert into offer_cancellations (offer_id, seller)
  select d.id, d.owner from (
    select o.id, o.owner, row_number() over (partition by o.owner order by o.created_ledger, o.id) as place ${dormant}
  ) d
  where d.place + (select count(*) from offer_cancellations c
    where c.seller = d.owner and c.created_at > now() - interval '1 day') <= ${perSellerAndDay}
  order by d.place limit 400
  on conflict do nothing`

/** Cancels marketplace listings whose sellers no longer own the work, unless a signed purchase names them. */
export async function requestDormant(db: Executor, marketplace: string): Promise<void> {
  await db.execute(
    request(sql`from offers o where o.destination = ${marketplace} and ${isDormant}
      and not exists (select 1 from presigned_parts p where p.state = 'lent'
        and p.sales @> jsonb_build_array(jsonb_build_object('sellOfferId', o.id)))`),
  )
}

/** A work that an owner has transferred. */
export interface Departure {
  nftId: string
  seller: string
  ledgerIndex: number
}

/**
 * Cancels the listings of works that have just left their owners. A later check could miss them, because works may
 * return in the meantime.
 */
export async function requestDeparted(
  tx: Executor,
  marketplace: string,
  departures: Departure[],
): Promise<void> {
  if (departures.length === 0) return
  await tx.execute(
    request(sql`from offers o where o.state = 'open' and o.is_sell and o.destination = ${marketplace} and ${notRequested}
      and exists (select 1 from json_to_recordset(${JSON.stringify(departures)}::json)
        as left_by("nftId" text, seller text, "ledgerIndex" bigint)
        where left_by."nftId" = o.nft_id and left_by.seller = o.owner and o.created_ledger < left_by."ledgerIndex")
      and o.nft_id = any(${sql.param([...new Set(departures.map(({ nftId }) => nftId))])}::text[])`),
  )
}

/** Ends cancellations whose offer is no longer open according to the index. */
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

/** Lists offers still to be cancelled, except offers in a sale in progress. */
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

/** Removes offers from the queue that the ledger refuses to cancel. */
export async function dropCancellations(db: Executor, offerIds: string[]): Promise<void> {
  if (offerIds.length === 0) return
  await db
    .update(offerCancellations)
    .set({ endedAt: sql`now()` })
    .where(inArray(offerCancellations.offerId, offerIds))
}
