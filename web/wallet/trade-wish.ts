import type { OfferKind } from '#contract/rules/actions.ts'
import type { OfferDraft } from './offer-draft.ts'
import type { OldTerms } from './selling/new-price.ts'

/** A new price as typed, and the terms of the old offer, which may already be cancelled. */
export interface PriceDraft {
  value: string
  terms: OldTerms
}

/**
 * An action that a user starts on a work. The work's page shows its dialog, and Try Again restarts it. `acceptOffer`
 * accepts bids, sell offers and transfers. Only `contactOwner` needs no signature.
 */
export type TradeIntent =
  | { action: 'buyNow'; promoCode?: string }
  | { action: OfferKind; draft: OfferDraft | null }
  | { action: 'acceptOffer'; offerIndex: string }
  | { action: 'cancelOffer'; offerIndex: string }
  | { action: 'changePrice'; draft: PriceDraft | null }
  | { action: 'burn' }
  | { action: 'contactOwner' }
