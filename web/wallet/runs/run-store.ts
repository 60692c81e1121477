import { useSyncExternalStore } from 'react'
import type { RunState } from './run-state.ts'

export interface RunStore<S> {
  /** As it is stored now, other tabs included. */
  read: (key: string) => S
  /** Stores a change before anything is done because of it. */
  change: (key: string, change: (state: S) => S) => void
  subscribe: (listener: () => void) => () => void
}

const isKept = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'rows' in value &&
  typeof value.rows === 'object' &&
  'queue' in value &&
  Array.isArray(value.queue)

/** Runs in the browser's storage: a reload or a closed browser loses nothing. */
export function createRunStore<S extends RunState>(empty: S): RunStore<S> {
  const listeners = new Set<() => void>()
  const known = new Map<string, { text: string | null; state: S }>()

  function parse(text: string | null): S {
    if (text === null) return empty
    try {
      const value: unknown = JSON.parse(text)
      return isKept(value) ? { ...empty, ...value } : empty
    } catch {
      return empty
    }
  }
  function read(key: string): S {
    const text = localStorage.getItem(key)
    const last = known.get(key)
    if (last !== undefined && last.text === text) return last.state
    const state = parse(text)
    known.set(key, { text, state })
    return state
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }
  return {
    read,
    change: (key, change) => {
      localStorage.setItem(key, JSON.stringify(change(read(key))))
      for (const listener of listeners) listener()
    },
    subscribe,
  }
}

export function useRun<S>(store: RunStore<S>, key: string): S {
  return useSyncExternalStore(store.subscribe, () => store.read(key))
}
