import { operationQuery } from '#web/api/queries.ts'

/** How often an open page asks again while it can be seen. */
const freshMs = 4000

export function nftQuery(id: string) {
  return {
    ...operationQuery('getNft', { query: { id: id.toUpperCase() } }),
    staleTime: freshMs,
    refetchInterval: freshMs,
  }
}
