import { type Decimal, divideRounded, toDigits, roundToWorking } from './decimal.ts'

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

const EXTRA_DIGITS = 60

/** Returns the square root of value / divisor, to the server's internal precision. */
export function squareRoot(value: Decimal, divisor: bigint): Decimal {
  if (value.mantissa <= 0n) return { mantissa: 0n, exponent: 0 }
  const long = toDigits(value, EXTRA_DIGITS)
  const quotient = { mantissa: divideRounded(long.mantissa, divisor, 'nearest'), exponent: long.exponent }
  const even = quotient.exponent % 2 === 0
  const radicand = even ? quotient : { mantissa: quotient.mantissa * 10n, exponent: quotient.exponent - 1 }
  return roundToWorking({ mantissa: integerRoot(radicand.mantissa), exponent: radicand.exponent / 2 })
}
