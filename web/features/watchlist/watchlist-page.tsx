import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { maxWatched, type WatchKind } from '#contract/limits/watchlist.ts'
import type { Watched, WatchKey } from '#contract/schemas/watchlist.ts'
import { t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { call } from '#web/api/call.ts'
import { nameOf } from '#web/api/people.ts'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { maxPageTopics, useLivePage } from '#web/kit/live/use-live-page.ts'
import { useWatchlist } from '#web/kit/watchlist/watchlist.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ListEnd } from '#web/kit/lists/list-end.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { batchesOf, rowsOf } from './watch-rows.ts'
import { WatchRowView } from './watch-row-view.tsx'
import css from './watchlist.module.css'

const kinds: { value: WatchKind | 'all'; title: string }[] = [
  { value: 'all', title: t('All') },
  { value: 'nft', title: t('Works') },
  { value: 'collection', title: t('Collections') },
  { value: 'account', title: t('Artists') },
]

/** Interval for refetching the prices of a list that live events do not cover. */
const refreshMs = 15_000

/** Reads the current state of watched items, one batch per page. */
const checkWatchedQuery = (batches: WatchKey[][]) =>
  infiniteQueryOptions({
    queryKey: ['checkWatched', batches],
    queryFn: ({ pageParam, signal }) =>
      call('checkWatched', { body: { items: batches[pageParam] ?? [] } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, last) => (last + 1 < batches.length ? last + 1 : null),
    enabled: batches.length > 0,
    placeholderData: keepPreviousData,
  })

const topicOf = ({ kind, id }: Watched) =>
  `${{ nft: 'work', collection: 'collection', account: 'artist' }[kind]}:${id}`

/** Returns false for on-demand items, whose price changes cause no events. */
const hasEvents = ({ kind, id }: Watched) => kind !== 'nft' || id.length === 64

/** Subscribes to the newest entries, up to the topic limit of a page. Returns true if that covers all entries. */
function useLiveWatchlist(items: readonly Watched[]): boolean {
  const isLive = useIsLive()
  const followedItems = items.filter(hasEvents).slice(0, maxPageTopics)
  const prices = ['checkWatched']
  useLivePage(followedItems.map(topicOf), () => [prices], { figures: prices })
  return isLive && followedItems.length === items.length
}

/**
 * Returns the list as it was when the page opened, so that removed items do not shift the batches. New items replace
 * it.
 */
function useStableItems(items: readonly Watched[]): readonly Watched[] {
  const [stableItems, setStableItems] = useState(items)
  const hasNew = items.some(({ id }) => stableItems.every((item) => item.id !== id))
  if (hasNew) setStableItems(items)
  return hasNew ? items : stableItems
}

const skeleton = (
  <>
    <LoadingNote subject={t('your watchlist')} />
    <Skeleton height="24rem" />
  </>
)

interface WatchlistPageProps {
  /** The kind in the URL; undefined for all kinds. */
  kind: WatchKind | undefined
  onKind: (kind: WatchKind | undefined) => Promise<void>
}

/** Watchlist of the account, or of a visitor's browser: current prices, and the change since each item was added. */
export function WatchlistPage({ kind, onKind }: WatchlistPageProps) {
  const { account, items, endedEntries, error, refetch } = useWatchlist()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Watchlist')}</h1>
      <QueryStates
        query={{ data: items, error, refetch }}
        pending={skeleton}
        empty={
          <>
            <Message
              title={t('Nothing saved yet')}
              action={
                <Link to="/collections_explorer" className={buttonClass('primary')}>
                  {t('Explore')}
                </Link>
              }
            >
              {t(
                'Press the heart on a work, a collection or an artist: it is listed here, with its current price and the change since then.',
              )}
            </Message>
            <NothingFound />
          </>
        }
      >
        {(storedItems) => (
          <>
            <p className={css.note}>
              {joinSentences(
                account === null
                  ? t('Saved in this browser. Connect your wallet to see the list on all your devices.')
                  : t('Only you see this list.'),
                endedEntries > 0 &&
                  t(
                    "{left, number} of this browser's entries did not fit: a list can have {max, number} entries. Remove some of them.",
                    { left: endedEntries, max: maxWatched },
                  ),
              )}
            </p>
            <Segmented
              label={t('Show')}
              options={kinds}
              value={kind ?? 'all'}
              onChange={(choice) => onKind(choice === 'all' ? undefined : choice)}
            />
            <Rows
              key={kind ?? 'all'}
              items={kind === undefined ? storedItems : storedItems.filter((item) => item.kind === kind)}
            />
          </>
        )}
      </QueryStates>
    </div>
  )
}

function Rows({ items }: { items: readonly Watched[] }) {
  const stableItems = useStableItems(items)
  const batches = batchesOf(stableItems)
  const isLive = useLiveWatchlist(stableItems)
  const query = useInfiniteQuery({
    ...checkWatchedQuery(batches),
    refetchInterval: isLive ? false : refreshMs,
  })
  if (items.length === 0) return <Message title={t('Nothing of this kind')} />
  return (
    <QueryStates query={query} pending={skeleton}>
      {({ pages }) => (
        <>
          <ul className={css.rows} aria-label={t('Watched')}>
            {pages
              .flatMap((reply, place) => {
                const batch = batches[place] ?? []
                const visibleItems = items.filter(({ id }) => batch.some((item) => item.id === id))
                return rowsOf(visibleItems, reply, nameOf)
              })
              .map((row) => (
                <WatchRowView key={`${row.watched.kind} ${row.watched.id}`} row={row} />
              ))}
          </ul>
          <ListEnd
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            error={query.isFetchNextPageError ? query.error : null}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </QueryStates>
  )
}
