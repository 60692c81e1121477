import { sameAmount } from '#contract/rules/money.ts'
import type { Nft, NftHistoryEntry } from '#contract/schemas/nfts.ts'

/**
 * The events of the bids that stand at an auction, by offer index. The list of bids tells when each was placed, so the history
 * leaves them out; it has them again when the auction is over.
 */
export function standingBids({
  onAuction,
  buyOffers,
  history,
}: Pick<Nft, 'onAuction' | 'buyOffers' | 'history'>): Map<string, NftHistoryEntry> {
  const events = new Map<string, NftHistoryEntry>()
  if (onAuction === null) return events
  for (const { nft_offer_index: index, owner, amount } of buyOffers) {
    // Newest first: a bid that was cancelled and placed again is the later one.
    const event = history.find(
      (payment) =>
        payment.type === 'buy_offer' &&
        payment.buyer === owner &&
        payment.amount !== null &&
        sameAmount(payment.amount, amount),
    )
    if (event !== undefined) events.set(index, event)
  }
  return events
}
