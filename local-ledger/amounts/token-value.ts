import {
  addDecimals,
  type Decimal,
  multiplyDecimals,
  parseDecimal,
  type Rounding,
  toDigits,
  roundToWorking,
  ZERO,
} from './decimal.ts'

// Values of issued currencies: 16 digits, exponent -96 to 80. Source: xrpl.org "Currency formats" (token precision).

const DIGITS = 16
const MIN_EXPONENT = -96
const MAX_EXPONENT = 80

/**
 * Rounds to the precision of an amount; values that are too small become 0. @throws RangeError if the value is too
 * large.
 */
export function tokenValue(value: Decimal, mode: Rounding = 'nearest'): Decimal {
  const roundedValue = toDigits(value, DIGITS, mode)
  if (roundedValue.mantissa === 0n || roundedValue.exponent < MIN_EXPONENT) return ZERO
  if (roundedValue.exponent > MAX_EXPONENT) throw new RangeError('value overflow')
  return roundedValue
}

export const addValues = (a: Decimal, b: Decimal): Decimal => tokenValue(roundToWorking(addDecimals(a, b)))
export const negate = (a: Decimal): Decimal => ({ mantissa: -a.mantissa, exponent: a.exponent })
export const subtractValues = (a: Decimal, b: Decimal): Decimal => addValues(a, negate(b))
export const multiplyValues = (a: Decimal, b: Decimal): Decimal =>
  tokenValue(roundToWorking(multiplyDecimals(a, b)))
export const isPositive = (a: Decimal): boolean => a.mantissa > 0n

/**
 * Divides a by b like the server's amount division: 17 additional digits, truncated, with half a unit of the last place
 * added.
 */
export function divideAmount(a: Decimal, b: Decimal): Decimal {
  const top = toDigits(a, DIGITS)
  const bottom = toDigits(b, DIGITS)
  if (top.mantissa === 0n || bottom.mantissa === 0n) return ZERO
  const quotient = (top.mantissa * 10n ** 17n) / bottom.mantissa + 5n
  return tokenValue(roundToWorking({ mantissa: quotient, exponent: top.exponent - bottom.exponent - 17 }))
}

/** Returns the exponent of the smallest power of ten that is not below the value; 0 for 0. */
const digitsToCover = (value: bigint): number => (value <= 1n ? 0 : (value - 1n).toString().length)

const KEPT_DIGITS = 18

/**
 * Returns value x numerator / denominator, as payments apply qualities and transfer rates: truncated after 18 digits
 * and rounded to the nearest amount. Adds one unit if digits were truncated and `roundUp` is set. Source: the server's
 * IOUAmount (mulRatio). The value must not be negative.
 */
export function scaleValue(
  value: Decimal,
  numerator: bigint,
  denominator: bigint,
  roundUp: boolean,
): Decimal {
  const product = value.mantissa * numerator
  let low = product / denominator
  let rest = product % denominator
  let { exponent } = value
  if (rest > 0n) {
    const room = BigInt(Math.max(0, KEPT_DIGITS - digitsToCover(low)))
    exponent -= Number(room)
    low *= 10n ** room
    rest *= 10n ** room
    low += rest / denominator
    rest %= denominator
  }
  const excess = digitsToCover(low) - KEPT_DIGITS
  let cut = rest > 0n
  if (excess > 0) {
    const power = 10n ** BigInt(excess)
    cut ||= low % power > 0n
    low /= power
    exponent += excess
  }
  const roundedValue = tokenValue({ mantissa: low, exponent })
  if (!cut || !roundUp) return roundedValue
  return tokenValue({ mantissa: roundedValue.mantissa + 1n, exponent: roundedValue.exponent })
}

export const parseValue = (text: string): Decimal => tokenValue(parseDecimal(text))

/** Formats a value like the server: plain digits, or mantissa and exponent if it is far from 1. */
export const formatValue = (value: Decimal): string => formatNumber(tokenValue(value))

/** Formats a number that is not an amount and may have more digits. */
export function formatNumber({ mantissa, exponent }: Decimal): string {
  if (mantissa === 0n) return '0'
  const sign = mantissa < 0n ? '-' : ''
  const digits = (mantissa < 0n ? -mantissa : mantissa).toString()
  if (exponent !== 0 && (exponent < -25 || exponent > -5)) return `${sign}${digits}e${exponent}`
  if (exponent === 0) return sign + digits
  const paddedDigits = digits.padStart(1 - exponent, '0')
  const whole = paddedDigits.slice(0, paddedDigits.length + exponent)
  const fraction = paddedDigits.slice(paddedDigits.length + exponent).replace(/0+$/, '')
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}
