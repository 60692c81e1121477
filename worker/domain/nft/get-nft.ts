import { sentence } from '#contract/words/sentence.ts'
import { queryBarredBids } from '#db/queries/trade/bidder-bans.ts'
import { queryCollectionOf } from '#db/queries/collection/collections.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import {
  type AuctionRow,
  type NftRow,
  queryBatchPayments,
  queryHistory,
  queryNft,
  queryOpenOffers,
  queryRunningAuction,
} from '#db/queries/nft/nfts.ts'
import { queryLastChange } from '#db/queries/ledger-index/last-change.ts'
import { queryPeopleOfToken } from '#db/queries/people/people.ts'
import { queryItemOfToken } from '#db/queries/demand/items.ts'
import { queryTraitCounts } from '#db/queries/collection/traits.ts'
import { queryUsdPrice } from '#db/queries/prices/prices.ts'
import { queryLeastBid } from '#db/queries/standing-bid/least-bids.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { Auction, Nft, NftReply, Offer } from '#contract/schemas/nfts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { countsAsBid } from '#contract/rules/sale-state.ts'
import type { Context } from '#worker/domain/context.ts'
import { priceView } from '#worker/domain/prices/price-view.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { identifyToken, tokenFlags } from '#worker/ledger/token-id.ts'
import { hexToText } from '#worker/ledger/uri.ts'
import { collectionView } from './collection-view.ts'
import { onDemandView } from './on-demand-view.ts'
import { namedFiles } from '#worker/domain/media/named-files.ts'
import { recordFilesSoon } from '#worker/domain/media/record-stored-files.ts'
import { metadataTries, metadataView } from './metadata-view.ts'
import { isPutOff, refreshMetadataSoon } from './refresh-metadata-soon.ts'
import { historyWithPayments } from './history-view.ts'
import { offerViews } from './offer-view.ts'

const historyLimit = 100
/** A Batch has at most eight transactions, so this limit covers the payments of most of these events. */
const paymentsLimit = 200

function auctionView(
  auction: AuctionRow | undefined,
  bids: Offer[],
  barredBids: ReadonlySet<string>,
  marketplace: string,
): Auction | null {
  if (auction === undefined) return null
  // Bids are sorted from highest to lowest, and equal bids by time.
  const topBid =
    bids.find(
      (bid) => !barredBids.has(bid.nft_offer_index) && countsAsBid(bid, auction.startAmount, marketplace),
    ) ?? null
  return {
    offerIndex: auction.offerId,
    startAmount: auction.startAmount,
    topBid,
    endsAt: auction.endsAt.toISOString(),
    extends: auction.latestEnd !== null,
  }
}

function nftView(
  row: NftRow,
  arweaveGateway: string,
  views: Offer[],
  details: Pick<Nft, 'history' | 'demand' | 'traitCounts' | 'onAuction' | 'collectionInfo'>,
): Nft {
  const sellOffers = views.filter((offer) => offer.flags === lsfSellNFToken)
  const buyOffers = views.filter((offer) => offer.flags !== lsfSellNFToken)
  return {
    _id: row.id,
    nftokenID: row.id,
    owner: row.owner,
    issuer: row.issuer,
    sequence: row.sequence,
    nftokenTaxon: row.taxon,
    nft_taxon: row.taxon,
    transferFee: row.transferFee,
    flags: tokenFlags(row.flags),
    uri: row.uri === null ? null : (hexToText(row.uri) ?? row.uri),
    metadata: row.metadata === null ? null : metadataView(row.metadata),
    metadataState: row.metadataState,
    ...metadataTries(row, arweaveGateway),
    onDemandMint: details.demand !== null,
    demandPrice: details.demand?.priceDrops ?? null,
    floorPrice: details.demand?.priceDrops ?? row.priceDrops?.toString() ?? null,
    rarity:
      row.rarityRank === null || row.rarityScore === null
        ? null
        : { rank: row.rarityRank, score: row.rarityScore },
    ...details,
    burned: row.burned,
    sellOffers: row.burned ? [] : sellOffers,
    buyOffers: row.burned ? [] : buyOffers,
  }
}

/** Leaves out bids in XRP below the least bid. In an auction, the start price is the least bid. */
function shownOffers(offers: Offer[], auction: Nft['onAuction'], leastDrops: string | null): Offer[] {
  if (leastDrops === null || auction !== null) return offers
  return offers.filter(
    ({ flags, amount }) =>
      flags === lsfSellNFToken || !isDrops(amount) || BigInt(amount) >= BigInt(leastDrops),
  )
}

/** Reads a token with offers, history and collection in one round trip to the database. Throws Refusal('not_found'). */
export async function getNft(context: Context, id: string): Promise<NftReply> {
  const { db } = context
  const { issuer, taxon } = identifyToken(id)
  const [
    rows,
    open,
    past,
    openAuctions,
    collection,
    cursor,
    prices,
    items,
    barredBids,
    traitCounts,
    payments,
    people,
    changes,
    leastBid,
  ] = await db.http.batch([
    queryNft(db.http, id),
    queryOpenOffers(db.http, id),
    queryHistory(db.http, id, historyLimit),
    queryRunningAuction(db.http, id),
    queryCollectionOf(db.http, issuer, taxon),
    queryCursor(db.http),
    queryUsdPrice(db.http),
    queryItemOfToken(db.http, id),
    queryBarredBids(db.http, context.rules, id),
    queryTraitCounts(db.http, id),
    queryBatchPayments(db.http, id, paymentsLimit),
    queryPeopleOfToken(db.http, id, issuer, historyLimit),
    queryLastChange(db.http, id),
    queryLeastBid(db.http, id),
  ])
  const [row] = rows
  if (row === undefined)
    throw new Refusal('not_found', sentence('There is no NFT with this NFTokenID in our index.'))
  if (isPutOff(row)) refreshMetadataSoon(context, [row.id])
  if (row.metadata !== null && namedFiles(row.metadata).some(({ media }) => media?.contentType === null))
    recordFilesSoon(context, row)
  const offers = await offerViews(
    context,
    open,
    ledgerNow(cursor[0]?.closedAt, context.now()),
    changes[0]?.ledgerIndex ?? null,
  )
  const auction = auctionView(
    openAuctions[0],
    offers.filter((offer) => offer.flags !== lsfSellNFToken),
    new Set(barredBids.map((bid) => bid.id)),
    context.treasury.account,
  )
  const collectionInfo = collection[0] === undefined ? null : collectionView(collection[0])
  return {
    nft: nftView(
      row,
      context.settings.arweaveGateway,
      shownOffers(offers, auction, leastBid[0]?.drops ?? null),
      {
        history: historyWithPayments(past, payments),
        onAuction: auction,
        demand: items[0] === undefined ? null : onDemandView(items[0]),
        traitCounts,
        collectionInfo,
      },
    ),
    collection: collectionInfo,
    xrpPrice: prices[0] === undefined ? null : priceView(prices[0]),
    ledgerIndex: cursor[0]?.ledgerIndex ?? 0,
    people: peopleView(people),
  }
}
