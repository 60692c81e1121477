import type { Watched } from '#worker/contract/watchlist.ts'
import { maxPageTopics, useIsLive, useLivePage } from '#web/kit/live/use-live-page.ts'

const topicOf = ({ kind, id }: Watched) =>
  `${{ nft: 'work', collection: 'collection', account: 'artist' }[kind]}:${id}`

/** The newest entries of the list, followed as far as a page may. Returns whether all of them are. */
export function useLiveWatchlist(items: readonly Watched[]): boolean {
  const isLive = useIsLive()
  const prices = ['checkWatched']
  useLivePage(items.slice(0, maxPageTopics).map(topicOf), () => [prices], { figures: prices })
  return isLive && items.length <= maxPageTopics
}
