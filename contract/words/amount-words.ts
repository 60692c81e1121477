import { t } from './sentence.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import {
  boundedDecimal,
  dropsToXrp,
  formatXrpExact,
  isDrops,
  readableDecimal,
} from '#contract/rules/amounts.ts'
import { type Decimal, formatDecimal, parseDecimal } from '#contract/rules/decimal.ts'
import { currencyName, type ListedToken, listedToken } from '#contract/schemas/tokens.ts'

const zero: Decimal = { digits: 0n, exponent: 0 }

/** Formats an amount for sentences: "12.5 XRP" or "3 SOLO". An unlisted currency is named with its issuer. */
export function amountInWords(amount: Amount, tokens: readonly ListedToken[]): string {
  if (isDrops(amount)) return `${readableDecimal(dropsToXrp(BigInt(amount)))} XRP`
  const { currency, issuer } = amount
  const name =
    listedToken(tokens, amount)?.symbol ??
    t('{currency} (issued by {issuer})', { currency: currencyName(currency), issuer })
  return `${readableDecimal(boundedDecimal(formatDecimal(parseDecimal(amount.value) ?? zero)))} ${name}`
}

/** Formats an amount as a price: "12.50 XRP". Issued currencies are formatted as in sentences. */
export function amountInFigures(amount: Amount, tokens: readonly ListedToken[]): string {
  return isDrops(amount) ? `${formatXrpExact(BigInt(amount))} XRP` : amountInWords(amount, tokens)
}
