import { useQueryClient } from '@tanstack/react-query'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { useLivePage } from '#web/kit/live/use-live-page.ts'

/** Events that change sales and owner statistics. */
const countedEvents = ['sold', 'auction_settled', 'transferred', 'minted', 'burned']

/** Keeps a collection's figures, cards, activity, owners and charts up to date. */
export function LiveCollection({ id }: { id: string }) {
  const client = useQueryClient()
  const { queryKey } = collectionQuery(id)
  useLivePage(
    [`collection:${id}`],
    (events) => {
      void import('./patch-lists.ts').then(({ patchLists }) => patchLists(client, id, events))
      const isCounted = events.some(({ kind }) => countedEvents.includes(kind))
      const names = [
        'getBuyingRules',
        'getBuyerProblem',
        ...(isCounted ? ['getFigures', 'getSales', 'getOwners'] : []),
      ]
      return [queryKey, ...names.map((name) => [name])]
    },
    { figures: queryKey },
  )
  return null
}
