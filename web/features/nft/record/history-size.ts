import type { NftHistoryEntry } from '#contract/schemas/nfts.ts'

/** Events shown initially. */
export const firstEvents = 12

/** Height of at least the chart with its controls. */
export const chartHeight = '25rem'

/** The first sale in XRP, when there are enough for a chart of prices. */
export function chartedSale(history: NftHistoryEntry[]): NftHistoryEntry | undefined {
  const [first, second] = history.filter(({ type, amount }) => type === 'sale' && typeof amount === 'string')
  return second && first
}

/**
 * Height that is reserved for the history of a work until it is loaded. `--event-height` is in the style sheet of the details.
 */
export function historyHeight(history: NftHistoryEntry[], events: NftHistoryEntry[]): string {
  const firstOnes = events.slice(0, firstEvents)
  const payments = firstOnes.reduce((count, entry) => count + entry.payments.length, 0)
  const parts = [`${firstOnes.length} * var(--event-height) + 1px`, `${payments} * 1.5rem`]
  if (chartedSale(history) !== undefined) parts.push(chartHeight)
  if (firstOnes.length < events.length) parts.push('var(--target)')
  return `calc(${parts.join(' + ')})`
}
