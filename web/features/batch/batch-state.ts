import type { OfferTransaction } from '#worker/contract/sign-requests.ts'

export type RowStatus = 'ready' | 'pending' | 'success' | 'failed' | 'rejected'

export interface BatchRow {
  /** As typed. */
  value: string
  selected: boolean
  status: RowStatus
  /** What was asked for, and under which key: kept until the answer is known, so that the same offer is never made twice. */
  asked: { key: string; txjson: OfferTransaction } | null
  /** Of the request in the wallet. */
  uuid: string | null
  message: string | null
  txid: string | null
  /** Whether Try Again makes sense. */
  again: boolean
}

/** A batch of sell offers for one collection, as it is kept in the browser. */
export interface BatchState {
  currency: string
  customCurrency: string
  customIssuer: string
  rows: Record<string, BatchRow>
  /** Tokens still to be asked for, in order; empty when nothing runs. */
  queue: string[]
}

export const emptyBatch: BatchState = {
  currency: 'xrp',
  customCurrency: '',
  customIssuer: '',
  rows: {},
  queue: [],
}

const emptyRow: BatchRow = {
  value: '',
  selected: false,
  status: 'ready',
  asked: null,
  uuid: null,
  message: null,
  txid: null,
  again: false,
}

export function rowOf(state: BatchState, id: string): BatchRow {
  return state.rows[id] ?? emptyRow
}

export function changeRow(state: BatchState, id: string, changes: Partial<BatchRow>): BatchState {
  return { ...state, rows: { ...state.rows, [id]: { ...rowOf(state, id), ...changes } } }
}

export function changeRows(
  state: BatchState,
  ids: readonly string[],
  changes: Partial<BatchRow>,
): BatchState {
  return ids.reduce((next, id) => changeRow(next, id, changes), state)
}

/** Puts rows into the queue: those that are ready, each once. */
export function start(state: BatchState, ids: readonly string[]): BatchState {
  const waiting = ids.filter((id) => rowOf(state, id).status === 'ready' && !state.queue.includes(id))
  return { ...state, queue: [...state.queue, ...waiting] }
}

/** Asks for nothing more. What is in the wallet already can still be signed or rejected there. */
export function cancelRun(state: BatchState): BatchState {
  return { ...state, queue: [] }
}

/** A failed or rejected row runs again; under its old key while it is not known whether that was heard. */
export function tryAgain(state: BatchState, id: string): BatchState {
  const { status, again } = rowOf(state, id)
  if (!again || (status !== 'failed' && status !== 'rejected')) return state
  const ready = changeRow(state, id, { status: 'ready', selected: true, message: null, again: false })
  return start(ready, [id])
}

/** The row to ask for now: one whose answer was lost first, else the next, unless one is in the wallet. */
export function nextToAsk(state: BatchState): string | null {
  const pending = Object.entries(state.rows).filter(([, { status }]) => status === 'pending')
  const lost = pending.find(([, { uuid }]) => uuid === null)
  if (lost !== undefined) return lost[0]
  return pending.length > 0 ? null : (state.queue[0] ?? null)
}

/** The row that is in the wallet. */
export function rowInWallet(state: BatchState): { id: string; uuid: string } | null {
  for (const [id, { status, uuid }] of Object.entries(state.rows))
    if (status === 'pending' && uuid !== null) return { id, uuid }
  return null
}

/** Noted before the question is sent. */
export function begin(state: BatchState, id: string, asked: BatchRow['asked']): BatchState {
  const queue = state.queue.filter((other) => other !== id)
  return changeRow({ ...state, queue }, id, { status: 'pending', asked, uuid: null, message: null })
}

/** The end of a row. `heard`: the marketplace has answered, so that its key is used up. */
export function finish(
  state: BatchState,
  id: string,
  end: Pick<BatchRow, 'status' | 'message' | 'txid' | 'again'>,
  heard = true,
): BatchState {
  const used = heard ? { asked: null, uuid: null } : {}
  const next = changeRow(state, id, { ...end, ...used, selected: end.status !== 'success' })
  return { ...next, queue: next.queue.filter((other) => other !== id) }
}

export function isRunning(state: BatchState): boolean {
  return state.queue.length > 0 || Object.values(state.rows).some(({ status }) => status === 'pending')
}

/** Rows that are done begin anew: a work whose listing was cancelled can be offered again. */
export function forgetDone(state: BatchState): BatchState {
  const rows = Object.entries(state.rows).filter(([, { status }]) => status !== 'success')
  return { ...state, rows: Object.fromEntries(rows) }
}
