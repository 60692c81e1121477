import type { Amount } from '#worker/contract/amount-schemas.ts'
import { formatXrpExact, isDrops } from '#worker/contract/amounts.ts'
import { plainDecimal } from './currency.ts'

const figures = (amount: Amount) =>
  isDrops(amount) ? formatXrpExact(BigInt(amount)) : plainDecimal(amount.value)

const decimalsOf = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)

/** Exact values of amounts of one currency, padded to equal decimals so that they align in a column. */
export function alignAmounts<K extends string>(amounts: Record<K, Amount>): Record<K, string>
export function alignAmounts(amounts: Record<string, Amount>): Record<string, string> {
  const texts = Object.entries(amounts).map(([name, value]) => [name, figures(value)] as const)
  const decimals = Math.max(...texts.map(([, text]) => decimalsOf(text)))
  return Object.fromEntries(
    texts.map(([name, text]) => {
      const point = text.includes('.') || decimals === 0 ? text : `${text}.`
      return [name, point + '0'.repeat(decimals - decimalsOf(text))]
    }),
  )
}
