import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { Nft, Offer } from '#contract/schemas/nfts.ts'

/** Returns the viewer's action on an offer. `Accept Bid` goes through the marketplace if the bid is addressed to it. */
export function offerActionName(
  nft: Pick<Nft, 'owner'>,
  offer: Offer,
  viewer: string | null,
  marketplace: string,
): 'Cancel' | 'Accept Bid' | 'Accept' | null {
  if (offer.owner === viewer) return 'Cancel'
  if (offer.problem !== null) return null
  const { destination } = offer
  if (offer.flags === lsfSellNFToken) {
    const forViewer = destination === null || destination === viewer
    return viewer !== nft.owner && forViewer ? 'Accept' : null
  }
  if (viewer === null || viewer !== nft.owner) return null
  const forOwner = destination === null || destination === viewer || destination === marketplace
  return forOwner ? 'Accept Bid' : null
}
