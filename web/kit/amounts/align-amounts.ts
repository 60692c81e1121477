import type { Amount } from '#contract/schemas/amounts.ts'
import { decimalsOf, isScientific } from '#contract/rules/amounts.ts'
import { exactFigures } from './currency.ts'

/** Formats the exact values of amounts in one currency, padded to equal decimals so that they align in a column. */
export function alignAmounts<K extends string>(amounts: Record<K, Amount>): Record<K, string>
export function alignAmounts(amounts: Record<string, Amount>): Record<string, string> {
  const texts = Object.entries(amounts).map(([name, value]) => [name, exactFigures(value)] as const)
  const plain = texts.filter(([, text]) => !isScientific(text))
  const decimals = Math.max(0, ...plain.map(([, text]) => decimalsOf(text).count))
  return Object.fromEntries(
    texts.map(([name, text]) => {
      if (isScientific(text)) return [name, text]
      const { count, mark } = decimalsOf(text)
      const point = count > 0 || decimals === 0 ? text : `${text}${mark}`
      return [name, point + '0'.repeat(decimals - count)]
    }),
  )
}
