import { shortenAddress } from '#contract/rules/accounts.ts'
import type { Amount, IssuedAmount } from '#contract/schemas/amounts.ts'
import {
  boundedDecimal,
  formatCompact,
  formatXrpCompact,
  formatXrpExact,
  isDrops,
  isScientific,
  readableDecimal,
} from '#contract/rules/amounts.ts'
import { currencyName, type ListedToken, listedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'

type Issued = Pick<IssuedAmount, 'currency' | 'issuer'>

/**
 * Returns the display name of an issued currency: the symbol of a listed token, otherwise its own name, which is marked
 * if it looks like a listed symbol.
 */
export function currencyTitle(issuedCurrency: Issued, tokens: readonly ListedToken[]): string {
  const token = listedToken(tokens, issuedCurrency)
  if (token !== null) return token.symbol
  const name = currencyName(issuedCurrency.currency)
  const text = name.length === 40 ? `${name.slice(0, 6)}...` : name
  const copies = ['xrp', ...tokens.map(({ symbol }) => symbol.toLowerCase())].includes(name.toLowerCase())
  return copies ? t('{name} (unlisted)', { name: text }) : text
}

/** Expands the exponent of a decimal: "15e-1" becomes "1.5". */
export function plainDecimal(value: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value)
  if (match === null) return value
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(Math.max(point, 0), '0')
  const left = point > 0 ? digits.slice(0, point) : '0'
  const right = point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')
  const tail = right.replace(/(?<!0)0+$/, '')
  return `${sign}${left.replace(/^0+(?=\d)/, '')}${tail === '' ? '' : `.${tail}`}`
}

/** Returns the issuer of an unlisted currency, whose name alone does not identify it; null for other amounts. */
export function issuerOf(amount: Amount, tokens: readonly ListedToken[]): string | null {
  return isDrops(amount) || listedToken(tokens, amount) !== null ? null : amount.issuer
}

/** Formats the exact number of an amount: "1,250.00", "15000.5", "9.999999999999999e95". */
export const exactFigures = (amount: Amount): string =>
  isDrops(amount)
    ? formatXrpExact(BigInt(amount))
    : readableDecimal(boundedDecimal(plainDecimal(amount.value)))

/** Formats value and name: "1,250.00 XRP", "15000.5 SOLO". The caller must show the issuer of an unlisted currency. */
export function exactValue(amount: Amount, tokens: readonly ListedToken[]): string {
  return `${exactFigures(amount)} ${isDrops(amount) ? 'XRP' : currencyTitle(amount, tokens)}`
}

/**
 * Returns the amount with all digits, for the title of an amount in scientific notation. Undefined if the text already
 * has all digits.
 */
export function titleOfFigures(amount: Amount): string | undefined {
  if (isDrops(amount) || !isScientific(exactFigures(amount))) return undefined
  return readableDecimal(plainDecimal(amount.value))
}

/** Formats an exact amount for sentences, with the issuer of an unlisted currency. */
export function exactAmount(amount: Amount, tokens: readonly ListedToken[]): string {
  const issuer = issuerOf(amount, tokens)
  const value = exactValue(amount, tokens)
  return issuer === null
    ? value
    : t('{amount} by {issuer}', { amount: value, issuer: shortenAddress(issuer) })
}

/** Formats an amount compactly for cards and statistics: "1.25K XRP". */
export function compactValue(amount: Amount, tokens: readonly ListedToken[]): string {
  if (isDrops(amount)) return `${formatXrpCompact(BigInt(amount))} XRP`
  const boundedValue = boundedDecimal(plainDecimal(amount.value), 2)
  const figures = isScientific(boundedValue) ? readableDecimal(boundedValue) : formatCompact(boundedValue)
  return `${figures} ${currencyTitle(amount, tokens)}`
}
