import type { OfferKind } from '#contract/rules/offers.ts'
import type { OfferDraft } from './offer-draft.ts'
import type { OldTerms } from './selling/new-price.ts'

/** A new price as typed, and what the new offer keeps of the old one, which may be cancelled already. */
export interface PriceDraft {
  value: string
  terms: OldTerms
}

/** An action started on a work. The work's page shows its dialog, and Try Again restarts it. */
export type TradeIntent =
  | { act: 'buy_now'; promoCode?: string }
  | { act: 'offer'; kind: OfferKind; draft: OfferDraft | null }
  | { act: 'accept'; offerIndex: string }
  | { act: 'cancel'; offerIndex: string }
  | { act: 'reprice'; draft: PriceDraft | null }
  | { act: 'burn' }
  | { act: 'contact' }
