import type { OfferRow } from '#db/queries/nfts.ts'
import type { Offer } from '#worker/contract/nfts.ts'
import { dateToRippleTime } from '#worker/ledger/ripple-time.ts'

/**
 * An offer as it goes out. Why it cannot be taken is known from the ledger of the index; one that has expired by the clock
 * in the meantime is shown as expired at once.
 */
export function offerView(offer: OfferRow, now: Date): Offer {
  const expired = offer.expiration !== null && offer.expiration <= dateToRippleTime(now)
  return {
    nft_offer_index: offer.id,
    owner: offer.owner,
    destination: offer.destination,
    amount: offer.amount,
    expiration: offer.expiration,
    flags: offer.isSell ? 1 : 0,
    problem: expired ? 'expired' : offer.problem,
    broker: null,
  }
}
