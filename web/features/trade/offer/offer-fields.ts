import type { Auction } from '#contract/schemas/nfts.ts'
import { type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import {
  auctionEndSeconds,
  type FieldError as OfferError,
  offerAmount,
  type OfferFields,
  validateOffer,
} from '#contract/rules/offers.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'
import { rippleTimeOf } from '#web/kit/ripple-time.ts'
import type { FieldError } from '#web/kit/use-draft-form.ts'
import type { OfferDraft } from '#web/wallet/offer-draft.ts'
import { bidError } from './auction-bid.ts'

const daySeconds = 86_400

/** Returns the expiration in seconds of the Ripple epoch; null for no expiration. An unreadable date counts as past. */
function expirationOf({ expires, expiresAt }: OfferDraft, now: number): number | null {
  if (expires === 'never') return null
  if (expires !== 'date') return now + Number(expires) * daySeconds
  const time = Date.parse(expiresAt)
  return Number.isNaN(time) ? 0 : rippleTimeOf(time)
}

/**
 * Converts the draft to the fields that the contract validates. `nowMs` is the browser's time. For an auction, the
 * seller chooses its end; the offer expires later.
 */
export function fieldsOf(
  kind: OfferKind,
  draft: OfferDraft,
  tokens: readonly ListedToken[],
  nowMs: number,
): OfferFields {
  const now = rippleTimeOf(nowMs)
  const expiration = expirationOf(draft, now)
  const listedToken = tokens.find(({ symbol }) => symbol === draft.currency)
  const currency =
    listedToken !== undefined
      ? { currency: listedToken.currency, issuer: listedToken.issuer }
      : draft.currency === 'custom'
        ? { currency: draft.customCurrency.trim(), issuer: draft.customIssuer.trim() }
        : { currency: 'XRP', issuer: '' }
  return {
    ...currency,
    value: draft.amount.trim(),
    destination: draft.open ? '' : draft.destination.trim(),
    expiration:
      expiration !== null && offerKinds[kind].auction === 'starts'
        ? expiration + auctionEndSeconds
        : expiration,
    now,
  }
}

export type FormField = OfferError['field'] | 'open'

/** Returns one error per field: the contract's rules plus those that only the form has. */
export function formErrors(
  kind: OfferKind,
  draft: OfferDraft,
  fields: OfferFields,
  account: string,
  auction: Auction | null = null,
): FieldError<FormField>[] {
  const errors = new Map<FormField, string>()
  for (const { field, message } of validateOffer(kind, fields))
    if (!errors.has(field)) errors.set(field, message)
  const { destination } = fields
  if (destination === account) errors.set('destination', t('This is your own account.'))
  else if (destination.startsWith('X') && !errors.has('destination'))
    errors.set('destination', t('Enter the classic address of the account. It begins with r.'))
  const needsReceiver = offerKinds[kind].destination === 'receiver'
  if (needsReceiver && !draft.open && destination === '')
    errors.set('destination', t('Enter the address of the recipient.'))
  if (needsReceiver && draft.open && !draft.openAgreed)
    errors.set('open', t('Confirm that anyone can accept it, or name a recipient.'))
  const amount = auction === null || errors.has('value') ? null : offerAmount(kind, fields)
  const bidProblem = auction === null || amount === null ? null : bidError(amount, auction)
  if (bidProblem !== null) errors.set('value', bidProblem)
  return [...errors].map(([field, message]) => ({ field, message }))
}
