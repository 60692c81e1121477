import { t } from '#contract/words/sentence.ts'
import { accountPattern, classicAddressPattern } from './ledger.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { offerKinds, type OfferKind } from './actions.ts'
import { isDrops, maxDrops, parseXrp, tooMuchXrp } from './amounts.ts'
import { compareDecimals, type Decimal, formatDecimal, ledgerDigits, parseDecimal } from './decimal.ts'
import { minimumOfferDrops } from './fees.ts'
import { currencyCode } from '#contract/schemas/tokens.ts'

/** An auction ends this many seconds before its sell offer expires. */
export const auctionEndSeconds = 43_200
/**
 * The offer of a new auction must expire at least this many seconds from now: an hour of bidding plus
 * `auctionEndSeconds`.
 */
export const auctionMinimumSeconds = auctionEndSeconds + 3600

/**
 * If the seller has chosen extensions, a bid this many seconds or less before the end extends the auction by the same
 * time.
 */
export const extensionSeconds = 300
/**
 * An auction is extended at most to this many seconds before its sell offer expires, because the settlement needs the
 * rest.
 */
export const lastEndSeconds = 3600

/**
 * Returns the end of an auction after a valid bid. All times are in milliseconds; `bidAt` is the close time of the
 * bid's ledger.
 */
export function endAfterBid({ endsAt, latestEnd }: { endsAt: number; latestEnd: number }, bidAt: number) {
  const isLate = bidAt <= endsAt && bidAt > endsAt - extensionSeconds * 1000
  return isLate ? Math.max(endsAt, Math.min(endsAt + extensionSeconds * 1000, latestEnd)) : endsAt
}

/** The input of the offer dialog, or a transaction in the same format. */
export interface OfferFields {
  /** `XRP`, a symbol of at least 3 characters, or a currency code of 40 hex digits. */
  currency: string
  issuer: string
  /** XRP or units of the currency, as a decimal text. */
  value: string
  /** Empty if there is none. */
  destination: string
  /** Seconds of the Ripple epoch; null for none. */
  expiration: number | null
  /** The current time, in the same unit. */
  now: number
  /** True for a row of a batch, where the smallest amount is 0.1 of any currency. */
  batch?: boolean
}

export interface FieldError {
  field: 'value' | 'currency' | 'issuer' | 'destination' | 'expiration'
  message: string
}

const batchMinimum: Decimal = { digits: 1n, exponent: -1 }

function xrpErrors(value: string): FieldError[] {
  const drops = parseXrp(value)
  if (drops === null)
    return [{ field: 'value', message: t('Enter an amount of XRP with at most 6 decimals, such as 12.5.') }]
  if (drops < minimumOfferDrops) return [{ field: 'value', message: t('The smallest amount is 0.1 XRP.') }]
  if (drops > maxDrops) return [{ field: 'value', message: tooMuchXrp() }]
  return []
}

function issuedErrors({ currency, issuer, value, batch }: OfferFields): FieldError[] {
  const errors: FieldError[] = []
  const amount = parseDecimal(value)
  if (currencyCode(currency) === null)
    errors.push({
      field: 'currency',
      message: t('Enter a currency code: 3 characters or more, or 40 hex digits.'),
    })
  if (!classicAddressPattern.test(issuer))
    errors.push({ field: 'issuer', message: t('Enter the address of the issuer; it begins with r.') })
  if (amount === null || amount.digits <= 0n)
    errors.push({ field: 'value', message: t('Enter an amount above 0.') })
  else if (amount.digits.toString().length > ledgerDigits)
    errors.push({ field: 'value', message: t('The ledger stores at most 16 digits of an amount.') })
  else if (batch === true && compareDecimals(amount, batchMinimum) < 0)
    errors.push({ field: 'value', message: t('The smallest amount is 0.1.') })
  return errors
}

function expirationErrors(kind: OfferKind, { expiration, now }: OfferFields): FieldError[] {
  const { auction, expiration: rule } = offerKinds[kind]
  if (rule === 'required' && expiration === null)
    return [{ field: 'expiration', message: t('An auction needs an end date.') }]
  if (expiration === null) return []
  if (auction === 'starts' && expiration < now + auctionMinimumSeconds) {
    return [
      {
        field: 'expiration',
        message: t(
          'The auction must end at least 1 hour from now. Its offer expires 12 hours after the end.',
        ),
      },
    ]
  }
  return expiration > now ? [] : [{ field: 'expiration', message: t('The end date must be in the future.') }]
}

/**
 * Returns the problem with a destination; null if there is none. X-addresses are refused because they may contain a
 * destination tag, which an NFT offer cannot carry.
 */
function destinationProblem(destination: string): string | null {
  if (destination === '' || classicAddressPattern.test(destination)) return null
  return accountPattern.test(destination)
    ? t(
        'Enter an address that begins with r. An X-address can contain a destination tag, which an NFT offer cannot carry.',
      )
    : t('This is not an XRP Ledger address.')
}

/**
 * Returns the errors of an offer, field by field. These rules exist only here: the dialog shows them while the user
 * types, and the server enforces them.
 */
export function validateOffer(kind: OfferKind, fields: OfferFields): FieldError[] {
  const errors: FieldError[] = []
  if (!offerKinds[kind].free)
    errors.push(...(fields.currency === 'XRP' ? xrpErrors(fields.value) : issuedErrors(fields)))
  const problem = destinationProblem(fields.destination)
  if (problem !== null) errors.push({ field: 'destination', message: problem })
  errors.push(...expirationErrors(kind, fields))
  return errors
}

/** Returns the amount for the ledger; null if the fields are incomplete or invalid. A free offer has 0 drops. */
export function offerAmount(
  kind: OfferKind,
  { currency, issuer, value }: Pick<OfferFields, 'currency' | 'issuer' | 'value'>,
): Amount | null {
  if (offerKinds[kind].free) return '0'
  if (currency === 'XRP') return parseXrp(value)?.toString() ?? null
  const [code, amount] = [currencyCode(currency), parseDecimal(value)]
  return code === null || amount === null ? null : { currency: code, issuer, value: formatDecimal(amount) }
}

/** Returns an amount as the fields that `validateOffer` takes. */
export function amountFields(amount: Amount): Pick<OfferFields, 'currency' | 'issuer' | 'value'> {
  if (!isDrops(amount)) return amount
  return { currency: 'XRP', issuer: '', value: formatDecimal({ digits: BigInt(amount), exponent: -6 }) }
}
