import { type Amount, formatXrpExact, isDrops } from '#worker/contract/amounts.ts'
import { amountInWords, compareAmounts } from '#worker/contract/money.ts'
import { bidProceeds } from '#worker/contract/fees.ts'
import type { Auction } from '#worker/contract/nfts.ts'
import { auctionEndSeconds } from '#worker/contract/offer-rules.ts'
import { reachesStart } from '#worker/contract/sale-state.ts'
import type { ListedToken } from '#worker/contract/tokens.ts'
import { rippleTimeOf } from '#web/features/nfts/ripple-time.ts'

/** The smallest bid in drops that is worth the start price after the 1 % fee. */
export function lowestBid(startDrops: bigint): bigint {
  let bid = (startDrops * 100n) / 99n
  while (bidProceeds(bid) < startDrops) bid += 1n
  return bid
}

/** What keeps an amount in the auction's currency from being the top bid; null when nothing does. */
export function bidFault(amount: Amount, { startAmount, topBid }: Auction): string | null {
  if (topBid !== null && compareAmounts(amount, topBid.amount) <= 0) return 'This is not above the top bid.'
  return reachesStart(amount, startAmount) ? null : 'This is below the start price and the fee.'
}

export function bidHint({ startAmount, topBid }: Auction, tokens: readonly ListedToken[]): string {
  if (topBid !== null) return `The top bid is ${amountInWords(topBid.amount, tokens)}.`
  return isDrops(startAmount)
    ? `From ${formatXrpExact(lowestBid(BigInt(startAmount)))} XRP a bid counts: the start price and the 1 % fee.`
    : `A bid counts when it reaches the start price of ${amountInWords(startAmount, tokens)} after the 1 % fee.`
}

/** A bid lives as long as the auction's own offer, so that it can be settled. Seconds of the Ripple epoch. */
export function bidExpiration({ endsAt }: Auction): number {
  return rippleTimeOf(Date.parse(endsAt)) + auctionEndSeconds
}
