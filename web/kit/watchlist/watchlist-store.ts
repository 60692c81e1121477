import { maxWatched } from '#contract/limits/watchlist.ts'
import type { Watched, WatchKey } from '#contract/schemas/watchlist.ts'
import { t } from '#web/messages.ts'
import { hasKeys } from '#web/ui/persisted.ts'
import { createPersistedStore } from '#web/ui/persisted-store.ts'
import { useStore } from '#web/ui/store.ts'
import { announce } from '#web/ui/toasts.ts'

const isEntry = hasKeys<Watched>('kind', 'id', 'price', 'at')
const isList = (value: unknown): value is readonly Watched[] => Array.isArray(value) && value.every(isEntry)

/** A visitor's watchlist, newest first. It stays in the browser until it is added to an account's list. */
const watchlistStore = createPersistedStore<readonly Watched[]>('opx_watchlist', isList, [])

export const useKeptWatchlist = (): readonly Watched[] => useStore(watchlistStore)

export const keptWatchlist = (): readonly Watched[] => watchlistStore.get()

export const isSame = (first: WatchKey, second: WatchKey): boolean =>
  first.kind === second.kind && first.id === second.id

export const withoutWorks = (items: readonly Watched[], removedKeys: readonly WatchKey[]): Watched[] =>
  items.filter((item) => !removedKeys.some((key) => isSame(item, key)))

/** Replaces the browser's list. Shows a message if the browser cannot store it. */
function keep(items: readonly Watched[]): void {
  try {
    watchlistStore.set(items)
  } catch {
    announce({
      title: t('The watchlist could not be saved'),
      text: t("This browser's storage is full or blocked."),
      tone: 'bad',
    })
  }
}

export function keepWatched(item: Watched): void {
  const rest = withoutWorks(watchlistStore.get(), [item])
  if (rest.length < maxWatched) keep([item, ...rest])
  else
    announce({
      title: t('Your watchlist is full'),
      text: t('A watchlist can have {maxWatched} entries. Remove some of them first.', { maxWatched }),
      tone: 'bad',
    })
}

export function dropWatched(items: readonly WatchKey[]): void {
  const current = watchlistStore.get()
  if (current.some((item) => items.some((other) => isSame(item, other)))) keep(withoutWorks(current, items))
}
