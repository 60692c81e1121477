import type { Amount } from './amount-schemas.ts'
import { dropsToXrp, isDrops, readableDecimal } from './amounts.ts'
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
import { brokerFee, royalty } from './fees.ts'
import { currencyName, type ListedToken, listedToken } from './tokens.ts'

/** Digits that the fee in an issued currency is rounded down to (docs/money.md, 4). */
const feeDigits = 15
const onePercent: Decimal = { digits: 1n, exponent: -2 }
const zero: Decimal = { digits: 0n, exponent: 0 }

function valueOf(amount: Amount): Decimal {
  return isDrops(amount) ? { digits: BigInt(amount), exponent: 0 } : (parseDecimal(amount.value) ?? zero)
}

/** The same currency with another value; `value` is drops for XRP. */
function withValue(like: Amount, value: Decimal): Amount {
  return isDrops(like) ? formatDecimal(value) : { ...like, value: formatDecimal(value) }
}

export function sameCurrency(a: Amount, b: Amount): boolean {
  if (isDrops(a) || isDrops(b)) return isDrops(a) && isDrops(b)
  return a.currency === b.currency && a.issuer === b.issuer
}

/** Negative, zero or positive; meaningful within one currency only. */
export function compareAmounts(a: Amount, b: Amount): number {
  return compareDecimals(valueOf(a), valueOf(b))
}

export function isPositive(amount: Amount): boolean {
  return valueOf(amount).digits > 0n
}

/** Exact sum; for an issued currency rounded up to the ledger's precision, so that a payment never falls short. */
export function addAmounts(a: Amount, b: Amount): Amount {
  const sum = addDecimals(valueOf(a), valueOf(b))
  return withValue(a, isDrops(a) ? sum : roundDecimal(sum, ledgerDigits, true))
}

/** Exact difference; for an issued currency rounded down to the ledger's precision. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  const rest = subtractDecimals(valueOf(a), valueOf(b))
  return withValue(a, isDrops(a) ? rest : roundDecimal(rest, ledgerDigits))
}

/** The marketplace's 1 %: whole drops and at least one for XRP, 15 significant digits for issued currencies, rounded down. */
export function brokerFeeOf(price: Amount): Amount {
  if (isDrops(price)) return brokerFee(BigInt(price)).toString()
  return withValue(price, roundDecimal(multiplyDecimals(valueOf(price), onePercent), feeDigits))
}

/** What the buyer of a listing pays: price and fee. */
export function priceWithFee(price: Amount): Amount {
  return addAmounts(price, brokerFeeOf(price))
}

/** The seller's amount from a bid: the bid less the fee. */
export function bidLessFee(bid: Amount): Amount {
  return subtractAmounts(bid, brokerFeeOf(bid))
}

/** 1 / 0.99, rounded up: the factor from the amount after the fee to the full amount. */
const beforeOnePercent: Decimal = { digits: 10_101_010_101_010_102n, exponent: -16 }

/** The bid in an issued currency that leaves `rest` after the fee, rounded up to the ledger's precision. */
export function beforeFee(rest: Exclude<Amount, string>): Amount {
  return withValue(rest, roundDecimal(multiplyDecimals(valueOf(rest), beforeOnePercent), ledgerDigits, true))
}

/** The royalty that the ledger takes of `amount` (the amount after the fee). `transferFee` is in 1/100,000. */
export function royaltyOf(amount: Amount, transferFee: number, issuerTakesPart: boolean): Amount {
  if (isDrops(amount)) return royalty(BigInt(amount), transferFee, issuerTakesPart).toString()
  if (issuerTakesPart) return withValue(amount, zero)
  const share = multiplyDecimals(valueOf(amount), { digits: BigInt(transferFee), exponent: -5 })
  return withValue(amount, roundDecimal(share, ledgerDigits))
}

/**
 * What an account must hold to deliver `amount`: the sender also pays an issuer's transfer rate (billionths, 1,000,000,000 means no
 * fee). Source: xrpl.org "Transfer fees".
 */
export function fundingOf(amount: Amount, transferRate: number): Amount {
  if (isDrops(amount)) return amount
  const needed = multiplyDecimals(valueOf(amount), { digits: BigInt(transferRate), exponent: -9 })
  return withValue(amount, roundDecimal(needed, ledgerDigits, true))
}

/** How a language writes amounts. */
export interface AmountWords {
  /** The decimal text of a number with its mark. */
  decimal: (text: string) => string
  issuedBy: (values: { currency: string; issuer: string }) => string
}

/** Those of the page, which the build translates, and English on the server. */
const ownWords: AmountWords = {
  decimal: readableDecimal,
  issuedBy: ({ currency, issuer }) => `${currency} (issued by ${issuer})`,
}

/** For sentences: "12.5 XRP" or "3 SOLO"; an unlisted currency is named with its issuer. */
export function amountInWords(
  amount: Amount,
  tokens: readonly ListedToken[],
  { decimal, issuedBy }: AmountWords = ownWords,
): string {
  if (isDrops(amount)) return `${decimal(dropsToXrp(BigInt(amount)))} XRP`
  const { currency, issuer } = amount
  const name = listedToken(tokens, amount)?.symbol ?? issuedBy({ currency: currencyName(currency), issuer })
  return `${decimal(formatDecimal(valueOf(amount)))} ${name}`
}

/** A currency without an amount: "XRP", "SOLO"; an unlisted one is named with its issuer. */
export function currencyInWords(amount: Amount, tokens: readonly ListedToken[]): string {
  return amountInWords(isDrops(amount) ? '0' : { ...amount, value: '0' }, tokens).replace(/^0 /, '')
}
