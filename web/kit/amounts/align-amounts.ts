import type { Amount } from '#worker/contract/amount-schemas.ts'
import { decimalsOf, formatXrpExact, isDrops, readableDecimal } from '#worker/contract/amounts.ts'
import { plainDecimal } from './currency.ts'

const figures = (amount: Amount) =>
  isDrops(amount) ? formatXrpExact(BigInt(amount)) : readableDecimal(plainDecimal(amount.value))

/** Exact values of amounts of one currency, padded to equal decimals so that they align in a column. */
export function alignAmounts<K extends string>(amounts: Record<K, Amount>): Record<K, string>
export function alignAmounts(amounts: Record<string, Amount>): Record<string, string> {
  const texts = Object.entries(amounts).map(([name, value]) => [name, figures(value)] as const)
  const decimals = Math.max(...texts.map(([, text]) => decimalsOf(text).count))
  return Object.fromEntries(
    texts.map(([name, text]) => {
      const { count, mark } = decimalsOf(text)
      const point = count > 0 || decimals === 0 ? text : `${text}${mark}`
      return [name, point + '0'.repeat(decimals - count)]
    }),
  )
}
