import { parse } from './persisted.ts'
import { createStore, type Store } from './store.ts'

/**
 * Creates a store whose value is saved in localStorage and synchronized between tabs. `set` throws if the storage is
 * full.
 */
export function createPersistedStore<T>(
  key: string,
  isT: (value: unknown) => value is T,
  empty: T,
): Store<T> {
  const changes = createStore(0)
  let cache: { text: string | null; value: T } = { text: null, value: empty }
  return {
    get: () => {
      const text = localStorage.getItem(key)
      if (text !== cache.text) cache = { text, value: parse(text, isT) ?? empty }
      return cache.value
    },
    set: (next) => {
      localStorage.setItem(key, JSON.stringify(next))
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
