import type { Watched } from '#contract/schemas/watchlist.ts'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { maxPageTopics, useLivePage } from '#web/kit/live/use-live-page.ts'

const topicOf = ({ kind, id }: Watched) =>
  `${{ nft: 'work', collection: 'collection', account: 'artist' }[kind]}:${id}`

/** Returns false for on-demand items, whose price changes cause no events. */
const hasEvents = ({ kind, id }: Watched) => kind !== 'nft' || id.length === 64

/** Subscribes to the newest entries, up to the topic limit of a page. Returns true if that covers all entries. */
export function useLiveWatchlist(items: readonly Watched[]): boolean {
  const isLive = useIsLive()
  const followedItems = items.filter(hasEvents).slice(0, maxPageTopics)
  const prices = ['checkWatched']
  useLivePage(followedItems.map(topicOf), () => [prices], { figures: prices })
  return isLive && followedItems.length === items.length
}
