import type { NftHistoryEntry } from '#contract/schemas/nfts.ts'

/** Events shown initially. */
export const firstEvents = 12

/** Minimum height of the chart with its controls. */
export const chartHeight = '25rem'

/** Returns the first sale in XRP if there are at least two, the minimum for a price chart. */
export function chartedSale(history: NftHistoryEntry[]): NftHistoryEntry | undefined {
  const [first, second] = history.filter(({ type, amount }) => type === 'sale' && typeof amount === 'string')
  return second && first
}

/**
 * Returns the height to reserve for the history of a work until it is loaded. The style sheet of the details defines
 * `--event-height`.
 */
export function historyHeight(history: NftHistoryEntry[], events: NftHistoryEntry[]): string {
  const firstOnes = events.slice(0, firstEvents)
  const payments = firstOnes.reduce((count, entry) => count + entry.payments.length, 0)
  const parts = [`${firstOnes.length} * var(--event-height) + 1px`, `${payments} * 1.5rem`]
  if (chartedSale(history) !== undefined) parts.push(chartHeight)
  if (firstOnes.length < events.length) parts.push('var(--target)')
  return `calc(${parts.join(' + ')})`
}
