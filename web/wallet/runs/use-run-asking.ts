import { useEffect, useRef, useState } from 'react'
import { ApiError, isRetryable, sentenceOf } from '#web/api/error.ts'
import { begin, finish, nextToAsk, putRow, type RowEnd, type RunRow, type RunState } from './run-state.ts'
import { type RunStore, useRun } from './run-store.ts'

const attempts = 3
const pauseMs = 3000
/** The pause after "too many requests" when the reply does not say how long. It does not count as a failure. */
const usualWaitMs = 30_000

export interface Asker {
  /** What to request for a row, with its own idempotency key; a sentence when it cannot be requested. */
  prepare: (id: string) => NonNullable<RunRow['asked']> | string
  /** Sends what was prepared and stored; returns the sign request, or the end where none is needed. */
  send: (id: string) => Promise<{ uuid: string } | { end: RowEnd }>
  /** Said when there is no answer. */
  noAnswer: string
}

const failed = (message: string): RowEnd => ({
  status: 'failed',
  message,
  txid: null,
  nftId: null,
  again: true,
})

/** Requests one row. Its key is stored first, so that a lost reply or a reload repeats the same request. */
async function askFor<S extends RunState>(
  store: RunStore<S>,
  key: string,
  id: string,
  asker: Asker,
): Promise<'answered' | 'missed' | { waitMs: number }> {
  const asked = store.read(key).rows[id]?.asked ?? asker.prepare(id)
  if (typeof asked === 'string') {
    store.change(key, (state) => finish(state, id, failed(asked)))
    return 'answered'
  }
  store.change(key, (state) => begin(state, id, asked))
  try {
    const answer = await asker.send(id)
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

const nothingMissed = { id: '', times: 0, turns: 0, waitMs: 0 }

/**
 * Works through the queue while the page is open, one row at a time and in one tab at a time. Returns how long it pauses for
 * the rate limit; null when it does not.
 */
export function useRunAsking<S extends RunState>(
  store: RunStore<S>,
  key: string,
  ready: boolean,
  asker: Asker,
): number | null {
  const state = useRun(store, key)
  const current = useRef(asker)
  const [missed, setMissed] = useState(nothingMissed)
  const id = ready ? nextToAsk(state) : null
  // Counts repeated waits, so that each starts its own pause.
  const { times, turns, waitMs } = missed.id === id ? missed : nothingMissed

  useEffect(() => {
    current.current = asker
  })
  useEffect(() => {
    if (id === null) return
    let left = false
    const ask = () =>
      navigator.locks.request(key, async () => {
        // Another tab may have requested it meanwhile.
        if (left || nextToAsk(store.read(key)) !== id) return
        const result = await askFor(store, key, id, current.current)
        if (result === 'answered') return
        if (result !== 'missed') setMissed({ id, times, turns: turns + 1, waitMs: result.waitMs })
        else if (times + 1 < attempts) setMissed({ id, times: times + 1, turns: 0, waitMs: 0 })
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
