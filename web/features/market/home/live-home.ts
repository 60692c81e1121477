import { useQuery } from '@tanstack/react-query'
import type { EventKind } from '#contract/rules/events.ts'
import { editionsQuery } from '#web/kit/editions/queries.ts'
import { maxPageTopics, useLivePage } from '#web/kit/live/use-live-page.ts'
import { auctionsQuery, featuredCollectionsQuery, featuredNftsQuery, newsQuery } from './queries.ts'

/** Queries of the home page with the events that trigger a refetch. */
const changes: [query: { queryKey: readonly unknown[] }, kinds: readonly EventKind[]][] = [
  [
    auctionsQuery,
    ['bid', 'bid_withdrawn', 'auction_begun', 'auction_extended', 'auction_settled', 'auction_cancelled'],
  ],
  [newsQuery, ['listed', 'price_changed', 'sold', 'auction_settled', 'collection_announced']],
  [featuredNftsQuery, ['listed', 'price_changed', 'sold', 'auction_begun', 'auction_settled']],
  [featuredCollectionsQuery, ['collection_verified']],
  [editionsQuery(), ['edition_open']],
]

/** Subscribes to the events of the home page and to the bids on its auctions. */
export function LiveHome() {
  const { data: auctions = [] } = useQuery({ ...auctionsQuery, enabled: false })
  const works = auctions.slice(0, maxPageTopics - 1).map(({ nftokenID }) => `work:${nftokenID}`)
  useLivePage(['home', ...works], (events) =>
    changes.flatMap(([{ queryKey }, kinds]) =>
      events.some(({ kind }) => kinds.includes(kind)) ? [queryKey] : [],
    ),
  )
  return null
}
