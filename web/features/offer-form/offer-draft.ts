/** What is typed into the offer dialog, as it stands: kept until the offer is made, whatever goes wrong. */
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
  /** A transfer to whoever takes it first, after the warning. */
  open: boolean
}

export const emptyDraft: OfferDraft = {
  amount: '',
  currency: 'xrp',
  customCurrency: '',
  customIssuer: '',
  expires: 'never',
  expiresAt: '',
  destination: '',
  open: false,
}
