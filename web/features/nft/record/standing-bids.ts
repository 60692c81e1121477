import { sameAmount } from '#contract/rules/money.ts'
import type { Nft, NftHistoryEntry } from '#contract/schemas/nfts.ts'

/**
 * Returns the history events of an auction's open bids, by offer index. The history omits them during the auction,
 * because the list of bids already shows their times.
 */
export function standingBids({
  onAuction,
  buyOffers,
  history,
}: Pick<Nft, 'onAuction' | 'buyOffers' | 'history'>): Map<string, NftHistoryEntry> {
  const events = new Map<string, NftHistoryEntry>()
  if (onAuction === null) return events
  for (const { nft_offer_index: index, owner, amount } of buyOffers) {
    // The history is newest first, so a bid that was cancelled and placed again matches its latest event.
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
