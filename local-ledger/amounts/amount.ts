import {
  compareDecimals,
  type Decimal,
  decimal,
  multiplyDecimals,
  toInteger,
  roundToWorking,
} from './decimal.ts'
import { formatValue, multiplyValues, parseValue, subtractValues } from './token-value.ts'

/** An amount of an issued currency as it appears in a transaction or ledger entry. Amounts of XRP are drops as text. */
export interface IssuedAmountJson {
  currency: string
  issuer: string
  value: string
}
export type AmountJson = string | IssuedAmountJson

/** The asset of an amount. XRP has no issuer. */
export type Asset =
  | { readonly kind: 'xrp' }
  | { readonly kind: 'token'; readonly currency: string; readonly issuer: string }

/** An amount for calculations: `value` is in drops for XRP. */
export interface Amount {
  readonly asset: Asset
  readonly value: Decimal
}

export const XRP: Asset = { kind: 'xrp' }
/** The largest value of an issued currency. Source: xrpl.org "Currency formats". */
export const LARGEST_VALUE: Decimal = { mantissa: 9_999_999_999_999_999n, exponent: 80 }
export const MAX_DROPS = 100_000_000_000_000_000n

export const drops = (value: bigint): Amount => ({ asset: XRP, value: decimal(value) })
export const token = (currency: string, issuer: string, value: Decimal): Amount => ({
  asset: { kind: 'token', currency, issuer },
  value,
})

export function amountFromJson(json: AmountJson): Amount {
  if (typeof json === 'string') return drops(BigInt(json))
  return token(json.currency, json.issuer, parseValue(json.value))
}

export const dropsOf = (amount: Amount): bigint => toInteger(amount.value)

export function amountToJson(amount: Amount): AmountJson {
  if (amount.asset.kind === 'xrp') return dropsOf(amount).toString()
  return { currency: amount.asset.currency, issuer: amount.asset.issuer, value: formatValue(amount.value) }
}

export function sameAsset(a: Asset, b: Asset): boolean {
  if (a.kind === 'xrp' || b.kind === 'xrp') return a.kind === b.kind
  return a.currency === b.currency && a.issuer === b.issuer
}

export const isZero = (amount: Amount): boolean => amount.value.mantissa === 0n
export const isNegative = (amount: Amount): boolean => amount.value.mantissa < 0n
export const isMore = (amount: Amount): boolean => amount.value.mantissa > 0n
export const compare = (a: Amount, b: Amount): number => compareDecimals(a.value, b.value)

const isXrp = (amount: Amount): boolean => amount.asset.kind === 'xrp'

export function subtract(a: Amount, b: Amount): Amount {
  if (isXrp(a)) return drops(dropsOf(a) - dropsOf(b))
  return { asset: a.asset, value: subtractValues(a.value, b.value) }
}

/**
 * Multiplies by a rate in billionths (a transfer rate or transfer fee). Drops are rounded to the nearest, ties to even.
 */
export function multiplyByRate(amount: Amount, billionths: number): Amount {
  if (billionths === PARITY_RATE) return amount
  const rate = decimal(BigInt(billionths), -9)
  if (isXrp(amount)) return drops(toInteger(roundToWorking(multiplyDecimals(amount.value, rate))))
  return { asset: amount.asset, value: multiplyValues(amount.value, rate) }
}

/** A transfer rate of 1: no fee. */
export const PARITY_RATE = 1_000_000_000

/** Returns the 160-bit code of a currency, as hex. Source: xrpl.org "Currency codes". */
export function currencyHex(currency: string): string {
  if (currency === 'XRP') return '0'.repeat(40)
  if (currency.length === 40) return currency.toUpperCase()
  return '0'.repeat(24) + Buffer.from(currency, 'latin1').toString('hex').toUpperCase() + '0'.repeat(10)
}

/** True for an amount of a multi-purpose token, which this ledger does not support. Source: XLS-33. */
export const isMptAmount = (amount: unknown): boolean =>
  typeof amount === 'object' && amount !== null && 'mpt_issuance_id' in amount

/** True unless an amount exceeds the total XRP supply. */
export const isLegal = (amount: Amount): boolean =>
  amount.asset.kind === 'token' || dropsOf(amount) <= MAX_DROPS

/** Returns why an amount can never be paid, or null. */
export function amountRefusal(amount: Amount): 'temBAD_AMOUNT' | 'temBAD_CURRENCY' | null {
  if (!isLegal(amount) || !isMore(amount)) return 'temBAD_AMOUNT'
  const { asset } = amount
  return asset.kind === 'token' && currencyHex(asset.currency) === BAD_CURRENCY ? 'temBAD_CURRENCY' : null
}

/** True for a currency code that spells XRP but is not XRP. The ledger never allows such a code. */
export const BAD_CURRENCY = `${'0'.repeat(24)}5852500000000000`
