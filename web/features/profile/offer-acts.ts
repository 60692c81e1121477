import { lsfSellNFToken } from '#worker/contract/ledger.ts'
import type { AccountOffer } from '#worker/contract/profiles.ts'
import { m } from '#web/messages.ts'

export type OfferAct = 'accept' | 'cancel' | 'reprice'

/** Accept is for the destination, Cancel for the owner or the destination, a new price for the owner of a listing. */
export function offerActs(offer: AccountOffer, viewer: string | null): { act: OfferAct; name: string }[] {
  if (viewer === null) return []
  const isDestination = offer.Destination === viewer
  const canAccept = isDestination && offer.problem === null && offer.Flags === lsfSellNFToken
  const isListing = offer.Owner === viewer && offer.Flags === lsfSellNFToken && offer.Amount !== '0'
  return [
    ...(canAccept
      ? [
          {
            act: 'accept' as const,
            name: offer.Amount === '0' ? m.profile_offer_acts_airdrop : m.profile_offer_acts_accept,
          },
        ]
      : []),
    ...(isListing ? [{ act: 'reprice' as const, name: m.profile_offer_acts_change_price }] : []),
    ...(offer.Owner === viewer || isDestination
      ? [{ act: 'cancel' as const, name: m.profile_offer_acts_cancel }]
      : []),
  ]
}

export const offerType = (offer: AccountOffer) =>
  offer.Flags === lsfSellNFToken ? m.profile_offer_acts_sell_offer : m.profile_offer_acts_buy_offer
