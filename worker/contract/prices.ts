import * as v from 'valibot'

/** A price of XRP in dollars: decimal text, its source, and when it was set (ISO 8601). */
export const XrpPrice = v.object({
  usd: v.pipe(v.string(), v.regex(/^[0-9]{1,9}(\.[0-9]+)?$/, 'Give the price as a decimal number.')),
  source: v.picklist(['oracle', 'fallback']),
  at: v.string(),
})
export type XrpPrice = v.InferOutput<typeof XrpPrice>

const decimals = 12

/** Dollars for drops, to the cent, rounded half up: "74.10". Exact: no floating-point number is involved. */
export function dropsToUsd(drops: bigint, usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  const scaled = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  // Drops are 10^-6 XRP, the price has `decimals` places, and a cent is 10^-2.
  const unit = 10n ** BigInt(decimals + 6 - 2)
  const cents = (drops * scaled + unit / 2n) / unit
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}
