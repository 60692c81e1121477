import { createPersistedStore } from '#web/ui/persisted-store.ts'
import { useStore } from '#web/ui/store.ts'

const maxSearches = 8

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

const searches = createPersistedStore<string[]>('opx_recent_searches', isTexts, [])

/** Stores a search in this browser, newest first. */
export function rememberSearch(text: string): void {
  const otherSearches = searches.get().filter((search) => search !== text)
  try {
    searches.set([text, ...otherSearches].slice(0, maxSearches))
  } catch {
    // Ignore a full or blocked storage.
  }
}

export const useRecentSearches = (): string[] => useStore(searches)
