import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** Of whoever is signed in; the account keeps the answers of two of them apart. */
export const payoutsQuery = (account: string) =>
  queryOptions({
    queryKey: ['getPayouts', { account }] as const,
    queryFn: ({ signal }) => call('getPayouts', {}, { signal }),
    refetchInterval: 10_000,
  })
