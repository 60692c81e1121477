import { type WatchKind, watchKinds } from '#contract/limits/watchlist.ts'
import { oneOf, type SearchValues } from '#contract/rules/search-reader.ts'

export interface WatchlistSearch {
  /** The kind of entries that the watchlist shows; all kinds without it. */
  kind?: WatchKind | undefined
}

/** Parses the filter in the address of the watchlist. */
export const readWatchlistSearch = ({ kind }: SearchValues): WatchlistSearch => ({
  kind: oneOf(watchKinds, kind),
})
