import type { Amount } from '#worker/contract/amount-schemas.ts'
import type { HistoryEntry, HistoryType } from '#worker/contract/nfts.ts'

/** A short name of a history event. */
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

/** A sell offer with amount 0 is a transfer, not a sale. */
export function eventName({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): string {
  return type === 'sell_offer' && amount === '0' ? 'Offered as a transfer' : eventNames[type]
}

/** The amount to show with an event: a transfer has none. */
export function eventAmount({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): Amount | null {
  return type === 'transfer' || amount === '0' ? null : amount
}
