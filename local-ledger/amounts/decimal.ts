// Exact decimals and the server's two roundings. Source: xrpl.org "Currency formats" (token precision: 15 or 16
// significant digits) and the amendments fixUniversalNumber and SingleAssetVault (19 digits while computing).

/** value = mantissa x 10^exponent. */
export interface Decimal {
  readonly mantissa: bigint
  readonly exponent: number
}

export type Rounding = 'nearest' | 'down' | 'up'

export const ZERO: Decimal = { mantissa: 0n, exponent: 0 }

export const decimal = (mantissa: bigint, exponent = 0): Decimal => ({ mantissa, exponent })

const tenTo = (power: number): bigint => 10n ** BigInt(power)

/** Divides magnitudes to an integer with the given rounding; 'nearest' sends ties to the even digit. */
export function divideRounded(numerator: bigint, denominator: bigint, mode: Rounding): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  let quotient = top / bottom
  const rest = top % bottom
  if (mode === 'up' && rest > 0n) quotient += 1n
  if (mode === 'nearest') {
    const twice = rest * 2n
    if (twice > bottom || (twice === bottom && quotient % 2n === 1n)) quotient += 1n
  }
  return negative ? -quotient : quotient
}

/** Brings a value to exactly `digits` significant digits. Rounding 'up' and 'down' are by magnitude. */
export function toDigits(value: Decimal, digits: number, mode: Rounding = 'nearest'): Decimal {
  if (value.mantissa === 0n) return ZERO
  let { mantissa, exponent } = value
  const length = (mantissa < 0n ? -mantissa : mantissa).toString().length
  if (length < digits) {
    mantissa *= tenTo(digits - length)
    exponent -= digits - length
  } else if (length > digits) {
    mantissa = divideRounded(mantissa, tenTo(length - digits), mode)
    exponent += length - digits
    if ((mantissa < 0n ? -mantissa : mantissa).toString().length > digits) {
      mantissa /= 10n
      exponent += 1
    }
  }
  return { mantissa, exponent }
}

const WORKING_DIGITS = 19
const LARGEST_WORKING = 2n ** 63n - 1n

/** Rounds to the precision of the server's arithmetic between steps. */
export function roundToWorking(value: Decimal): Decimal {
  const roundedValue = toDigits(value, WORKING_DIGITS)
  const size = roundedValue.mantissa < 0n ? -roundedValue.mantissa : roundedValue.mantissa
  return size > LARGEST_WORKING ? toDigits(value, WORKING_DIGITS - 1) : roundedValue
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent)
  return {
    mantissa: a.mantissa * tenTo(a.exponent - exponent) + b.mantissa * tenTo(b.exponent - exponent),
    exponent,
  }
}

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  mantissa: a.mantissa * b.mantissa,
  exponent: a.exponent + b.exponent,
})

export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = addDecimals(a, { mantissa: -b.mantissa, exponent: b.exponent }).mantissa
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** Rounds to an integer, for example when a computed share is converted to drops. */
export function toInteger(value: Decimal, mode: Rounding = 'nearest'): bigint {
  return value.exponent >= 0
    ? value.mantissa * tenTo(value.exponent)
    : divideRounded(value.mantissa, tenTo(-value.exponent), mode)
}

/** Parses a decimal number. @throws on any other text. */
export function parseDecimal(text: string): Decimal {
  const parts = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text)
  if (parts === null) throw new Error(`not a number: ${text}`)
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts
  if (whole + fraction === '') throw new Error(`not a number: ${text}`)
  const mantissa = BigInt(whole + fraction)
  return { mantissa: sign === '-' ? -mantissa : mantissa, exponent: Number(power) - fraction.length }
}
