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
    // The ledger pays the seller the whole bid minus the fee, not just the start price.
    price: bidLessFee(payment),
    fee: brokerFeeOf(payment),
    paid: payment,
    // Null, because the auction made no offer of its own that could remain. A bid that the ledger refuses stays open for
    // its owner.
    leftoverOfferId: null,
    signRequestId: null,
    state: 'matching',
    createdAt,
  })
}

/**
 * Records the sale to the best remaining bid; the sweep brokers it. Returns false if no bid is left. Takes the same
 * lock as the bidder's other purchases, so that the whitelist's limit applies to all of them.
 */
async function sellToBest({ db, rules, now, log }: Context, auction: AuctionRow): Promise<boolean> {
  const best = await nextBid(db.http, rules, auction)
  if (best === null) return false
  const isMatched = await db.transaction(async (tx) => {
    await tx.execute(lockBuyer(best.owner))
    const bid = await nextBid(tx, rules, auction)
    if (bid?.id !== best.id) return false
    await match(tx, auction, bid, now())
    return true
  })
  // If nothing was matched, another bid has just become the best, and the next run checks again.
  if (isMatched) log.info('auction_matched', { nftId: auction.nftId, bid: best.id })
  return true
}

function cancelOffer(context: Context, offerId: string, seller: string) {
  return cancelOffers(context, { purpose: `cancel:${offerId}`, counterparty: seller, offerIds: [offerId] })
}

/**
 * Ends an auction whose time has run out: the highest funded bid made in time wins, the earlier one if bids are equal.
 * Skips bids that the ledger or the issuer's lists refuse; if none is left, cancels the sell offer. Ignores a promo
 * code or random buy that was set after the start. Every step may be repeated.
 */
export async function settleAuction(
  context: Context,
  { auction, isMatching }: { auction: AuctionRow; isMatching: boolean },
) {
  if (isMatching || (await sellToBest(context, auction))) return
  // Another run may have matched the last bid since the auctions were listed.
  if (await isBeingSold(context.db.http, auction.nftId)) return
  await cancelOffer(context, auction.offerId, auction.seller)
}

/** Cancels the offer of an auction that ended because the token moved. */
export async function cancelStrayOffer(context: Context, offer: { id: string; owner: string }) {
  await cancelOffer(context, offer.id, offer.owner)
}
