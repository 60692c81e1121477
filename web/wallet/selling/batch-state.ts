import type { OfferTransaction } from '#contract/schemas/sign-requests.ts'
import { freshRow, isRunning, putRow, type RunRow, type RunState } from '#web/wallet/runs/run-state.ts'
import { createRunStore } from '#web/wallet/runs/run-store.ts'

export interface BatchRow extends RunRow {
  /** The price as typed. */
  value: string
  selected: boolean
  asked: { key: string; txjson: OfferTransaction } | null
}

/** A batch of sell offers for one collection, as stored in the browser. */
export interface BatchState extends RunState {
  currency: string
  customCurrency: string
  customIssuer: string
  rows: Record<string, BatchRow>
}

export const emptyBatch: BatchState = {
  currency: 'xrp',
  customCurrency: '',
  customIssuer: '',
  rows: {},
  queue: [],
}

export function rowOf(state: BatchState, id: string): BatchRow {
  return { ...freshRow, value: '', selected: false, asked: null, ...state.rows[id] }
}

export function changeRow(state: BatchState, id: string, changes: Partial<BatchRow>): BatchState {
  return putRow(state, id, changes)
}

export function changeRows(
  state: BatchState,
  ids: readonly string[],
  changes: Partial<BatchRow>,
): BatchState {
  return ids.reduce((next, id) => changeRow(next, id, changes), state)
}

/**
 * Selects works at prices in XRP. If the batch used another currency, clears its prices, because all rows share the
 * currency. Does not change a run in another currency.
 */
export function selectAtXrp(state: BatchState, prices: readonly { id: string; value: string }[]): BatchState {
  const isXrp = state.currency === emptyBatch.currency
  if (!isXrp && isRunning(state)) return state
  const otherRows = isXrp ? [] : Object.keys(state.rows)
  return prices.reduce(
    (next, { id, value }) => changeRow(next, id, { value, selected: true }),
    changeRows({ ...state, currency: emptyBatch.currency }, otherRows, { value: '', selected: false }),
  )
}

/** Removes finished rows, because a work whose listing was cancelled can be offered again. */
export function resetFinished(state: BatchState): BatchState {
  const rows = Object.entries(state.rows).filter(([, { status }]) => status !== 'success')
  return { ...state, rows: Object.fromEntries(rows) }
}

export function batchKey(account: string, collection: string): string {
  return `opx_batch:${account}:${collection}`
}

export const batchStore = createRunStore(emptyBatch)

export const changeBatch = batchStore.change
