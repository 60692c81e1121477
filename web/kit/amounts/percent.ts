import { readableDecimal } from '#contract/rules/amounts.ts'

/** Formats a part of a whole in percent, with one decimal; 0.0 if the whole is 0. */
export function percentOf(part: number, whole: number): string {
  return readableDecimal(whole <= 0 ? '0.0' : ((part / whole) * 100).toFixed(1))
}
