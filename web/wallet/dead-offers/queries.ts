import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** Query of the session's own offers that can no longer be accepted. Refetched after every request. */
export function deadOffersQuery(account: string) {
  return queryOptions({
    queryKey: ['getDeadOffers', { account }],
    queryFn: ({ signal }) => call('getDeadOffers', {}, { signal }),
    staleTime: 5 * 60_000,
  })
}
