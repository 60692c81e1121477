import type { Executor } from '#db/executor.ts'
import { type Bid, nextBid } from '#db/queries/auctions.ts'
import type { AuctionRow } from '#db/queries/nfts.ts'
import { lockBuyer } from '#db/queries/reservations.ts'
import { insertSale, isBeingSold } from '#db/queries/sales.ts'
import { bidLessFee, brokerFeeOf } from '#worker/contract/money.ts'
import type { Context } from '#worker/domain/context.ts'
import { submitCancellation } from './submit-cancellation.ts'

async function match(tx: Executor, auction: AuctionRow, bid: Bid, createdAt: Date) {
  const paid = bid.amount
  await insertSale(tx, {
    id: crypto.randomUUID(),
    kind: 'auction',
    nftId: auction.nftId,
    sellOfferId: auction.offerId,
    buyOfferId: bid.id,
    seller: auction.seller,
    buyer: bid.owner,
    // The ledger hands the seller everything that is left of the bid after the fee, not just the start price.
    price: bidLessFee(paid),
    fee: brokerFeeOf(paid),
    paid,
    // A bid that the ledger refused stays its owner's: nothing of the auction's making is left over.
    leftoverOfferId: null,
    signRequestId: null,
    state: 'matching',
    createdAt,
  })
}

/**
 * Records the sale to the best bid that is left; the sweep brokers it. False when nobody (more) can be sold to. Behind the
 * lock that the bidder's other purchases take, so that the limit of a whitelist holds between them.
 */
async function sellToBest({ db, rules, now, log }: Context, auction: AuctionRow): Promise<boolean> {
  const best = await nextBid(db.read, rules, auction)
  if (best === null) return false
  const matched = await db.transaction(async (tx) => {
    await tx.execute(lockBuyer(best.owner))
    const bid = await nextBid(tx, rules, auction)
    if (bid?.id !== best.id) return false
    await match(tx, auction, bid, now())
    return true
  })
  // Otherwise it has just changed which bid is the best: the next run looks again.
  if (matched) log.info('auction_matched', { nftId: auction.nftId, bid: best.id })
  return true
}

function cancelOffer(context: Context, offerId: string, seller: string) {
  return submitCancellation(context, {
    purpose: `cancel:${offerId}`,
    counterparty: seller,
    offerIds: [offerId],
  })
}

/**
 * Ends an auction whose time is up (12 hours before the offer expires): the highest funded bid made in time wins, of equal
 * ones the earlier; one that the ledger refuses gives way to the next, as does one that the lists of the issuer refuse by
 * now (an auction goes on when its collection gets a promo code or becomes random: bidders keep the terms they bid on); with none left M cancels the sell offer. Every step
 * may be repeated: a bid is matched once, and a cancellation has its purpose in the journal.
 */
export async function settleAuction(
  context: Context,
  { auction, matching }: { auction: AuctionRow; matching: boolean },
) {
  if (matching || (await sellToBest(context, auction))) return
  // With the very bid that another run has matched since the auctions were listed.
  if (await isBeingSold(context.db.read, auction.nftId)) return
  await cancelOffer(context, auction.offerId, auction.seller)
}

/** Takes back the offer of an auction that ended because the token moved. */
export async function cancelStrayOffer(context: Context, offer: { id: string; owner: string }) {
  await cancelOffer(context, offer.id, offer.owner)
}
