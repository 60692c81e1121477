import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { ApiError } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { finish, type RowEnd, rowInWallet, type RunState } from './run-state.ts'
import { type RunStore, useRun } from './run-store.ts'

const pollMs = 2000
const unknownRequest: CheckReply = {
  status: 'failed',
  data: 'The marketplace no longer knows this request.',
}

/** The outcome of a row from a reply about its request; null until it is final. */
export function rowOutcome(reply: CheckReply): RowEnd | null {
  const ids = { txid: reply.outcome?.txid ?? reply.txid ?? null, nftId: reply.outcome?.nftokenID ?? null }
  switch (reply.status) {
    case 'pending':
      return null
    case 'success':
      return { status: 'success', message: null, again: false, ...ids }
    case 'rejected':
      return { status: 'rejected', message: 'You rejected to sign.', again: true, ...ids }
    case 'expired':
      return { status: 'rejected', message: 'It was not signed in time.', again: true, ...ids }
    case 'signed':
      return {
        status: 'signed',
        message: 'The signer signed the request. But something went wrong.',
        again: false,
        ...ids,
      }
    case 'failed':
      return { status: 'failed', message: reply.data ?? 'The request is failed.', again: true, ...ids }
  }
}

/** Polls the request of the row in the wallet until it is final. Returns the latest reply. */
export function useRunOutcome<S extends RunState>(
  store: RunStore<S>,
  key: string,
  endOf: (reply: CheckReply) => RowEnd | null,
): CheckReply | undefined {
  const inWallet = rowInWallet(useRun(store, key))
  const { data, error } = useQuery({
    ...operationQuery('checkSignRequest', { params: { uuid: inWallet?.uuid ?? '' } }),
    enabled: inWallet !== null,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const reply = error instanceof ApiError && error.status === 404 ? unknownRequest : data
  const id = inWallet?.id ?? null
  useEffect(() => {
    if (id === null || reply === undefined) return
    const end = endOf(reply)
    if (end !== null) store.change(key, (state) => finish(state, id, end))
  }, [store, key, id, reply, endOf])
  return inWallet === null ? undefined : reply
}
