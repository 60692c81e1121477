import { bidLessFee, royaltyOf, subtractAmounts } from '#contract/rules/money.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { StandingBid } from '#contract/schemas/standing-bids.ts'

/** The royalty of a sale into a standing bid, and what the owner gets after it and the fee. */
export function bidProceeds(nft: Nft, { priceDrops, bidder }: StandingBid) {
  const issuerTakesPart = nft.issuer === nft.owner || nft.issuer === bidder
  const royalty = royaltyOf(priceDrops, nft.transferFee, issuerTakesPart)
  return { royalty, proceeds: subtractAmounts(bidLessFee(priceDrops), royalty) }
}
