import type { OfferRow } from '#db/queries/nfts.ts'
import type { Offer, OfferProblem } from '#worker/contract/nfts.ts'
import { dateToRippleTime } from '#worker/ledger/ripple-time.ts'

/** Why an offer cannot be taken at `now`, as far as the index knows; null when it can. */
export function offerProblem(offer: OfferRow, nftOwner: string, now: Date): OfferProblem | null {
  // The ledger's rule: an offer whose expiration is not after the parent's close time has expired.
  if (offer.expiration !== null && offer.expiration <= dateToRippleTime(now)) return 'expired'
  if (offer.isSell) return offer.owner === nftOwner ? null : 'seller_not_owner'
  if (offer.owner === nftOwner) return 'buyer_owns_it'
  return offer.funded === false ? 'buyer_unfunded' : null
}

export function offerView(offer: OfferRow, nftOwner: string, now: Date): Offer {
  return {
    nft_offer_index: offer.id,
    owner: offer.owner,
    destination: offer.destination,
    amount: offer.amount,
    expiration: offer.expiration,
    flags: offer.isSell ? 1 : 0,
    problem: offerProblem(offer, nftOwner, now),
  }
}
