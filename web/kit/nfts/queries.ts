import type { QueryClient } from '@tanstack/react-query'
import type { DemandReply, NftReply } from '#contract/schemas/nfts.ts'
import { operationQuery } from '#web/api/queries.ts'

/** Refetch interval of a visible page. */
const freshMs = 4000

/** Works that were removed while their page is open. They are not refetched. */
const removedIds = new Set<string>()

export function markRemoved(client: QueryClient, id: string): void {
  removedIds.add(workId(id))
  // Setting the data makes the query evaluate `refetchInterval` again.
  client.setQueryData(nftQuery(id).queryKey, (reply) => (reply === undefined ? reply : { ...reply }))
}

/** Returns true if a work is a token. Otherwise it is an on-demand item, which has no offers. */
export const isToken = (reply: NftReply | DemandReply): reply is NftReply => reply.nft.nftokenID !== null

/**
 * Returns the canonical form of an id, as the server writes it: NFTokenIDs in upper case, ids of on-demand items in
 * lower case.
 */
export function workId(id: string): string {
  return id.includes('-') ? id.toLowerCase() : id.toUpperCase()
}

export function nftQuery(id: string) {
  const ownId = workId(id)
  return {
    ...operationQuery('getNft', { query: { id: ownId } }),
    staleTime: freshMs,
    refetchInterval: () => (removedIds.has(ownId) ? (false as const) : freshMs),
    enabled: () => !removedIds.has(ownId),
  }
}

/** Query of floor prices of traits, and related works. They may be some minutes old. */
export const relatedWorksQuery = (id: string) => ({
  ...operationQuery('getRelatedWorks', { query: { id: workId(id) } }),
  staleTime: 60_000,
})
