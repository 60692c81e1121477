import type { OfferKind } from '#worker/contract/offer-rules.ts'
import { m } from '#web/messages.ts'

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
    title: (work) => m.trade_offer_kinds_sell({ work }),
    description: m.trade_offer_kinds_listed_fixed_price_first,
    amount: m.common_price,
    side: 'seller',
    expiration: 'none',
    destination: 'none',
    brokered: true,
  },
  normal_sell: {
    title: (work) => m.trade_offer_kinds_offer({ work }),
    description: m.trade_offer_kinds_sell_offer_ledger_without,
    amount: m.common_price,
    side: 'seller',
    expiration: 'optional',
    destination: 'optional',
    brokered: false,
  },
  normal_bid: {
    title: (work) => m.trade_offer_kinds_bid_on({ work }),
    description: m.trade_offer_kinds_nothing_paid_until_owner,
    amount: m.trade_offer_kinds_your_bid,
    side: 'buyer',
    expiration: 'optional',
    destination: 'none',
    brokered: true,
  },
  run_auction: {
    title: (work) => m.trade_offer_kinds_auction({ work }),
    description: m.trade_offer_kinds_highest_bid_wins_settles,
    amount: m.trade_offer_kinds_start_price,
    side: 'seller',
    expiration: 'required',
    destination: 'none',
    brokered: true,
  },
  bid_auction: {
    title: (work) => m.trade_offer_kinds_bid_on({ work }),
    description: m.trade_offer_kinds_nothing_paid_unless_bid,
    amount: m.trade_offer_kinds_your_bid,
    side: 'buyer',
    expiration: 'none',
    destination: 'none',
    brokered: true,
  },
  transfer: {
    title: (work) => m.trade_offer_kinds_transfer({ work }),
    description: m.trade_offer_kinds_offered_free_charge_stays,
    amount: null,
    side: 'seller',
    expiration: 'optional',
    destination: 'receiver',
    brokered: false,
  },
}
