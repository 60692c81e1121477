import type { OfferKind } from '#worker/contract/offer-rules.ts'
import { hasKeys, persisted } from '#web/ui/persisted.ts'

/** The offer dialog as typed. */
export interface OfferDraft {
  amount: string
  /** `xrp`, `custom`, or the symbol of a listed token. */
  currency: string
  customCurrency: string
  customIssuer: string
  /** Days as a text, `never`, or `date`. */
  expires: string
  /** Of a date field: local time, `2026-11-21T18:30`. */
  expiresAt: string
  destination: string
  /** A transfer that anyone may take. */
  open: boolean
  /** The warning about that is confirmed. */
  openAgreed: boolean
}

export function emptyDraft(kind: OfferKind): OfferDraft {
  return {
    amount: '',
    currency: 'xrp',
    customCurrency: '',
    customIssuer: '',
    expires: kind === 'run_auction' ? '3' : 'never',
    expiresAt: '',
    destination: '',
    open: false,
    openAgreed: false,
  }
}

/** What was typed for a work in this tab and never sent, so that a dialog closed by mistake loses nothing. */
export const storedOfferDraft = (nftokenID: string, kind: OfferKind) =>
  persisted(sessionStorage, `opx_offer:${kind}:${nftokenID}`, hasKeys<OfferDraft>('amount', 'openAgreed'))
