import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { ApiError } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { finish, rowInWallet } from './batch-state.ts'
import { changeBatch, useBatch } from './batch-store.ts'
import { rowOutcome } from './row-outcome.ts'

const pollMs = 2000
const unknownRequest: CheckReply = {
  status: 'failed',
  data: 'The marketplace no longer knows this request.',
}

/** Follows the row that is in the wallet until it is over; answers its request's state. */
export function useBatchOutcome(key: string): CheckReply | undefined {
  const inWallet = rowInWallet(useBatch(key))
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
    const end = rowOutcome(reply)
    if (end !== null) changeBatch(key, (state) => finish(state, id, end))
  }, [key, id, reply])
  return inWallet === null ? undefined : reply
}
