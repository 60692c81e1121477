import type { HistoryEntry, HistoryType } from '#worker/contract/nfts.ts'

/** What happened, in one word or three. */
const eventNames: Record<HistoryType, string> = {
  mint: 'Minted',
  sale: 'Sold',
  transfer: 'Transferred',
  burn: 'Burned',
  modify: 'Changed',
  sell_offer: 'Offered for sale',
  buy_offer: 'Bid',
  offer_cancelled: 'Offer cancelled',
}

/** An offer at nothing hands the work over, and is no sale. */
export function eventName({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): string {
  return type === 'sell_offer' && amount === '0' ? 'Offered as a transfer' : eventNames[type]
}
