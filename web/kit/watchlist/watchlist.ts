import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Watched, WatchKey, WatchlistReply } from '#contract/schemas/watchlist.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { readCredentials } from '#web/api/credentials.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { announce } from '#web/ui/toasts.ts'
import {
  dropWatched,
  isSame,
  keepWatched,
  keptWatchlist,
  useKeptWatchlist,
  withoutWorks,
} from './watchlist-store.ts'

const accountNow = () => readCredentials().session()?.account ?? null

/**
 * Adds the browser's list to the account's list. Removes entries from the browser only after the reply; after an
 * interruption the next read repeats the call, and the server ignores duplicates. Entries that do not fit stay in the
 * browser.
 */
async function mergeKept(): Promise<void> {
  const items = [...keptWatchlist()]
  if (items.length === 0) return
  try {
    const { data } = await call('watch', { body: { items } })
    dropWatched(items.filter((item) => !data.left.some((unsavedKey) => isSame(item, unsavedKey))))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'watchlist_full')) throw error
  }
}

/** Query of the list of the connected account, read after the browser's list was added to it. */
function watchlistQuery(account: string) {
  return queryOptions({
    queryKey: ['getWatchlist', account] as const,
    queryFn: async ({ signal }): Promise<WatchlistReply> => {
      await mergeKept()
      return call('getWatchlist', {}, { signal })
    },
    staleTime: () => (keptWatchlist().length > 0 ? 0 : 60_000),
  })
}

interface Watchlist {
  account: string | null
  /** Newest first; undefined until it is loaded. */
  items: readonly Watched[] | undefined
  /** Number of entries left in this browser because the account's list is full. */
  endedEntries: number
  error: Error | null
  refetch: () => unknown
}

/** Returns the watchlist of the account, or of the browser. */
export function useWatchlist(): Watchlist {
  const account = useSyncExternalStore(readCredentials().subscribe, accountNow)
  const localItems = useKeptWatchlist()
  const { data, error, refetch } = useQuery({ ...watchlistQuery(account ?? ''), enabled: account !== null })
  if (account === null) return { account, items: localItems, endedEntries: 0, error: null, refetch }
  const unsavedItems = withoutWorks(localItems, data?.items ?? [])
  const items = data === undefined ? undefined : [...unsavedItems, ...data.items]
  return { account, items, endedEntries: unsavedItems.length, error, refetch }
}

/** Changes are sent one after another, so that the last one takes effect. */
let latest: Promise<unknown> = Promise.resolve()

function inTurn(work: () => Promise<unknown>): Promise<unknown> {
  const next = latest.then(work, work)
  latest = next.catch(() => undefined)
  return next
}

/** Shows a change of the account's list immediately and reverts it if the server refuses it. */
async function changeOnServer(queryClient: QueryClient, account: string, item: Watched, isWatched: boolean) {
  const { queryKey } = watchlistQuery(account)
  const show = (on: boolean) =>
    queryClient.setQueryData(queryKey, (list) => {
      const rest = withoutWorks(list?.items ?? [], [item])
      return list && { items: on ? [item, ...rest] : rest }
    })
  await queryClient.cancelQueries({ queryKey })
  show(isWatched)
  const { kind, id } = item
  try {
    await inTurn(() =>
      isWatched
        ? call('watch', { body: { items: [item] } })
        : call('unwatch', { body: { items: [{ kind, id }] } }),
    )
  } catch (error) {
    show(!isWatched)
    announce({
      title: t('The watchlist was not changed'),
      text: error instanceof Error ? sentenceOf(error) : '',
      tone: 'bad',
    })
  }
}

/** Returns whether an item is watched, and a function that changes it. */
export function useWatched(key: WatchKey) {
  const queryClient = useQueryClient()
  const { account, items } = useWatchlist()
  const isWatched = items?.some((item) => isSame(key, item)) ?? false
  const change = (price: Watched['price']) => {
    const item: Watched = { ...key, price, at: new Date().toISOString() }
    if (isWatched) dropWatched([key])
    if (account === null) {
      if (!isWatched) keepWatched(item)
    } else if (items !== undefined) void changeOnServer(queryClient, account, item, !isWatched)
  }
  return { watched: isWatched, isKnown: items !== undefined, change }
}
