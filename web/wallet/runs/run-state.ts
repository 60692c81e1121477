export type RowStatus = 'ready' | 'pending' | 'success' | 'failed' | 'rejected' | 'signed'

export interface RunRow {
  status: RowStatus
  /** The request's idempotency key, stored until the reply arrives, so that nothing is requested twice. */
  asked: { key: string } | null
  /** uuid of the request in the wallet. */
  uuid: string | null
  message: string | null
  txid: string | null
  /** The resulting NFT, or the NFT of the row. */
  nftId: string | null
  /** True if the row can be retried. */
  again: boolean
}

/** The rows of a run, which are requested one after another, as stored in the browser. */
export interface RunState {
  rows: Record<string, RunRow>
  /** Rows still to request, in order; empty if nothing is running. */
  queue: string[]
  /** uuid of a request that the wallet cannot sign. Its rows are requested one by one instead. */
  apart?: string
}

export type RowEnd = Pick<RunRow, 'status' | 'message' | 'txid' | 'nftId' | 'again'>

export const freshRow: RunRow = {
  status: 'ready',
  asked: null,
  uuid: null,
  message: null,
  txid: null,
  nftId: null,
  again: false,
}

const statusOf = (state: RunState, id: string) => state.rows[id]?.status ?? 'ready'

export function putRow<S extends RunState>(state: S, id: string, changes: Partial<RunRow>): S {
  return { ...state, rows: { ...state.rows, [id]: { ...freshRow, ...state.rows[id], ...changes } } }
}

/** Queues each ready row once. */
export function start<S extends RunState>(state: S, ids: readonly string[]): S {
  const readyIds = ids.filter((id) => statusOf(state, id) === 'ready' && !state.queue.includes(id))
  return { ...state, queue: [...state.queue, ...readyIds] }
}

/** Clears the queue. The row in the wallet can still be signed or rejected there. */
export function cancelRun<S extends RunState>(state: S): S {
  return { ...state, queue: [] }
}

/** Returns the rows that share one request, in the order of that request. */
function listGroup(state: RunState, id: string): string[] {
  const key = state.rows[id]?.asked?.key
  if (key === undefined) return [id]
  return Object.keys(state.rows).filter((rowId) => state.rows[rowId]?.asked?.key === key)
}

/** Retries a failed row. If its request may have reached the server, repeats the same request with all of its rows. */
export function tryAgain<S extends RunState>(state: S, id: string): S {
  if (state.rows[id]?.again !== true || statusOf(state, id) === 'success') return state
  const ids = listGroup(state, id)
  const ready = ids.reduce(
    (next, rowId) => putRow(next, rowId, { status: 'ready', message: null, again: false }),
    state,
  )
  return start(ready, ids)
}

/** Returns the rows that have failed or were rejected and can be retried. */
export function rowsToRetry({ rows }: RunState): string[] {
  return Object.entries(rows).flatMap(([id, { again, status }]) =>
    again && status !== 'success' ? [id] : [],
  )
}

/** Retries all rows that failed or were rejected. */
export function tryAllAgain<S extends RunState>(state: S): S {
  return rowsToRetry(state).reduce((next, id) => tryAgain(next, id), state)
}

/**
 * Returns the row to request next: one whose reply was lost, or else the first in the queue. Null while a row is in the
 * wallet.
 */
export function nextToRequest(state: RunState): string | null {
  const pendingRows = Object.entries(state.rows).filter(([, { status }]) => status === 'pending')
  const lostRow = pendingRows.find(([, { uuid }]) => uuid === null)
  if (lostRow !== undefined) return lostRow[0]
  return pendingRows.length > 0 ? null : (state.queue[0] ?? null)
}

/**
 * Returns the rows to request together with `first`: those of the same lost request, or else the following rows of the
 * same `sizeOf`, up to that number. The order survives a reload.
 */
export function groupOf(state: RunState, first: string, sizeOf: (id: string) => number): string[] {
  const size = sizeOf(first)
  const isNew = (id: string) => (state.rows[id]?.asked ?? null) === null
  if (!isNew(first)) return listGroup(state, first)
  const rest = state.queue.filter((id) => id !== first && isNew(id))
  const end = rest.findIndex((id) => sizeOf(id) !== size)
  const group = [first, ...(end < 0 ? rest : rest.slice(0, end))].slice(0, size)
  const present = Object.keys(state.rows)
  const placeOf = (id: string) => (present.includes(id) ? present.indexOf(id) : present.length)
  return group.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns all rows that the request in the wallet covers. */
export function rowsInWallet(state: RunState): string[] {
  const uuid = rowInWallet(state)?.uuid
  return Object.entries(state.rows).flatMap(([id, row]) =>
    row.status === 'pending' && uuid !== undefined && row.uuid === uuid ? [id] : [],
  )
}

/** Returns the number of unfinished rows: queued, being requested, or in the wallet. */
export function countLeft(state: RunState): number {
  return state.queue.length + countOf(state, 'pending')
}

/** Puts rows back at the front of the queue, to be requested again. */
export function requeue<S extends RunState>(state: S, ids: readonly string[]): S {
  const ready = ids.reduce(
    (next, id) => putRow(next, id, { status: 'ready', asked: null, uuid: null, message: null, again: false }),
    state,
  )
  return { ...ready, queue: [...ids, ...state.queue.filter((id) => !ids.includes(id))] }
}

/** Returns the row in the wallet; null if there is none. */
export function rowInWallet(state: RunState): { id: string; uuid: string } | null {
  for (const [id, { status, uuid }] of Object.entries(state.rows))
    if (status === 'pending' && uuid !== null) return { id, uuid }
  return null
}

/** Marks a row as requested. Call it before the request is sent. */
export function beginRow<S extends RunState>(state: S, id: string, request: RunRow['asked']): S {
  const queue = state.queue.filter((queuedId) => queuedId !== id)
  return putRow({ ...state, queue }, id, { status: 'pending', asked: request, uuid: null, message: null })
}

/** Finishes a row. `hasReply` is true if the server has replied, so that the key is used up. */
export function finish<S extends RunState>(state: S, id: string, end: RowEnd, hasReply = true): S {
  const emptyRequest = hasReply ? { asked: null, uuid: null } : {}
  const queue = state.queue.filter((queuedId) => queuedId !== id)
  return putRow({ ...state, queue }, id, { ...end, ...emptyRequest })
}

export function isRunning(state: RunState): boolean {
  return state.queue.length > 0 || Object.values(state.rows).some(({ status }) => status === 'pending')
}

export function countOf(state: RunState, status: RowStatus): number {
  return Object.values(state.rows).filter((row) => row.status === status).length
}
