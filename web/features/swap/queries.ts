import { queryOptions } from '@tanstack/react-query'
import type { Swap } from '#contract/schemas/swaps.ts'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'

/** Refetch interval of an open swap, because the other account may act at any time. */
const freshMs = 3000

export const isOpen = ({ state }: Swap) => state === 'proposed' || state === 'agreed'

export const swapQuery = (id: string) => ({
  ...operationQuery('getSwap', { query: { id: id.toLowerCase() } }),
  staleTime: freshMs,
  refetchInterval: ({ state: { data } }: { state: { data: Swap | undefined } }) =>
    data === undefined || isOpen(data) ? freshMs : (false as const),
})

export const swapsQuery = (account: string) =>
  queryOptions({
    queryKey: ['getSwaps', account],
    queryFn: ({ signal }) => call('getSwaps', {}, { signal }),
    select: ({ swaps }) => swaps,
  })
