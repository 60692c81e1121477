/** An exact decimal number: `digits` times ten to the power of `exponent`. For values of issued currencies. */
export interface Decimal {
  digits: bigint
  exponent: number
}

/** Maximum significant digits of an amount on the ledger. Source: xrpl.org "Currency formats", token precision. */
export const ledgerDigits = 16

const form = /^(-?)([0-9]{1,40})(?:\.([0-9]{0,40}))?(?:[eE]([+-]?[0-9]{1,3}))?$/

/** Reads "12.5" or "1e-6"; null for anything else. */
export function parseDecimal(text: string): Decimal | null {
  const match = form.exec(text.trim())
  if (match === null) return null
  const [, sign = '', whole = '0', fraction = '', power = '0'] = match
  return trim({ digits: BigInt(`${sign}${whole}${fraction}`), exponent: Number(power) - fraction.length })
}

/** Writes a decimal without an exponent. */
export function formatDecimal(value: Decimal): string {
  const { digits, exponent } = trim(value)
  if (exponent >= 0) return `${digits}${digits === 0n ? '' : '0'.repeat(exponent)}`
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(1 - exponent, '0')
  return `${sign}${text.slice(0, exponent)}.${text.slice(exponent)}`
}

function trim({ digits, exponent }: Decimal): Decimal {
  if (digits === 0n) return { digits, exponent: 0 }
  let [remainder, power] = [digits, exponent]
  while (remainder % 10n === 0n) {
    remainder /= 10n
    power += 1
  }
  return { digits: remainder, exponent: power }
}

function alignExponents(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent)
  const at = (value: Decimal) => value.digits * 10n ** BigInt(value.exponent - exponent)
  return [at(a), at(b), exponent]
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, exponent] = alignExponents(a, b)
  return trim({ digits: left + right, exponent })
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, { digits: -b.digits, exponent: b.exponent })
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return trim({ digits: a.digits * b.digits, exponent: a.exponent + b.exponent })
}

/** Returns a negative number, zero or a positive number, as `Array.sort` expects. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = alignExponents(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Rounds a non-negative value to significant digits: towards zero, or away from it. */
export function roundDecimal(value: Decimal, significant: number, up = false): Decimal {
  const { digits, exponent } = trim(value)
  const surplus = digits.toString().length - significant
  if (surplus <= 0) return { digits, exponent }
  const step = 10n ** BigInt(surplus)
  const digitsLeft = digits / step + (up && digits % step !== 0n ? 1n : 0n)
  return trim({ digits: digitsLeft, exponent: exponent + surplus })
}
