import { queryOptions } from '@tanstack/react-query'
import type { OwnBidsReply, WorkBidReply } from '#contract/schemas/standing-bids.ts'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'

/** Refetch interval while a sale waits, because the other side may act at any time. */
const freshMs = 3000
/** Refetch interval of bids that change only now and then. */
const calmMs = 30_000

export const collectionBidsQuery = (id: string) => ({
  ...operationQuery('getCollectionBids', { query: { id } }),
  refetchInterval: calmMs,
})

export const workBidQuery = (nftokenID: string) => ({
  ...operationQuery('getWorkBid', { query: { id: nftokenID } }),
  refetchInterval: ({ state: { data } }: { state: { data: WorkBidReply | undefined } }) =>
    data?.sale == null ? calmMs : freshMs,
})

const isWaiting = (data: OwnBidsReply | undefined) => data?.sales.some(({ state }) => state === 'waiting')

export const ownBidsQuery = (account: string) =>
  queryOptions({
    queryKey: ['getOwnBids', account],
    queryFn: ({ signal }) => call('getOwnBids', {}, { signal }),
    refetchInterval: ({ state: { data } }) => (isWaiting(data) === true ? freshMs : calmMs),
  })
