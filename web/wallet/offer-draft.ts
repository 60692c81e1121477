import { type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'

/** The input of the offer dialog. */
export interface OfferDraft {
  amount: string
  /** `xrp`, `custom`, or the symbol of a listed token. */
  currency: string
  customCurrency: string
  customIssuer: string
  /** Number of days, `never`, or `date`. */
  expires: string
  /** Value of the date field in local time: `2026-11-21T18:30`. */
  expiresAt: string
  destination: string
  /** True for a transfer that anyone may accept. */
  open: boolean
  /** True if the user has confirmed the warning about such a transfer. */
  openAgreed: boolean
  /** True for a listing without the marketplace, if it cannot sell the work. */
  direct: boolean
  /** True if the user has confirmed the warning that the receiver requires a destination tag. */
  tagAgreed: boolean
  /** True if a bid in the last five minutes extends the auction. */
  extend: boolean
}

export function emptyDraft(kind: OfferKind): OfferDraft {
  return {
    amount: '',
    currency: 'xrp',
    customCurrency: '',
    customIssuer: '',
    expires: offerKinds[kind].usualDays?.toString() ?? 'never',
    expiresAt: '',
    destination: '',
    open: false,
    openAgreed: false,
    direct: false,
    tagAgreed: false,
    extend: true,
  }
}

/** Returns the store of unsent input for a work, in this tab, so that closing the dialog by mistake loses nothing. */
export const storedOfferDraft = (nftokenID: string, kind: OfferKind) =>
  createStoredValue(sessionStorage, `opx_offer:${kind}:${nftokenID}`, hasKeys<OfferDraft>('amount', 'extend'))
