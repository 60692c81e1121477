import { useSyncExternalStore } from 'react'
import { type BatchState, emptyBatch } from './batch-state.ts'

const listeners = new Set<() => void>()
const known = new Map<string, { text: string | null; state: BatchState }>()

export function batchKey(account: string, collection: string): string {
  return `opx_batch:${account}:${collection}`
}

function isBatch(value: unknown): value is BatchState {
  return (
    typeof value === 'object' &&
    value !== null &&
    'rows' in value &&
    typeof value.rows === 'object' &&
    'queue' in value &&
    Array.isArray(value.queue)
  )
}

function parse(text: string | null): BatchState {
  if (text === null) return emptyBatch
  try {
    const value: unknown = JSON.parse(text)
    return isBatch(value) ? { ...emptyBatch, ...value } : emptyBatch
  } catch {
    return emptyBatch
  }
}

/** The batch as it is stored now, other tabs included. */
export function readBatch(key: string): BatchState {
  const text = localStorage.getItem(key)
  const last = known.get(key)
  if (last !== undefined && last.text === text) return last.state
  const state = parse(text)
  known.set(key, { text, state })
  return state
}

/** Stores a change before anything is done because of it. */
export function changeBatch(key: string, change: (state: BatchState) => BatchState): void {
  localStorage.setItem(key, JSON.stringify(change(readBatch(key))))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useBatch(key: string): BatchState {
  return useSyncExternalStore(subscribe, () => readBatch(key))
}
