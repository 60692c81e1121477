import type { QueryClient } from '@tanstack/react-query'
import { operationQuery } from '#web/api/queries.ts'

/** How often an open page asks again while it can be seen. */
const freshMs = 4000

/** Works that their issuer has removed while their page is open: nothing is asked of them any more. */
const removed = new Set<string>()

export function forgetWork(client: QueryClient, id: string): void {
  removed.add(workId(id))
  // Its page looks at its interval again when its data are set.
  client.setQueryData(nftQuery(id).queryKey, (reply) => (reply === undefined ? reply : { ...reply }))
}

/** The one form of an id: NFTokenIDs in capitals, ids of on-demand items in small letters, as the server writes them. */
export function workId(id: string): string {
  return id.includes('-') ? id.toLowerCase() : id.toUpperCase()
}

export function nftQuery(id: string) {
  const own = workId(id)
  return {
    ...operationQuery('getNft', { query: { id: own } }),
    staleTime: freshMs,
    refetchInterval: () => (removed.has(own) ? (false as const) : freshMs),
    enabled: () => !removed.has(own),
  }
}
