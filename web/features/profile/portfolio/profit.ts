import { formatXrpCompact, formatXrpExact } from '#contract/rules/amounts.ts'
import type { acquisitions, PortfolioWork } from '#contract/schemas/portfolio.ts'
import { t } from '#web/messages.ts'

export const signOf = (drops: bigint): string => (drops < 0n ? '−' : drops > 0n ? '+' : '')

/** Formats a gain or loss with its sign: "+12.50 XRP", "−3.00 XRP". Compact in statistics. */
export function formatProfit(drops: bigint, compact = false): string {
  return `${signOf(drops)}${(compact ? formatXrpCompact : formatXrpExact)(drops < 0n ? -drops : drops)} XRP`
}

/** Returns the difference between a work's floor and its cost; null if one of them is unknown. */
export function computeUnrealised({
  cost,
  floorDrops,
}: Pick<PortfolioWork, 'cost' | 'floorDrops'>): bigint | null {
  return typeof cost === 'string' && floorDrops !== null ? BigInt(floorDrops) - BigInt(cost) : null
}

/** Returns the total of the latest XRP sales of works, and the number of these works. */
export function lastSales(works: readonly Pick<PortfolioWork, 'lastSaleDrops'>[]): {
  works: number
  drops: bigint
} {
  const salePrices = works.flatMap(({ lastSaleDrops }) =>
    lastSaleDrops === null ? [] : [BigInt(lastSaleDrops)],
  )
  return { works: salePrices.length, drops: salePrices.reduce((sum, drops) => sum + drops, 0n) }
}

export const acquisitionNames: Record<(typeof acquisitions)[number], string> = {
  bought: t('Bought', { context: 'origin of a work' }),
  minted: t('Minted', { context: 'origin of a work' }),
  gift: t('Received', { context: 'origin of a work' }),
  exchanged: t('Swapped', { context: 'origin of a work' }),
  unknown: t('Unknown'),
}

/** Returns the works whose name or collection contains a text. */
export function filterWorks<W extends { name: string; collectionName?: string | null }>(
  works: readonly W[],
  text: string,
): W[] {
  const part = text.trim().toLocaleLowerCase('en')
  if (part === '') return [...works]
  return works.filter(({ name, collectionName = null }) =>
    `${name}\n${collectionName ?? ''}`.toLocaleLowerCase('en').includes(part),
  )
}
