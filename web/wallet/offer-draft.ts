import type { OfferKind } from '#worker/contract/offer-rules.ts'

/** What is typed into the offer dialog, as it stands. */
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
  /** A transfer to whoever takes it first. */
  open: boolean
  /** That this is understood. */
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

const keyOf = (nftokenID: string, kind: OfferKind) => `opx_offer:${kind}:${nftokenID}`

function isDraft(value: unknown): value is OfferDraft {
  return typeof value === 'object' && value !== null && 'amount' in value && 'openAgreed' in value
}

/** What was typed for a work in this tab and never sent: a dialog closed by mistake loses nothing. */
export function loadDraft(
  storage: Pick<Storage, 'getItem'>,
  nftokenID: string,
  kind: OfferKind,
): OfferDraft | null {
  const text = storage.getItem(keyOf(nftokenID, kind))
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

export function saveDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  nftokenID: string,
  kind: OfferKind,
  draft: OfferDraft | null,
): void {
  if (draft === null) storage.removeItem(keyOf(nftokenID, kind))
  else storage.setItem(keyOf(nftokenID, kind), JSON.stringify(draft))
}
