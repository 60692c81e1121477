import { useEffect, useRef, useState } from 'react'
import { ApiError, isRetryable, sentenceOf } from '#web/api/error.ts'
import {
  beginRow,
  cancelRun,
  finish,
  groupOf,
  nextToRequest,
  putRow,
  requeue,
  type RowEnd,
  type RunRow,
  type RunState,
} from './run-state.ts'
import { type RunStore, useRun } from './run-store.ts'

const attempts = 3
const pauseMs = 3000
/** Pause after a 429 reply without Retry-After. The reply does not count as a failure. */
const usualWaitMs = 30_000

/** The sign request, or the outcome of the row if no signature is needed. */
type Sent = { uuid: string } | { end: RowEnd }

export interface RowRequester {
  /** Returns the request of a row with its own idempotency key, or an error message if the row cannot be requested. */
  prepare: (id: string) => NonNullable<RunRow['asked']> | string
  /** Sends the prepared and stored request of one row. */
  send: (id: string) => Promise<Sent>
  /**
   * Requests several rows with one signature: the maximum number of rows of this kind, and the function that sends their
   * shared request, which has one key.
   */
  groupRequester?: { sizeOf: (id: string) => number; send: (ids: string[]) => Promise<Sent> }
  /** Message shown if there is no reply. */
  noAnswer: string
}

const failedEnd = (message: string): RowEnd => ({
  status: 'failed',
  message,
  txid: null,
  nftId: null,
  again: true,
})

/** `requeued`: the remaining rows of a refused group are requested again. */
type Answer = 'answered' | 'missed' | 'requeued' | 'apart' | { waitMs: number }

interface Call<S> {
  store: RunStore<S>
  key: string
  requester: RowRequester
}

/** Stores the requests of rows and finishes rows that cannot be requested. Returns the remaining rows. */
function prepareRows<S extends RunState>({ store, key, requester }: Call<S>, ids: string[]): string[] {
  const { rows } = store.read(key)
  const firstKey = ids.map((id) => rows[id]?.asked?.key).find((sharedKey) => sharedKey !== undefined)
  const common = firstKey ?? crypto.randomUUID()
  return ids.filter((id) => {
    const request = rows[id]?.asked ?? requester.prepare(id)
    if (typeof request === 'string') store.change(key, (state) => finish(state, id, failedEnd(request)))
    else
      store.change(key, (state) =>
        beginRow(state, id, ids.length > 1 ? { ...request, key: common } : request),
      )
    return typeof request !== 'string'
  })
}

/** Errors that would also refuse every other row until the user resolves them. */
const stoppingCodes: readonly ApiError['code'][] = [
  'unauthenticated',
  'token_expired',
  'signed_out',
  'fresh_sign_in_required',
  'account_mismatch',
  'user_token_mismatch',
  'forbidden',
  'minter_missing',
  'network_busy',
  'wallet_outdated',
  'storage_quota',
  'storage_full',
  'read_only',
]

const stopsRun = (error: unknown) => error instanceof ApiError && stoppingCodes.includes(error.code)

const splitsGroup = (ids: readonly string[], error: unknown) =>
  error instanceof ApiError && error.code === 'batch_unavailable' && ids.length > 1

/** Finishes the refused rows. Requests the others again, or leaves them unchanged if the run cannot continue. */
export function refuseRows<S extends RunState>(state: S, ids: readonly string[], error: unknown): S {
  if (splitsGroup(ids, error)) return requeue(state, ids)
  const rows = error instanceof ApiError ? error.rows : []
  const end = (next: S, id: string | undefined, message: string) =>
    id === undefined ? next : finish(next, id, failedEnd(message))
  if (rows.length === 0) {
    const endState = ids.reduce((next, id) => end(next, id, sentenceOf(error)), state)
    return stopsRun(error) ? cancelRun(endState) : endState
  }
  const rest = ids.filter((_, place) => rows.every(({ row }) => row !== place))
  const endState = rows.reduce((next, { row, message }) => end(next, ids[row], message), requeue(state, rest))
  return rows.every(({ code }) => stoppingCodes.includes(code)) ? cancelRun(endState) : endState
}

function refuse<S extends RunState>({ store, key }: Call<S>, ids: string[], error: unknown): Answer {
  store.change(key, (state) => refuseRows(state, ids, error))
  if (splitsGroup(ids, error)) return 'apart'
  return error instanceof ApiError && error.rows.length > 0 ? 'requeued' : 'answered'
}

/** Requests rows. Stores their key first, so that a retry or a reload repeats the same request. */
async function requestRows<S extends RunState>(call: Call<S>, rowIds: string[]): Promise<Answer> {
  const { store, key, requester } = call
  const ids = prepareRows(call, rowIds)
  const [first] = ids
  if (first === undefined) return 'answered'
  const change = (changeRow: (state: S, id: string) => S) =>
    store.change(key, (state) => ids.reduce((next, id) => changeRow(next, id), state))
  try {
    const { groupRequester } = requester
    const answer =
      ids.length > 1 && groupRequester !== undefined
        ? await groupRequester.send(ids)
        : await requester.send(first)
    if ('end' in answer) change((state, id) => finish(state, id, answer.end))
    else change((state, id) => putRow(state, id, { uuid: answer.uuid }))
    return 'answered'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited')
      return { waitMs: error.retryAfterMs ?? usualWaitMs }
    return isRetryable(error) && !stopsRun(error) ? 'missed' : refuse(call, ids, error)
  }
}

const noFailures = { id: '', times: 0, turns: 0, waitMs: 0 }

/**
 * Processes the queue while the page is open, one request at a time and in one tab at a time. Returns the pause for the
 * rate limit in milliseconds; null without a pause.
 */
export function useRunQueue<S extends RunState>(
  store: RunStore<S>,
  key: string,
  ready: boolean,
  requester: RowRequester,
): number | null {
  const state = useRun(store, key)
  const current = useRef(requester)
  const requestsOneByOne = useRef(false)
  const [failure, setFailure] = useState(noFailures)
  const id = ready ? nextToRequest(state) : null
  // Counts repeated waits, so that each one starts a new timer.
  const { times, turns, waitMs } = failure.id === id ? failure : noFailures

  useEffect(() => {
    current.current = requester
  })
  useEffect(() => {
    if (id === null) return
    let isStopped = false
    const ask = () =>
      navigator.locks.request(key, async () => {
        const now = store.read(key)
        // Another tab may have requested the row in the meantime.
        if (isStopped || nextToRequest(now) !== id) return
        const { groupRequester, noAnswer } = current.current
        const ids = groupOf(
          now,
          id,
          requestsOneByOne.current || groupRequester === undefined ? () => 1 : groupRequester.sizeOf,
        )
        const result = await requestRows({ store, key, requester: current.current }, ids)
        if (result === 'answered') return
        requestsOneByOne.current ||= result === 'apart'
        if (result === 'apart' || result === 'requeued' || (result === 'missed' && !navigator.onLine))
          setFailure({ id, times: 0, turns: turns + 1, waitMs: 0 })
        else if (result !== 'missed') setFailure({ id, times, turns: turns + 1, waitMs: result.waitMs })
        else if (times + 1 < attempts) setFailure({ id, times: times + 1, turns: 0, waitMs: 0 })
        else
          store.change(key, (latest) =>
            ids.reduce((next, rowId) => finish(next, rowId, failedEnd(noAnswer), false), latest),
          )
      })
    const begin = () => void ask()
    // Without a network, the row waits for it and does not fail.
    if (!navigator.onLine) window.addEventListener('online', begin)
    const timer = navigator.onLine
      ? setTimeout(begin, waitMs > 0 ? waitMs : times > 0 ? pauseMs : 0)
      : undefined
    return () => {
      isStopped = true
      window.removeEventListener('online', begin)
      clearTimeout(timer)
    }
  }, [store, key, id, times, turns, waitMs])
  return waitMs > 0 ? waitMs : null
}
