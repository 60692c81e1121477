import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { history } from '#db/schema/history.ts'
import { auctions, offers } from '#db/schema/offers.ts'
import { itemOrders, nfts } from '#db/schema/tokens.ts'
import { selectChosen, selectCollections } from '#db/queries/collection/collections.ts'
import { selectIssuedPrice } from '#db/queries/nft/cards.ts'
import { changedLedger } from '#db/queries/ledger-index/last-change.ts'
import { leastBid } from '#db/queries/standing-bid/least-bids.ts'

/**
 * Counts an account's minted tokens, owned tokens and unsold on-demand items, and values the owned tokens at the floor
 * price of their collections.
 */
export function countTokens(db: Reader, account: string) {
  // Groups by collection first, which needs only an index, because an account may own tens of thousands of tokens.
  const ownedCount = sql`(select coalesce(sum(w.works), 0) as owned, coalesce(sum(w.works) filter (where c.verified), 0) as verified,
      coalesce(sum(w.works * c.floor_drops), 0)::text as floor_value
    from (select issuer, taxon, count(*) as works from nfts where owner = ${account} and not burned group by issuer, taxon) w
    left join collections c on c.issuer = w.issuer and c.taxon = w.taxon) owned`
  return db
    .select({
      minted: sql<number>`(select count(*) from nfts n where n.issuer = ${account} and not n.burned)`.mapWith(
        Number,
      ),
      // As in the collection statistics, an inventory item already has a token and counts as minted.
      unminted:
        sql<number>`(select count(*) from demand_items where issuer = ${account} and state in ('draft', 'for_sale') and token_id is null and edition_id is null)`.mapWith(
          Number,
        ),
      owned: sql<number>`owned.owned`.mapWith(Number),
      verified: sql<number>`owned.verified`.mapWith(Number),
      floorValue: sql<string>`owned.floor_value`,
      artistFloor: sql<
        string | null
      >`(select min(floor_drops)::text from collections where issuer = ${account} and announced)`,
    })
    .from(ownedCount)
}

/** Reads tokens by id. */
export function queryTokens(db: Reader, marketplace: string, ids: string[]) {
  const issuedPrice = selectIssuedPrice(db, marketplace)
  return db
    .select({
      id: nfts.id,
      name: nfts.name,
      metadata: nfts.metadata,
      collectionId: collections.id,
      collectionName: collections.name,
      floorDrops: collections.floorDrops,
      priceDrops: nfts.priceDrops,
      issuedPrice: issuedPrice.amount,
      auctionEndsAt: auctions.endsAt,
    })
    .from(nfts)
    .leftJoin(collections, and(eq(collections.issuer, nfts.issuer), eq(collections.taxon, nfts.taxon)))
    .leftJoin(auctions, and(eq(auctions.nftId, nfts.id), eq(auctions.state, 'running')))
    .leftJoinLateral(issuedPrice, sql`${nfts.priceDrops} is null and ${auctions.offerId} is null`)
    .where(inArray(nfts.id, ids))
}

export function queryCollectionsOfIssuer(db: Reader, issuer: string, limit: number) {
  return selectCollections(db, {})
    .where(eq(collections.issuer, issuer))
    .orderBy(desc(collections.createdAt), collections.id)
    .limit(limit)
}

/** Returns verified collections in random order. */
export function queryVerifiedRandom(db: Reader, limit: number) {
  return selectChosen(
    db,
    sql`select id, random() as place from collections where verified and announced order by place limit ${limit}`,
  )
}

export type AccountOfferRow = Awaited<ReturnType<typeof selectOffers>>[number]

/** Orders the works `other` of a collection by price, in the order of an index, so that no sort is needed. */
const otherByPrice = itemOrders({
  priceDrops: sql`other.price_drops`,
  listedLedger: sql`other.listed_ledger`,
  rarityRank: sql`other.rarity_rank`,
}).price_inc.value

function selectOffers(db: Reader, account: string, condition: SQL, limit: number) {
  return db
    .select({
      offer: offers,
      name: nfts.name,
      sequence: nfts.sequence,
      metadata: nfts.metadata,
      floor: collections.floorDrops,
      otherFloor: sql<
        string | null
      >`case when ${offers.isSell} and ${offers.amountDrops} <= ${collections.floorDrops} then (
        select other.price_drops::text from ${nfts} other where other.issuer = ${nfts.issuer} and other.taxon = ${nfts.taxon}
          and not other.burned and other.owner <> ${offers.owner} and other.price_drops is not null
        order by ${otherByPrice}, other.sequence limit 1) end`,
      onAuction: sql<boolean>`exists (select 1 from auctions a where a.nft_id = ${offers.nftId} and a.state = 'running')`,
      changedLedger: changedLedger(sql`${offers.nftId}`),
      // True for zero-price offers from accounts that this account neither follows nor has traded with.
      unsolicited: sql<boolean>`${offers.isSell} and ${offers.amountDrops} = 0 and ${offers.owner} <> ${account}
        and not exists (select 1 from follows f where f.followee = ${offers.owner} and f.follower = ${account})
        and not exists (select 1 from history h where h.seller = ${account} and h.buyer = ${offers.owner} and h.type in ('sale', 'transfer'))
        and not exists (select 1 from history h where h.buyer = ${account} and h.seller = ${offers.owner} and h.type in ('sale', 'transfer'))`,
    })
    .from(offers)
    .leftJoin(nfts, eq(nfts.id, offers.nftId))
    .leftJoin(collections, and(eq(collections.issuer, nfts.issuer), eq(collections.taxon, nfts.taxon)))
    .where(and(eq(offers.state, 'open'), condition))
    .orderBy(desc(offers.createdLedger), asc(offers.id))
    .limit(limit)
}

export function queryOffersOwned(db: Reader, account: string, limit: number) {
  return selectOffers(db, account, sql`${offers.owner} = ${account}`, limit)
}

export function queryOffersOnTokens(db: Reader, account: string, limit: number) {
  return selectOffers(
    db,
    account,
    // Bids in XRP below the least bid are hidden from the owner.
    sql`${offers.nftId} in (select id from nfts where owner = ${account} and not burned)
      and (${offers.isSell} or ${offers.amountDrops} is null or ${offers.amountDrops} >= coalesce(${leastBid(sql`${offers.nftId}`)}, 0)
        or exists (select 1 from auctions a where a.nft_id = ${offers.nftId} and a.state = 'running'))`,
    limit,
  )
}

export function queryOffersTo(db: Reader, account: string, limit: number) {
  return selectOffers(db, account, sql`${offers.destination} = ${account}`, limit)
}

/** Reads the sales, purchases and transfers of an account, newest first. */
export function queryAccountHistory(db: Reader, account: string, limit: number) {
  return db
    .select({ event: history, name: nfts.name, sequence: nfts.sequence, metadata: nfts.metadata })
    .from(history)
    .leftJoin(nfts, eq(nfts.id, history.nftId))
    .where(
      and(
        or(eq(history.seller, account), eq(history.buyer, account)),
        sql`${history.type} in ('sale', 'transfer')`,
      ),
    )
    .orderBy(desc(history.ledgerIndex), desc(history.position))
    .limit(limit)
}
