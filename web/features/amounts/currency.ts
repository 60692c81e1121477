import {
  type Amount,
  formatCompact,
  formatXrpCompact,
  formatXrpExact,
  isDrops,
} from '#worker/contract/amounts.ts'

/** The readable name of a currency code: 40 hex digits that spell printable ASCII are shown as that text. */
export function currencyName(code: string): string {
  if (!/^[0-9A-F]{40}$/.test(code)) return code
  const text = (code.match(/../g) ?? [])
    .map((pair) => Number.parseInt(pair, 16))
    .filter((byte) => byte !== 0)
    .map((byte) => String.fromCharCode(byte))
    .join('')
  return /^[!-~]+$/.test(text) ? text : `${code.slice(0, 6)}...`
}

/** Plain decimal digits of a value that may carry an exponent: "15e-1" is "1.5". */
export function plainDecimal(value: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value)
  if (match === null) return value
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(Math.max(point, 0), '0')
  const left = point > 0 ? digits.slice(0, point) : '0'
  const right = point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')
  const tail = right.replace(/0+$/, '')
  return `${sign}${left.replace(/^0+(?=\d)/, '')}${tail === '' ? '' : `.${tail}`}`
}

/** Exact text for dialogs and tables: "1,250.00 XRP". */
export function exactAmount(amount: Amount): string {
  if (isDrops(amount)) return `${formatXrpExact(BigInt(amount))} XRP`
  return `${plainDecimal(amount.value)} ${currencyName(amount.currency)}`
}

/** Compact text for cards and statistics: "1.25K XRP". */
export function compactAmount(amount: Amount): string {
  if (isDrops(amount)) return `${formatXrpCompact(BigInt(amount))} XRP`
  return `${formatCompact(plainDecimal(amount.value))} ${currencyName(amount.currency)}`
}
