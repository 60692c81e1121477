import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type ActivityKind,
  facetsInput,
  type FiguresSearch,
  figuresInput,
  type ItemsSearch,
} from '#contract/rules/list-addresses.ts'
import type { OperationInput } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'
import { nextPage, type PageParam } from '#web/kit/lists/next-page.ts'

const firstPage: PageParam = {}

export function collectionsQuery({ query }: OperationInput<'getCollections'>) {
  return infiniteQueryOptions({
    queryKey: ['getCollections', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      call('getCollections', { query: { ...query, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

export function collectionNftsQuery({ query }: OperationInput<'getCollectionNfts'>) {
  return infiniteQueryOptions({
    queryKey: ['getCollectionNfts', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      call('getCollectionNfts', { query: { ...query, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

export function collectionHistoryQuery(id: string, kind?: ActivityKind) {
  return infiniteQueryOptions({
    queryKey: ['getCollectionHistory', 'pages', { id, kind }],
    queryFn: ({ pageParam, signal }) =>
      call('getCollectionHistory', { query: { id, kind, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

export function figuresQuery(id: string, search: FiguresSearch) {
  return operationQuery('getFigures', figuresInput(id, search))
}

export function collectionSalesQuery(query: OperationInput<'getSales'>['query']) {
  return infiniteQueryOptions({
    queryKey: ['getSales', 'pages', query],
    queryFn: ({ pageParam, signal }) => call('getSales', { query: { ...query, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

export function ownersQuery(id: string) {
  return operationQuery('getOwners', { query: { id } })
}

export function collectionQuery(id: string) {
  return operationQuery('getCollection', { query: { id } })
}

export function facetsQuery(id: string, search: ItemsSearch) {
  return operationQuery('getCollectionFacets', facetsInput(id, search))
}

/** Query of data that only the collection's issuer may read, cached by account. */
export function privateInfoQuery(account: string, id: string) {
  return queryOptions({
    queryKey: ['getPrivateInfo', account, id],
    queryFn: ({ signal }) =>
      call('getPrivateInfo', { body: { collectionID: id } }, { signal, isBackground: true }),
    staleTime: 0,
  })
}
