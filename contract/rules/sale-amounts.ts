import type { Amount, Currency } from '#contract/schemas/amounts.ts'
import { isDrops } from './amounts.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { computeRoyalty } from './fees.ts'

/**
 * Sales by the marketplace are counted in millionths of their currency: drops of XRP, or millionths of an issued
 * currency, which are also called drops (docs/decisions/0040-primary-sales-in-issued-currencies.md). Null is XRP.
 */
export type SaleCurrency = Currency | null

/** Prices in an issued currency stay below 1,000,000,000 units, so that the ledger stores their 15 digits exactly. */
export const maxIssuedDrops = 1_000_000_000_000_000n

/** Returns the amount in the ledger's format: 12,500,000 drops are "12500000" of XRP, or the value "12.5". */
export const amountOfDrops = (drops: bigint, currency: SaleCurrency): Amount =>
  currency === null
    ? drops.toString()
    : { ...currency, value: formatDecimal({ digits: drops, exponent: -6 }) }

/** Returns an amount in millionths; null if it has more than six decimals or is below zero. */
export function dropsOfAmount(amount: Amount): bigint | null {
  if (isDrops(amount)) return BigInt(amount)
  const value = parseDecimal(amount.value)
  if (value === null || value.digits < 0n) return null
  const places = value.exponent + 6
  if (value.digits === 0n) return 0n
  if (places > 20) return null
  if (places >= 0) return value.digits * 10n ** BigInt(places)
  const scale = 10n ** BigInt(-places)
  return value.digits % scale === 0n ? value.digits / scale : null
}

export const isSameCurrency = (a: SaleCurrency, b: SaleCurrency): boolean =>
  a === null || b === null ? a === b : a.currency === b.currency && a.issuer === b.issuer

/** Returns the currency of an amount; null for XRP. */
export const currencyOf = (amount: Amount): SaleCurrency =>
  isDrops(amount) ? null : { currency: amount.currency, issuer: amount.issuer }

/**
 * Returns the royalty on a price. The ledger rounds a royalty in an issued currency to 16 digits; here it is rounded up
 * to a millionth, so that the artist's part never exceeds the remaining amount.
 */
export function saleRoyalty(priceDrops: bigint, transferFee: number, currency: SaleCurrency): bigint {
  if (currency === null) return computeRoyalty(priceDrops, transferFee, false)
  return (priceDrops * BigInt(transferFee) + 99_999n) / 100_000n
}
