import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { history } from '#db/schema/history.ts'
import { auctions, offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { Media } from '#contract/schemas/media.ts'
import { isBarred } from '#db/sql/barred-bids.ts'
import { reachesStart, toNumeric } from '#db/sql/bid-worth.ts'
import { madeForPurpose } from '#db/queries/ledger-index/derive.ts'
import { ledgerTime } from '#db/sql/ledger-time.ts'
import { shownName } from '#db/sql/shown-names.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'

export interface CardRow {
  id: string
  name: string | null
  image: Media | null
  kind: Media['kind'] | null
  sequence: number
  flags: number
  owner: string
  rarityRank: number | null
  rarityScore: number | null
  issuer: string
  artist: string | null
  collectionId: string | null
  collectionName: string | null
  collectionVerified: boolean | null
  priceDrops: bigint | null
  issuedPrice: Amount | null
  auctionOfferId: string | null
  auctionStartAmount: Amount | null
  auctionEndsAt: Date | null
  auctionLatestEnd: Date | null
  topBidId: string | null
  topBidOwner: string | null
  topBidAmount: Amount | null
  topBidExpiration: number | null
  lastSale: Amount | null
}

/** Kind of the first file that `workFiles` (contract/rules/media.ts) lists. */
const mainKind =
  sql.raw(`coalesce(nullif(nfts.metadata->'animation'->>'kind', 'other'), nfts.metadata->'image'->>'kind',
  nfts.metadata->'animation'->>'kind', nfts.metadata->'attachment'->>'kind', nfts.metadata->'files'->0->>'kind')`)

/** True if an offer in `offers` is a public listing in an issued currency. */
export function isIssuedListing(marketplace: string): SQL | undefined {
  return and(
    eq(offers.isSell, true),
    eq(offers.state, 'open'),
    isNull(offers.amountDrops),
    isNull(offers.problem),
    or(isNull(offers.destination), eq(offers.destination, marketplace)),
    sql`not ${madeForPurpose}`,
  )
}

/**
 * Selects the price of a token of `nfts` in an issued currency, chosen as in `sale-state.ts` for a viewer without own
 * offers. It is looked up only if `condition` holds.
 */
export function selectIssuedPrice(db: Reader, marketplace: string, condition?: SQL) {
  return db
    .select({ amount: sql<Amount>`${offers.amount}`.mapWith(offers.amount).as('issued_amount') })
    .from(offers)
    .where(and(condition, eq(offers.nftId, nfts.id), isIssuedListing(marketplace)))
    .orderBy(
      sql`${offers.amount}->>'currency', ${offers.amount}->>'issuer'`,
      sql`(${offers.amount}->>'value')::numeric * case when ${offers.destination} is null then 1 else 1.01 end`,
      asc(offers.id),
    )
    .limit(1)
    .as('issued')
}

/** Selects cards of tokens with price and auction, in one statement. The caller adds `where` and `orderBy`. */
export function selectCards<Extra extends Record<string, SQL>>(db: Reader, rules: MarketRules, extra: Extra) {
  const { marketplace } = rules
  const bid = db
    .select({
      id: sql<string>`${offers.id}`.as('bid_id'),
      owner: sql<string>`${offers.owner}`.as('bid_owner'),
      amount: sql<Amount>`${offers.amount}`.mapWith(offers.amount).as('bid_amount'),
      expiration: sql<number>`${offers.expiration}`.mapWith(Number).as('bid_expiration'),
    })
    .from(offers)
    .where(
      and(
        // Not part of the join, which would otherwise read the bids of every token.
        isNotNull(auctions.offerId),
        eq(offers.nftId, nfts.id),
        eq(offers.isSell, false),
        eq(offers.state, 'open'),
        eq(offers.destination, marketplace),
        sql`${offers.owner} <> ${nfts.owner}`,
        isNull(offers.problem),
        reachesStart(sql`${offers.amount}`, sql`${auctions.startAmount}`),
        sql`not ${isBarred(rules)}`,
      ),
    )
    .orderBy(desc(toNumeric(sql`${offers.amount}`)), asc(offers.createdLedger), asc(offers.id))
    .limit(1)
    .as('bid')
  const issuedPrice = selectIssuedPrice(
    db,
    marketplace,
    sql`${nfts.priceDrops} is null and ${auctions.offerId} is null`,
  )
  const sale = db
    .select({ amount: sql<Amount>`${history.amount}`.mapWith(history.amount).as('sale_amount') })
    .from(history)
    .where(and(eq(history.nftId, nfts.id), eq(history.type, 'sale')))
    .orderBy(sql`${history.ledgerIndex} desc nulls last, ${history.position} desc nulls last`)
    .limit(1)
    .as('sale')
  return db
    .select({
      ...extra,
      id: nfts.id,
      name: nfts.name,
      image: sql<Media | null>`${nfts.metadata}->'image'`,
      kind: sql<Media['kind'] | null>`${mainKind}`,
      sequence: nfts.sequence,
      flags: nfts.flags,
      owner: nfts.owner,
      rarityRank: nfts.rarityRank,
      rarityScore: nfts.rarityScore,
      issuer: nfts.issuer,
      artist: shownName(nfts.issuer),
      collectionId: collections.id,
      collectionName: collections.name,
      collectionVerified: collections.verified,
      priceDrops: nfts.priceDrops,
      issuedPrice: issuedPrice.amount,
      auctionOfferId: auctions.offerId,
      auctionStartAmount: auctions.startAmount,
      auctionEndsAt: auctions.endsAt,
      auctionLatestEnd: auctions.latestEnd,
      topBidId: bid.id,
      topBidOwner: bid.owner,
      topBidAmount: bid.amount,
      topBidExpiration: bid.expiration,
      lastSale: sale.amount,
    })
    .from(nfts)
    .leftJoin(collections, and(eq(collections.issuer, nfts.issuer), eq(collections.taxon, nfts.taxon)))
    .leftJoin(auctions, and(eq(auctions.nftId, nfts.id), eq(auctions.state, 'running')))
    .leftJoinLateral(bid, sql`true`)
    .leftJoinLateral(sale, sql`true`)
    .leftJoinLateral(issuedPrice, sql`true`)
    .$dynamic()
}

const condition: SQL = eq(nfts.burned, false)

/** True if the work was sold after it was featured and is not for sale again. */
const isGone = (marketplace: string) => sql`${nfts.priceDrops} is null
  and not exists (select 1 from ${offers} where ${and(eq(offers.nftId, nfts.id), isIssuedListing(marketplace))})
  and not exists (select 1 from auctions a where a.nft_id = ${nfts.id} and a.state = 'running')
  and exists (select 1 from history h where h.nft_id = ${nfts.id} and h.type = 'sale' and h.closed_at > ${nfts.featuredAt})`

/**
 * Returns the works that the operator features. Omits works that were sold, because the first page shows works that can
 * be bought.
 */
export function queryFeaturedCards(db: Reader, rules: MarketRules, limit: number) {
  return selectCards(db, rules, {})
    .where(and(condition, isNotNull(nfts.featuredAt), sql`not (${isGone(rules.marketplace)})`))
    .orderBy(desc(nfts.featuredAt), asc(nfts.id))
    .limit(limit)
}

/**
 * Lists running auctions, those that end first at the top. Selects them before reading their cards, because thousands
 * may end at the same moment.
 */
export function queryAuctionCards(db: Reader, rules: MarketRules, limit: number) {
  const next = sql`(select a.offer_id from auctions a join nfts n on n.id = a.nft_id
    where a.state = 'running' and a.ends_at > ${ledgerTime} and not n.burned order by a.ends_at, a.nft_id limit ${limit}) next`
  return selectCards(db, rules, {})
    .innerJoin(next, eq(auctions.offerId, sql`next.offer_id`))
    .orderBy(asc(auctions.endsAt), asc(nfts.id))
}
