import type { QueryClient } from '@tanstack/react-query'
import { operationQuery } from '#web/api/queries.ts'

export const featuredNftsQuery = operationQuery('getFeaturedNfts', {})
export const featuredCollectionsQuery = operationQuery('getFeaturedCollections', {})
export const auctionsQuery = operationQuery('getAuctions', {})

export const roomQuery = operationQuery('getRoom', {})

export const newsQuery = operationQuery('getNews', {})

export type TrendingDays = '1' | '7'

export function trendingQuery(days: TrendingDays) {
  return operationQuery('getTrendingCollections', { query: { days } })
}

/** Prefetches the data of the first screen, unless the page embeds it. */
export function prefetchHome(client: QueryClient): void {
  void client.prefetchQuery(featuredNftsQuery)
  void client.prefetchQuery(featuredCollectionsQuery)
  void client.prefetchQuery(trendingQuery('7'))
  void client.prefetchQuery(auctionsQuery)
}
