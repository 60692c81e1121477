import {
  type BidView,
  findBid,
  queryBestBid,
  queryBid,
  queryBidLevels,
  queryBidsOf,
  queryCollectionBids,
  queryFreeTickets,
  queryRecord,
  type StandingBidRow,
} from '#db/queries/standing-bid/bids.ts'
import {
  type BidSaleRow,
  type BidTokenRow,
  queryBidTokens,
  querySalesOf,
  queryWaitingSale,
} from '#db/queries/standing-bid/sales.ts'
import { queryOwnMatchingWorks } from '#db/queries/standing-bid/matching-works.ts'
import { accountList, queryPeople } from '#db/queries/people/people.ts'
import { computeRoyalty } from '#contract/rules/fees.ts'
import { joinTrait } from '#contract/rules/list-addresses.ts'
import type {
  BidderRecord,
  BidSale,
  BidSaleReply,
  BidWorksReply,
  CollectionBidsReply,
  OwnBidsReply,
  StandingBid,
  WorkBidReply,
} from '#contract/schemas/standing-bids.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { findIdentity } from '#worker/domain/collection/find-identity.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { bidSaleFee } from '#worker/ledger/bid-batch.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { getSaleRow, isChanged } from './complete-sale.ts'

const listLimit = 50
const worksLimit = 100

const recordView = (record: BidView['record']): BidderRecord => ({
  ...record,
  pausedUntil: record.pausedUntil === null ? null : new Date(record.pausedUntil).toISOString(),
})

function bidView({ bid, waiting, collectionId, collectionName, record }: BidView): StandingBid {
  return {
    id: bid.id,
    bidder: bid.bidder,
    collectionID: collectionId,
    collectionName,
    traits: bid.traits,
    maxRank: bid.maxRank,
    priceDrops: bid.priceDrops.toString(),
    works: bid.works,
    bought: bid.bought,
    waiting,
    state: bid.state,
    problem: bid.problem,
    createdAt: bid.createdAt.toISOString(),
    expiresAt: bid.expiresAt.toISOString(),
    termsHash: bid.termsHash,
    txid: bid.txid,
    record: recordView(record),
  }
}

const royaltyOfWork = (nftId: string, { priceDrops, seller, bidder }: BidSaleRow): bigint => {
  const { issuer, transferFee } = identifyToken(nftId)
  return computeRoyalty(priceDrops, transferFee, issuer === seller || issuer === bidder)
}

function saleView(sale: BidSaleRow, tokens: Map<string, BidTokenRow>, bid: StandingBidRow | null): BidSale {
  return {
    id: sale.id,
    bidID: sale.bidId,
    bidder: sale.bidder,
    seller: sale.seller,
    works: sale.nftIds.map((id) => {
      const token = tokens.get(id)
      return {
        nftokenID: id,
        name: token?.name ?? fallbackName(identifyToken(id).sequence),
        image: token?.metadata?.image ?? null,
        collectionName: token?.collectionName ?? null,
        changed: token !== undefined && isChanged(sale, token, bid),
        held: token !== undefined && !token.burned && token.owner === sale.seller,
      }
    }),
    priceDrops: sale.priceDrops.toString(),
    feeDrops: bidSaleFee(sale.priceDrops, sale.nftIds.length).toString(),
    royaltyDrops: sale.nftIds.reduce((sum, id) => sum + royaltyOfWork(id, sale), 0n).toString(),
    state: sale.state,
    createdAt: sale.createdAt.toISOString(),
    until: sale.until.toISOString(),
    handedOut: sale.handedOutAt !== null,
    endedBy: sale.endedBy,
    txid: sale.txid,
  }
}

/** Builds the views of sales, with the works and bids that they name. */
async function saleViews({ db }: Context, sales: BidSaleRow[]): Promise<BidSale[]> {
  if (sales.length === 0) return []
  const ids = [...new Set(sales.flatMap(({ nftIds }) => nftIds))]
  const [tokens, ...bids] = await Promise.all([
    queryBidTokens(db.http, ids),
    ...[...new Set(sales.map(({ bidId }) => bidId))].map((id) => queryBid(db.http, id)),
  ])
  const byId = new Map(tokens.map((token) => [token.id, token]))
  const bidById = new Map(bids.flat().map(({ bid }) => [bid.id, bid]))
  return sales.map((sale) => saleView(sale, byId, bidById.get(sale.bidId) ?? null))
}

const peopleOf = async ({ db }: Context, accounts: string[]) =>
  peopleView(await queryPeople(db.http, accountList([...new Set(accounts)])))

/** Returns the standing bids on a collection by price, and the best of them. Throws Refusal('not_found'). */
export async function getCollectionBids(context: Context, id: string): Promise<CollectionBidsReply> {
  const { db } = context
  const collection = await findIdentity(context, id)
  const [levels, rows] = await db.http.batch([
    queryBidLevels(db.http, collection, listLimit),
    queryCollectionBids(db.http, collection, listLimit),
  ])
  return {
    levels: levels.map(({ priceDrops, bids, works }) => ({
      priceDrops: priceDrops.toString(),
      bids,
      works,
      sumDrops: (priceDrops * BigInt(works)).toString(),
    })),
    bids: rows.map(bidView),
    people: await peopleOf(
      context,
      rows.map(({ bid }) => bid.bidder),
    ),
  }
}

/** Returns the best standing bid on a work, and the sale of the work that waits for its bidder. */
export async function getWorkBid(context: Context, nftId: string): Promise<WorkBidReply> {
  const { db } = context
  const [[work], sales] = await Promise.all([
    queryBidTokens(db.http, [nftId]),
    queryWaitingSale(db.http, nftId),
  ])
  const terms =
    work === undefined || work.burned
      ? null
      : {
          issuer: work.issuer,
          taxon: work.taxon,
          owner: work.owner,
          traits: work.traits.map(({ trait, value }) => joinTrait(trait, value)),
          rank: work.rank,
        }
  const [best] = terms === null ? [] : await queryBestBid(db.http, terms)
  const [sale] = await saleViews(context, sales.slice(0, 1))
  const accounts = [best?.bid.bidder, sale?.bidder, sale?.seller].filter((account) => account !== undefined)
  return {
    best: best === undefined ? null : bidView(best),
    sale: sale ?? null,
    people: await peopleOf(context, accounts),
  }
}

/** Returns the standing bids of an account, and its sales into standing bids. */
export async function getOwnBids(context: Context, { account }: Actor): Promise<OwnBidsReply> {
  const { db } = context
  const [bids, saleRows, tickets, [record]] = await db.http.batch([
    queryBidsOf(db.http, account, listLimit),
    querySalesOf(db.http, account, listLimit),
    queryFreeTickets(db.http, account),
    queryRecord(db.http, account),
  ])
  const sales = await saleViews(context, saleRows)
  if (record === undefined) throw new Error('An account has no record.')
  return {
    bids: bids.map(bidView),
    sales,
    freeTickets: tickets.length,
    record: recordView(record),
    people: await peopleOf(
      context,
      saleRows.flatMap(({ bidder, seller }) => [bidder, seller]),
    ),
  }
}

/** Returns the works of an account that it can sell into a bid. Throws Refusal('not_found'). */
export async function getBidWorks({ db }: Context, { account }: Actor, id: string): Promise<BidWorksReply> {
  const bid = await findBid(db.http, id)
  if (bid === null)
    throw new Refusal('not_found', sentence('This standing bid does not exist: check the link.'))
  const works = await queryOwnMatchingWorks(db.http, account, bid, worksLimit)
  return {
    works: works.map(({ id: nftokenID, sequence, name, metadata, rank, transferFee }) => {
      const share = computeRoyalty(
        bid.priceDrops,
        transferFee,
        bid.issuer === account || bid.issuer === bid.bidder,
      )
      return {
        nftokenID,
        name: name ?? fallbackName(sequence),
        image: metadata?.image ?? null,
        rank,
        proceedsDrops: (bid.priceDrops - bidSaleFee(bid.priceDrops, 1) - share).toString(),
      }
    }),
  }
}

/** Returns a sale. Anyone who has the link may see it. Throws Refusal('not_found'). */
export async function getBidSale(context: Context, id: string): Promise<BidSaleReply> {
  const row = await getSaleRow(context, id)
  const [sale] = await saleViews(context, [row])
  if (sale === undefined) throw new Error('A row has no view.')
  return { ...sale, people: await peopleOf(context, [row.bidder, row.seller]) }
}
