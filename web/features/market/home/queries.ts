import type { QueryClient } from '@tanstack/react-query'
import { operationQuery } from '#web/api/queries.ts'

export const featuredNftsQuery = operationQuery('getFeaturedNfts', {})
export const featuredCollectionsQuery = operationQuery('getFeaturedCollections', {})
export const auctionsQuery = operationQuery('getAuctions', {})

export const newsQuery = operationQuery('getNews', {})

export type TrendingDays = '1' | '7'

/** With `marked`, sales that look like wash trades count, too. */
export function trendingQuery(days: TrendingDays, marked = false) {
  return operationQuery('getTrendingCollections', { query: { days, ...(marked ? { marked: 'true' } : {}) } })
}

/** Prefetches what the first screen shows, unless the page embeds it. */
export function prefetchHome(client: QueryClient): void {
  void client.prefetchQuery(featuredNftsQuery)
  void client.prefetchQuery(featuredCollectionsQuery)
  void client.prefetchQuery(trendingQuery('7'))
  void client.prefetchQuery(auctionsQuery)
}
