import { operationQuery } from '#web/api/queries.ts'

/** One's own offers that nobody can take any more; asked for once a while, and after every request. */
export function deadOffersQuery(account: string) {
  const { queryKey, queryFn } = operationQuery('getDeadOffers', {})
  return { queryKey: [...queryKey, account] as const, queryFn, staleTime: 5 * 60_000 }
}
