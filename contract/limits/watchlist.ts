/** What can be watched: a token, a collection, or an artist by the account. */
export const watchKinds = ['nft', 'collection', 'account'] as const
export type WatchKind = (typeof watchKinds)[number]

/** What one list holds, in an account or in a browser. */
export const maxWatched = 500
/** Of how many entries one call says what they cost now. */
export const maxWatchedPage = 60
