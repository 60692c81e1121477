import type { OfferKind } from '#worker/contract/offer-rules.ts'

interface KindFacts {
  title: (work: string) => string
  description: string
  /** Label of the amount field; null without an amount. */
  amount: string | null
  /** Who makes the offer. */
  side: 'seller' | 'buyer'
  expiration: 'none' | 'optional' | 'required'
  destination: 'none' | 'optional' | 'receiver'
  /** Whether the marketplace matches it if it brokers the currency. */
  brokered: boolean
}

/** Texts and fields of the offer dialog for each offer type. */
export const kindFacts: Record<OfferKind, KindFacts> = {
  sell_now: {
    title: (work) => `Sell ${work}`,
    description: 'Listed at a fixed price. The first buyer who pays it gets the work.',
    amount: 'Price',
    side: 'seller',
    expiration: 'none',
    destination: 'none',
    brokered: true,
  },
  normal_sell: {
    title: (work) => `Offer ${work}`,
    description:
      'A sell offer on the ledger, without the marketplace between: no fee, for anyone or for one account.',
    amount: 'Price',
    side: 'seller',
    expiration: 'optional',
    destination: 'optional',
    brokered: false,
  },
  normal_bid: {
    title: (work) => `Bid on ${work}`,
    description: 'Nothing is paid until the owner accepts. You can cancel it at any time.',
    amount: 'Your bid',
    side: 'buyer',
    expiration: 'optional',
    destination: 'none',
    brokered: true,
  },
  run_auction: {
    title: (work) => `Auction ${work}`,
    description: 'The highest bid wins. It settles automatically when the auction ends.',
    amount: 'Start price',
    side: 'seller',
    expiration: 'required',
    destination: 'none',
    brokered: true,
  },
  bid_auction: {
    title: (work) => `Bid on ${work}`,
    description: 'Nothing is paid unless your bid wins when the auction ends.',
    amount: 'Your bid',
    side: 'buyer',
    expiration: 'none',
    destination: 'none',
    brokered: true,
  },
  transfer: {
    title: (work) => `Transfer ${work}`,
    description: 'Offered free of charge. It stays yours until the receiver accepts it.',
    amount: null,
    side: 'seller',
    expiration: 'optional',
    destination: 'receiver',
    brokered: false,
  },
}
