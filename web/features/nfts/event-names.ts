import type { HistoryType } from '#worker/contract/nfts.ts'

/** What happened, in one word or three. */
export const eventNames: Record<HistoryType, string> = {
  mint: 'Minted',
  sale: 'Sold',
  transfer: 'Transferred',
  burn: 'Burned',
  modify: 'Changed',
  sell_offer: 'Offered for sale',
  buy_offer: 'Bid',
  offer_cancelled: 'Offer cancelled',
}
