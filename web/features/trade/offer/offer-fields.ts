import {
  type FieldError,
  type OfferFields,
  type OfferKind,
  validateOffer,
} from '#worker/contract/offer-rules.ts'
import type { ListedToken } from '#worker/contract/tokens.ts'
import { rippleTimeOf } from '#web/kit/ripple-time.ts'
import type { OfferDraft } from '#web/wallet/offer-draft.ts'

const daySeconds = 86_400

/** When the offer expires, in seconds of the Ripple epoch; null for never. An unreadable date is in the past. */
function expirationOf({ expires, expiresAt }: OfferDraft, now: number): number | null {
  if (expires === 'never') return null
  if (expires !== 'date') return now + Number(expires) * daySeconds
  const time = Date.parse(expiresAt)
  return Number.isNaN(time) ? 0 : rippleTimeOf(time)
}

/** What is typed, in the words of the contract's rules. `nowMs` is the browser's time. */
export function fieldsOf(draft: OfferDraft, tokens: readonly ListedToken[], nowMs: number): OfferFields {
  const now = rippleTimeOf(nowMs)
  const listed = tokens.find(({ symbol }) => symbol === draft.currency)
  const currency =
    listed !== undefined
      ? { currency: listed.currency, issuer: listed.issuer }
      : draft.currency === 'custom'
        ? { currency: draft.customCurrency.trim(), issuer: draft.customIssuer.trim() }
        : { currency: 'XRP', issuer: '' }
  return {
    ...currency,
    value: draft.amount.trim(),
    destination: draft.open ? '' : draft.destination.trim(),
    expiration: expirationOf(draft, now),
    now,
  }
}

type FormField = FieldError['field'] | 'open'
export type FormErrors = Partial<Record<FormField, string>>

/** What is wrong with the form, the first thing of each field: the contract's rules, and what only a form has. */
export function formErrors(
  kind: OfferKind,
  draft: OfferDraft,
  fields: OfferFields,
  account: string,
): FormErrors {
  const errors: FormErrors = {}
  for (const { field, message } of validateOffer(kind, fields)) errors[field] ??= message
  const { destination } = fields
  if (destination === account) errors.destination = 'This is your own account.'
  if (destination.startsWith('X'))
    errors.destination ??= 'Give the classic address of the account; it begins with r.'
  if (kind === 'transfer' && !draft.open && destination === '')
    errors.destination = 'Give the address of the receiver.'
  if (kind === 'transfer' && draft.open && !draft.openAgreed)
    errors.open = 'Tick that anyone may take it, or name a receiver.'
  return errors
}
