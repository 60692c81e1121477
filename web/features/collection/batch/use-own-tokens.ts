import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DemandCard, NftCard } from '#worker/contract/nfts.ts'
import { collectionNftsQuery } from '#web/kit/collections/queries.ts'

const isToken = (card: NftCard | DemandCard): card is NftCard => card.nftokenID !== null

/** All tokens of a collection that an account holds, page after page. */
export function useOwnTokens(collection: string, account: string) {
  const list = useInfiniteQuery(
    collectionNftsQuery({ query: { id: collection, owner: account, sort: 'unset', demand: 'false' } }),
  )
  const { hasNextPage, isFetching, fetchNextPage, error } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, error])
  return {
    tokens: list.data?.pages.flatMap(({ nfts }) => nfts).filter(isToken) ?? [],
    count: list.data?.pages[0]?.count ?? null,
    loading: list.isPending,
    complete: !hasNextPage,
    error,
    retry: () => void (list.data === undefined ? list.refetch() : fetchNextPage()),
  }
}
