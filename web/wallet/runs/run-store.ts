import { useSyncExternalStore } from 'react'
import { hasKeys, parse } from '#web/ui/persisted.ts'
import { createStore } from '#web/ui/store.ts'
import type { RunState } from './run-state.ts'

export interface RunStore<S> {
  /** The stored state, including changes by other tabs. */
  read: (key: string) => S
  /** Stores a change before it takes effect. Throws if it cannot be stored. */
  change: (key: string, change: (state: S) => S) => void
  subscribe: (listener: () => void) => () => void
}

const hasFields = hasKeys<RunState>('rows', 'queue')
const isRunState = (value: unknown): value is RunState =>
  hasFields(value) && typeof value.rows === 'object' && Array.isArray(value.queue)

/** Creates a store for runs in the browser's storage, so that they survive a reload or a closed browser. */
export function createRunStore<S extends RunState>(empty: S): RunStore<S> {
  const changes = createStore(0)
  const cache = new Map<string, { text: string | null; state: S }>()

  function readState(key: string): S {
    const text = localStorage.getItem(key)
    const last = cache.get(key)
    if (last !== undefined && last.text === text) return last.state
    const parsedState = parse(text, isRunState)
    const state = parsedState === null ? empty : { ...empty, ...parsedState }
    cache.set(key, { text, state })
    return state
  }
  return {
    read: readState,
    change: (key, change) => {
      localStorage.setItem(key, JSON.stringify(change(readState(key))))
      changes.set(changes.get() + 1)
    },
    subscribe: (listener) => {
      const unsubscribe = changes.subscribe(listener)
      window.addEventListener('storage', listener)
      return () => {
        unsubscribe()
        window.removeEventListener('storage', listener)
      }
    },
  }
}

export function useRun<S>(store: RunStore<S>, key: string): S {
  return useSyncExternalStore(store.subscribe, () => store.read(key))
}
