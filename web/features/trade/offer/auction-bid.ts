import type { Amount } from '#contract/schemas/amounts.ts'
import { amountInFigures } from '#contract/words/amount-words.ts'
import { compareAmounts } from '#contract/rules/money.ts'
import type { Auction } from '#contract/schemas/nfts.ts'
import { auctionEndSeconds } from '#contract/rules/offers.ts'
import { reachesStart, readableBid, smallestBid } from '#contract/rules/sale-state.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'
import { rippleTimeOf } from '#web/kit/ripple-time.ts'

/** Returns why an amount in the auction's currency would not be the top bid; null if it would. */
export function bidError(amount: Amount, { startAmount, topBid }: Auction): string | null {
  if (topBid !== null && compareAmounts(amount, topBid.amount) <= 0)
    return t('This is not above the top bid.')
  return reachesStart(amount, startAmount) ? null : t('This is below the start price plus the fee.')
}

export function bidHint({ startAmount, topBid }: Auction, tokens: readonly ListedToken[]): string {
  if (topBid !== null)
    return t('The top bid is {amountInWords}.', { amountInWords: amountInFigures(topBid.amount, tokens) })
  const smallest = readableBid(smallestBid(startAmount))
  const words = amountInFigures(smallest, tokens)
  return t('Bids start at {words} (start price plus 1 % fee).', { words })
}

/**
 * Returns the expiration of a bid in seconds of the Ripple epoch. It equals that of the auction's sell offer, so that
 * the marketplace can settle the bid.
 */
export function bidExpiration({ endsAt }: Auction): number {
  return rippleTimeOf(Date.parse(endsAt)) + auctionEndSeconds
}
