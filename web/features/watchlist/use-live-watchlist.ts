import type { Watched } from '#contract/schemas/watchlist.ts'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { maxPageTopics, useLivePage } from '#web/kit/live/use-live-page.ts'

const topicOf = ({ kind, id }: Watched) =>
  `${{ nft: 'work', collection: 'collection', account: 'artist' }[kind]}:${id}`

/** Prices of items on demand are no events. */
const isTold = ({ kind, id }: Watched) => kind !== 'nft' || id.length === 64

/** The newest entries of the list, followed as far as a page may. Returns whether all of them are. */
export function useLiveWatchlist(items: readonly Watched[]): boolean {
  const isLive = useIsLive()
  const told = items.filter(isTold).slice(0, maxPageTopics)
  const prices = ['checkWatched']
  useLivePage(told.map(topicOf), () => [prices], { figures: prices })
  return isLive && told.length === items.length
}
