import { lsfSellNFToken } from '#worker/contract/ledger.ts'
import type { AccountOffer } from '#worker/contract/profiles.ts'

export type OfferAct = 'accept' | 'cancel'

/** Accept is for the destination, Cancel for the owner or the destination. */
export function offerActs(offer: AccountOffer, viewer: string | null): { act: OfferAct; name: string }[] {
  if (viewer === null) return []
  const isDestination = offer.Destination === viewer
  const canAccept = isDestination && offer.problem === null && offer.Flags === lsfSellNFToken
  return [
    ...(canAccept ? [{ act: 'accept' as const, name: offer.Amount === '0' ? 'Airdrop' : 'Accept' }] : []),
    ...(offer.Owner === viewer || isDestination ? [{ act: 'cancel' as const, name: 'Cancel' }] : []),
  ]
}

export const offerType = (offer: AccountOffer) =>
  offer.Flags === lsfSellNFToken ? 'Sell Offer' : 'Buy Offer'
