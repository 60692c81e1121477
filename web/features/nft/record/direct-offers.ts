import type { Nft, Offer } from '#contract/schemas/nfts.ts'
import { saleState } from '#contract/rules/sale-state.ts'

/**
 * Returns the sell offers that the viewer can accept directly on the ledger (public ones and those addressed to the
 * viewer), except the one that already has a button on the page.
 */
export function directOffers(nft: Nft, viewer: string | null, marketplace: string): Offer[] {
  const state = saleState(nft, viewer, marketplace)
  const mainOffer =
    state.kind === 'listed' || state.kind === 'transfer' ? state.offer.nft_offer_index : undefined
  return nft.sellOffers.filter(
    (offer) =>
      offer.problem === null &&
      offer.owner === nft.owner &&
      (offer.destination === null || offer.destination === viewer) &&
      offer.nft_offer_index !== mainOffer,
  )
}
