import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** Query of the payouts of the session's account. The account is part of the query key. */
export const payoutsQuery = (account: string) =>
  queryOptions({
    queryKey: ['getPayouts', { account }] as const,
    queryFn: ({ signal }) => call('getPayouts', {}, { signal }),
    refetchInterval: 10_000,
  })
