import { useEffect, useRef, useState } from 'react'
import { ApiError, isRetryable, sentenceOf } from '#web/api/error.ts'
import { begin, finish, nextToRequest, putRow, type RowEnd, type RunRow, type RunState } from './run-state.ts'
import { type RunStore, useRun } from './run-store.ts'

const attempts = 3
const pauseMs = 3000
/** Pause after a 429 reply without Retry-After. It does not count as a failure. */
const usualWaitMs = 30_000

export interface RowRequester {
  /** The request of a row with its own idempotency key, or a sentence why it cannot be requested. */
  prepare: (id: string) => NonNullable<RunRow['asked']> | string
  /** Sends the prepared and stored request. Returns the sign request, or the row's end if no signature is needed. */
  send: (id: string) => Promise<{ uuid: string } | { end: RowEnd }>
  /** Message if there is no reply. */
  noAnswer: string
}

const failed = (message: string): RowEnd => ({
  status: 'failed',
  message,
  txid: null,
  nftId: null,
  again: true,
})

/** Requests one row. Stores its key first, so that a retry or a reload repeats the same request. */
async function requestRow<S extends RunState>(
  store: RunStore<S>,
  key: string,
  id: string,
  requester: RowRequester,
): Promise<'answered' | 'missed' | { waitMs: number }> {
  const asked = store.read(key).rows[id]?.asked ?? requester.prepare(id)
  if (typeof asked === 'string') {
    store.change(key, (state) => finish(state, id, failed(asked)))
    return 'answered'
  }
  store.change(key, (state) => begin(state, id, asked))
  try {
    const answer = await requester.send(id)
    if ('end' in answer) store.change(key, (state) => finish(state, id, answer.end))
    else store.change(key, (state) => putRow(state, id, { uuid: answer.uuid }))
    return 'answered'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited')
      return { waitMs: error.retryAfterMs ?? usualWaitMs }
    if (isRetryable(error)) return 'missed'
    store.change(key, (state) => finish(state, id, failed(sentenceOf(error))))
    return 'answered'
  }
}

const noFailures = { id: '', times: 0, turns: 0, waitMs: 0 }

/**
 * Processes the queue while the page is open, one row at a time and in one tab at a time. Returns how long it pauses for the
 * rate limit; null if it does not.
 */
export function useRunQueue<S extends RunState>(
  store: RunStore<S>,
  key: string,
  ready: boolean,
  requester: RowRequester,
): number | null {
  const state = useRun(store, key)
  const current = useRef(requester)
  const [failure, setFailure] = useState(noFailures)
  const id = ready ? nextToRequest(state) : null
  // Counting repeated waits makes each start a new timer.
  const { times, turns, waitMs } = failure.id === id ? failure : noFailures

  useEffect(() => {
    current.current = requester
  })
  useEffect(() => {
    if (id === null) return
    let left = false
    const ask = () =>
      navigator.locks.request(key, async () => {
        // Another tab may have requested it meanwhile.
        if (left || nextToRequest(store.read(key)) !== id) return
        const result = await requestRow(store, key, id, current.current)
        if (result === 'answered') return
        if (result !== 'missed') setFailure({ id, times, turns: turns + 1, waitMs: result.waitMs })
        else if (times + 1 < attempts) setFailure({ id, times: times + 1, turns: 0, waitMs: 0 })
        else store.change(key, (now) => finish(now, id, failed(current.current.noAnswer), false))
      })
    const timer = setTimeout(() => void ask(), waitMs > 0 ? waitMs : times > 0 ? pauseMs : 0)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [store, key, id, times, turns, waitMs])
  return waitMs > 0 ? waitMs : null
}
