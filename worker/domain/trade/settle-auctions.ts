import type { Executor } from '#db/executor.ts'
import { type Bid, nextBid } from '#db/queries/trade/auctions.ts'
import type { AuctionRow } from '#db/queries/nft/nfts.ts'
import { lockBuyer } from '#db/queries/demand/reservations.ts'
import { insertSale, isBeingSold } from '#db/queries/trade/sales.ts'
import { bidLessFee, brokerFeeOf } from '#contract/rules/money.ts'
import type { Context } from '#worker/domain/context.ts'
import { cancelOffers } from './cancel-offers.ts'

async function match(tx: Executor, auction: AuctionRow, bid: Bid, createdAt: Date) {
  const payment = bid.amount
  await insertSale(tx, {
    id: crypto.randomUUID(),
    kind: 'auction',
    nftId: auction.nftId,
    sellOfferId: auction.offerId,
    buyOfferId: bid.id,
    seller: auction.seller,
    buyer: bid.owner,
    // The ledger pays the seller all of the bid that remains after the fee, not just the start price.
    price: bidLessFee(payment),
    fee: brokerFeeOf(payment),
    paid: payment,
    // A bid that the ledger refuses stays open for its owner, because the auction made no other offer that could remain.
    leftoverOfferId: null,
    signRequestId: null,
    state: 'matching',
    createdAt,
  })
}

/**
 * Records the sale to the best remaining bid; the sweep brokers it. Returns false if no bid is left. Takes the same lock as the
 * bidder's other purchases, so that a whitelist's limit holds across them.
 */
async function sellToBest({ db, rules, now, log }: Context, auction: AuctionRow): Promise<boolean> {
  const best = await nextBid(db.http, rules, auction)
  if (best === null) return false
  const matched = await db.transaction(async (tx) => {
    await tx.execute(lockBuyer(best.owner))
    const bid = await nextBid(tx, rules, auction)
    if (bid?.id !== best.id) return false
    await match(tx, auction, bid, now())
    return true
  })
  // Otherwise another bid has just become the best, and the next run checks again.
  if (matched) log.info('auction_matched', { nftId: auction.nftId, bid: best.id })
  return true
}

function cancelOffer(context: Context, offerId: string, seller: string) {
  return cancelOffers(context, { purpose: `cancel:${offerId}`, counterparty: seller, offerIds: [offerId] })
}

/**
 * Ends an auction whose time is up: the highest funded bid made in time wins, the earlier one of equal bids. A bid that the ledger
 * or the issuer's lists refuse is skipped; when none is left, the sell offer is cancelled. A promo code or random buy set after the
 * start does not count. Every step may be repeated.
 */
export async function settleAuction(
  context: Context,
  { auction, matching }: { auction: AuctionRow; matching: boolean },
) {
  if (matching || (await sellToBest(context, auction))) return
  // Another run may have matched the last bid since the auctions were listed.
  if (await isBeingSold(context.db.http, auction.nftId)) return
  await cancelOffer(context, auction.offerId, auction.seller)
}

/** Cancels the offer of an auction that ended because the token moved. */
export async function cancelStrayOffer(context: Context, offer: { id: string; owner: string }) {
  await cancelOffer(context, offer.id, offer.owner)
}
