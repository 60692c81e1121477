import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** One's own offers that nobody can take any more; asked for once a while, and after every request. */
export function deadOffersQuery(account: string) {
  return queryOptions({
    queryKey: ['getDeadOffers', { account }],
    queryFn: ({ signal }) => call('getDeadOffers', {}, { signal }),
    staleTime: 5 * 60_000,
  })
}
