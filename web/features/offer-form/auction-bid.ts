import { formatXrpExact, isDrops } from '#worker/contract/amounts.ts'
import { bidProceeds } from '#worker/contract/fees.ts'
import type { Auction } from '#worker/contract/nfts.ts'
import { auctionEndSeconds } from '#worker/contract/offer-rules.ts'
import { rippleTimeOf } from '#web/features/nfts/ripple-time.ts'

/** The smallest bid in drops that is worth the start price after the 1 % fee. */
function lowestBid(startDrops: bigint): bigint {
  let bid = (startDrops * 100n) / 99n
  while (bidProceeds(bid) < startDrops) bid += 1n
  return bid
}

/** What a bid in an auction must reach, in drops: what counts at all, and more than the top bid. */
export function bidToBeat({ startAmount, topBid }: Auction): bigint {
  const lowest = isDrops(startAmount) ? lowestBid(BigInt(startAmount)) : 1n
  const above = topBid !== null && isDrops(topBid.amount) ? BigInt(topBid.amount) + 1n : 0n
  return above > lowest ? above : lowest
}

export function bidHint(auction: Auction): string {
  return auction.topBid === null
    ? `From ${formatXrpExact(bidToBeat(auction))} XRP a bid counts: the start price and the 1 % fee.`
    : `The top bid is ${formatXrpExact(bidToBeat(auction) - 1n)} XRP.`
}

/** A bid lives as long as the auction's own offer, so that it can be settled. Seconds of the Ripple epoch. */
export function bidExpiration({ endsAt }: Auction): number {
  return rippleTimeOf(Date.parse(endsAt)) + auctionEndSeconds
}
