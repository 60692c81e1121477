import type { OfferProblem } from '#worker/contract/nfts.ts'

/** Reasons why an offer cannot be accepted. */
export const offerProblems: Record<OfferProblem, string> = {
  expired: 'Expired',
  seller_not_owner: 'Dormant: its maker no longer owns this NFT',
  buyer_unfunded: 'The bidder lacks the funds now',
  buyer_owns_it: 'The bidder owns it already',
  not_transferable: 'Cannot be transferred',
  currency_not_brokered: 'Currency not traded here',
  other_marketplace: 'On another marketplace',
  no_line: 'Its maker has no trust line for this currency',
  frozen: 'This currency is frozen for a side of the sale',
  not_authorised: 'The issuer of this currency has not authorised its maker',
  royalty_no_line: 'The creator cannot receive the royalty in this currency',
}
