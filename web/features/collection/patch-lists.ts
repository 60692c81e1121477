import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { type ActivityKind, activityKindNames } from '#contract/rules/list-addresses.ts'
import type { OperationOutput } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { collectionHistoryQuery } from '#web/kit/collections/queries.ts'
import { patchCard } from '#web/kit/live/patch-card.ts'
import { keyedEvents } from '#web/kit/nfts/keyed-events.ts'

type Items = InfiniteData<OperationOutput<'getCollectionNfts'>>
type Activity = InfiniteData<OperationOutput<'getCollectionHistory'>>

/** Prepends the newest page of events to the loaded ones. Replaces them if events in between are missing. */
export function withNewest(list: Activity, first: Activity['pages'][number]): Activity {
  const [top, ...rest] = list.pages
  if (top === undefined) return list
  const newest = new Map(keyedEvents(first.history))
  const currentKeys = new Set(keyedEvents(list.pages.flatMap(({ history }) => history)).map(([key]) => key))
  const newEvents = [...newest].filter(([key]) => !currentKeys.has(key)).map(([, event]) => event)
  if (newEvents.length === first.history.length && currentKeys.size > 0)
    return { pages: [first], pageParams: [{}] }
  // An offer event changes its kind once a sale has accepted the offer.
  const events = keyedEvents(top.history).map(([key, event]) => newest.get(key) ?? event)
  return { ...list, pages: [{ ...top, history: [...newEvents, ...events] }, ...rest] }
}

/**
 * Updates a collection's lists after events of its works. Changes cards in place, so that a visible list is not
 * reordered, and refetches only the newest page of the activity.
 */
export async function patchLists(client: QueryClient, id: string, events: MarketEvent[]): Promise<void> {
  client.setQueriesData<Items>(
    { queryKey: ['getCollectionNfts', 'pages'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          nfts: page.nfts.map((card) => events.reduce((before, event) => patchCard(before, event), card)),
        })),
      },
  )
  const kinds: (ActivityKind | undefined)[] = [undefined, ...activityKindNames]
  for (const kind of kinds) {
    const { queryKey } = collectionHistoryQuery(id, kind)
    if (client.getQueryCache().find({ queryKey, type: 'active' }) === undefined) continue
    const first = await call('getCollectionHistory', { query: { id, kind } })
    client.setQueryData<Activity>(queryKey, (list) => list && withNewest(list, first))
  }
}
