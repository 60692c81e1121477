import type { OfferProblem } from '#worker/contract/nfts.ts'
import { m } from '#web/messages.ts'

/** Reasons why an offer cannot be accepted. */
export const offerProblems: Record<OfferProblem, string> = {
  expired: m.kit_offer_problems_expired,
  seller_not_owner: m.kit_offer_problems_dormant_maker_no_longer,
  buyer_unfunded: m.kit_offer_problems_bidder_lacks_funds_now,
  buyer_owns_it: m.kit_offer_problems_bidder_owns_already,
  not_transferable: m.kit_offer_problems_cannot_be_transferred,
  seller_refuses_offers: m.kit_offer_problems_seller_refuses_offers,
  currency_not_brokered: m.kit_offer_problems_currency_not_traded_here,
  other_marketplace: m.kit_offer_problems_on_another_marketplace,
  no_line: m.kit_offer_problems_maker_no_trust_line,
  frozen: m.kit_offer_problems_currency_frozen_side_sale,
  not_authorised: m.kit_offer_problems_issuer_currency_not_authorised,
  royalty_no_line: m.kit_offer_problems_creator_cannot_receive_royalty,
}
