/** Kinds of entries in a watchlist: a token, a collection, or an artist (by account). */
export const watchKinds = ['nft', 'collection', 'account'] as const
export type WatchKind = (typeof watchKinds)[number]

/** Maximum number of entries in one watchlist, in an account or in a browser. */
export const maxWatched = 500
/** Maximum number of entries for which one call returns current prices. */
export const maxWatchedPage = 60
