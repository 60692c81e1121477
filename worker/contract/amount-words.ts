import type { Amount } from './amount-schemas.ts'
import { boundedDecimal, dropsToXrp, isDrops, readableDecimal } from './amounts.ts'
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts'
import { currencyName, type ListedToken, listedToken } from './tokens.ts'

const zero: Decimal = { digits: 0n, exponent: 0 }

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
  return `${decimal(boundedDecimal(formatDecimal(parseDecimal(amount.value) ?? zero)))} ${name}`
}

/** A currency without an amount: "XRP", "SOLO"; an unlisted one is named with its issuer. */
export function currencyInWords(amount: Amount, tokens: readonly ListedToken[]): string {
  return amountInWords(isDrops(amount) ? '0' : { ...amount, value: '0' }, tokens).replace(/^0 /, '')
}
