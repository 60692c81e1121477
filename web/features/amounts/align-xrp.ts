import { formatXrpExact } from '#worker/contract/amounts.ts'

/** Amounts that stand below each other, exact and with the same number of decimals. */
export function alignXrp<K extends string>(drops: Record<K, bigint>): Record<K, string>
export function alignXrp(drops: Record<string, bigint>): Record<string, string> {
  const texts = Object.entries(drops).map(([name, value]) => [name, formatXrpExact(value)] as const)
  const decimals = Math.max(...texts.map(([, text]) => text.length - text.indexOf('.') - 1))
  return Object.fromEntries(
    texts.map(([name, text]) => [name, text.padEnd(text.indexOf('.') + 1 + decimals, '0')]),
  )
}
