import { createStore, useStore } from '#web/ui/store.ts'

/** Creates a store for the view of a list, saved in this browser if possible. The first view is the default. */
export function createStoredView<V extends string>(key: string, views: readonly [V, ...V[]]) {
  const readView = (): V => {
    try {
      const value = localStorage.getItem(key)
      return views.find((view) => view === value) ?? views[0]
    } catch {
      return views[0]
    }
  }
  const store = createStore(readView())
  return {
    use: () => useStore(store),
    set: (view: V) => {
      store.set(view)
      try {
        localStorage.setItem(key, view)
      } catch {
        // If the storage is full or blocked, only this preference is lost.
      }
    },
  }
}
