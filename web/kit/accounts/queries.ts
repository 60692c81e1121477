import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'

export const profileQuery = (account: string) => operationQuery('getProfile', { query: { account } })
export const accountOffersQuery = (account: string) =>
  operationQuery('getAccountOffers', { query: { account } })
export const accountHistoryQuery = (account: string) =>
  operationQuery('getAccountHistory', { query: { account } })
export const accountCollectionsQuery = (account: string) =>
  operationQuery('getAccountCollections', { query: { account } })
export const verifiedRandomQuery = { ...operationQuery('getVerifiedRandom', {}), staleTime: 300_000 }

/** Query of the NFTs owned by an account, paginated as on the ledger. The last page has no marker. */
export function accountNftsQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: ['getAccountNfts', 'pages', { account }],
    queryFn: ({ pageParam, signal }) =>
      call('getAccountNfts', { query: { account, marker: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.marker ?? undefined,
  })
}
