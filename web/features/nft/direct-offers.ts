import type { Nft, Offer } from '#worker/contract/nfts.ts'
import { saleState } from '#worker/contract/sale-state.ts'

/**
 * Sell offers that a viewer can take on the ledger without the marketplace (public ones and those addressed to them),
 * besides the one that the page already has a button for.
 */
export function directOffers(nft: Nft, viewer: string | null, marketplace: string): Offer[] {
  const state = saleState(nft, viewer, marketplace)
  const shown = state.kind === 'listed' || state.kind === 'transfer' ? state.offer.nft_offer_index : undefined
  return nft.sellOffers.filter(
    (offer) =>
      offer.problem === null &&
      offer.owner === nft.owner &&
      (offer.destination === null || offer.destination === viewer) &&
      offer.nft_offer_index !== shown,
  )
}
