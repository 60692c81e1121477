import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { t } from '#web/messages.ts'

export type OfferAct = 'acceptOffer' | 'cancelOffer' | 'changePrice'

/** Returns true for a sell offer whose price can be changed: it is not a gift, and the work is not on auction. */
export const isListing = ({ Flags, Amount, onAuction }: AccountOffer) =>
  Flags === lsfSellNFToken && Amount !== '0' && !onAuction

/**
 * Returns the viewer's actions on an offer: Accept for the destination, Cancel for the owner or the destination, a new
 * price for the owner of a listing.
 */
export function offerActs(offer: AccountOffer, viewer: string | null): { action: OfferAct; name: string }[] {
  if (viewer === null) return []
  const isDestination = offer.Destination === viewer
  const canAccept = isDestination && offer.problem === null && offer.Flags === lsfSellNFToken
  return [
    ...(canAccept
      ? [
          {
            action: 'acceptOffer' as const,
            name: offer.Amount === '0' ? t('Airdrop') : t('Accept'),
          },
        ]
      : []),
    ...(offer.Owner === viewer && isListing(offer)
      ? [{ action: 'changePrice' as const, name: t('Change Price') }]
      : []),
    ...(offer.Owner === viewer || isDestination
      ? [{ action: 'cancelOffer' as const, name: t('Cancel', { context: 'offer' }) }]
      : []),
  ]
}

export const offerType = (offer: AccountOffer) =>
  offer.Flags === lsfSellNFToken ? t('Sell Offer') : t('Buy Offer')
