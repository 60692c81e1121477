import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { WatchKey } from '#contract/schemas/watchlist.ts'
import { call } from '#web/api/call.ts'

/** Interval for refetching the prices of a list that live events do not cover. */
export const refreshMs = 15_000

/** Reads the current state of watched items, one batch per page. */
export const checkWatchedQuery = (batches: WatchKey[][]) =>
  infiniteQueryOptions({
    queryKey: ['checkWatched', batches],
    queryFn: ({ pageParam, signal }) =>
      call('checkWatched', { body: { items: batches[pageParam] ?? [] } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, last) => (last + 1 < batches.length ? last + 1 : null),
    enabled: batches.length > 0,
    placeholderData: keepPreviousData,
  })
