import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from './amounts.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  ledgerDigits,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from './decimal.ts'
import { brokerFee, computeRoyalty } from './fees.ts'

/** The fee in an issued currency is rounded down to this many digits (docs/money.md, 4). */
const feeDigits = 15
const onePercent: Decimal = { digits: 1n, exponent: -2 }
const zero: Decimal = { digits: 0n, exponent: 0 }

function valueOf(amount: Amount): Decimal {
  return isDrops(amount) ? { digits: BigInt(amount), exponent: 0 } : (parseDecimal(amount.value) ?? zero)
}

/** Returns an amount in the same currency with another value; `value` is drops for XRP. */
function withValue(like: Amount, value: Decimal): Amount {
  return isDrops(like) ? formatDecimal(value) : { ...like, value: formatDecimal(value) }
}

export function sameCurrency(a: Amount, b: Amount): boolean {
  if (isDrops(a) || isDrops(b)) return isDrops(a) && isDrops(b)
  return a.currency === b.currency && a.issuer === b.issuer
}

/** Returns a negative number, zero or a positive number; meaningful within one currency only. */
export function compareAmounts(a: Amount, b: Amount): number {
  return compareDecimals(valueOf(a), valueOf(b))
}

export function sameAmount(a: Amount, b: Amount): boolean {
  return sameCurrency(a, b) && compareAmounts(a, b) === 0
}

export function isPositive(amount: Amount): boolean {
  return valueOf(amount).digits > 0n
}

/**
 * Returns the exact sum; for an issued currency rounded up to the ledger's precision, so that a payment never falls
 * short.
 */
export function addAmounts(a: Amount, b: Amount): Amount {
  const sum = addDecimals(valueOf(a), valueOf(b))
  return withValue(a, isDrops(a) ? sum : roundDecimal(sum, ledgerDigits, true))
}

/** Returns the exact difference; for an issued currency rounded down to the ledger's precision. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  const rest = subtractDecimals(valueOf(a), valueOf(b))
  return withValue(a, isDrops(a) ? rest : roundDecimal(rest, ledgerDigits))
}

/**
 * Returns the marketplace's 1 %: whole drops and at least one for XRP, 15 significant digits for issued currencies,
 * rounded down.
 */
export function brokerFeeOf(price: Amount): Amount {
  if (isDrops(price)) return brokerFee(BigInt(price)).toString()
  return withValue(price, roundDecimal(multiplyDecimals(valueOf(price), onePercent), feeDigits))
}

/** Returns the amount that the buyer of a listing pays: price plus fee. */
export function priceWithFee(price: Amount): Amount {
  return addAmounts(price, brokerFeeOf(price))
}

/** Returns the seller's amount from a bid: the bid less the fee. */
export function bidLessFee(bid: Amount): Amount {
  return subtractAmounts(bid, brokerFeeOf(bid))
}

/** 1 / 0.99, rounded up: the factor from the amount after the fee to the full amount. */
const beforeOnePercent: Decimal = { digits: 10_101_010_101_010_102n, exponent: -16 }

/** Returns the bid in an issued currency that leaves `rest` after the fee, rounded up to the ledger's precision. */
export function beforeFee(rest: Exclude<Amount, string>): Amount {
  return withValue(rest, roundDecimal(multiplyDecimals(valueOf(rest), beforeOnePercent), ledgerDigits, true))
}

/**
 * Returns the royalty that the ledger deducts from `amount` (the amount after the fee). `transferFee` is in 1/100,000.
 */
export function royaltyOf(amount: Amount, transferFee: number, issuerTakesPart: boolean): Amount {
  if (isDrops(amount)) return computeRoyalty(BigInt(amount), transferFee, issuerTakesPart).toString()
  if (issuerTakesPart) return withValue(amount, zero)
  const share = multiplyDecimals(valueOf(amount), { digits: BigInt(transferFee), exponent: -5 })
  return withValue(amount, roundDecimal(share, ledgerDigits))
}

/**
 * Returns the balance that an account needs to deliver `amount`: the sender also pays the issuer's transfer rate (in
 * billionths; 1,000,000,000 means no fee). Source: xrpl.org "Transfer fees".
 */
export function fundingOf(amount: Amount, transferRate: number): Amount {
  if (isDrops(amount)) return amount
  const requiredValue = multiplyDecimals(valueOf(amount), { digits: BigInt(transferRate), exponent: -9 })
  return withValue(amount, roundDecimal(requiredValue, ledgerDigits, true))
}
