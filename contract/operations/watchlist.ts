import { routes } from '#contract/addresses.ts'
import {
  CheckWatchedBody,
  CheckWatchedReply,
  UnwatchBody,
  WatchBody,
  WatchlistReply,
  WatchReply,
} from '#contract/schemas/watchlist.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import type { Operation } from './operation.ts'

const base = { tag: 'Accounts', auth: 'session' } as const

export const watchlistOperations = {
  getWatchlist: {
    ...routes.getWatchlist,
    ...base,
    summary: 'List what the connected account watches',
    reply: WatchlistReply,
  },
  watch: {
    ...routes.watch,
    ...base,
    largeBody: true,
    summary: 'Add works, collections and artists to one’s watchlist',
    body: WatchBody,
    reply: WatchReply,
  },
  unwatch: {
    ...routes.unwatch,
    ...base,
    summary: 'Remove works, collections and artists from one’s watchlist',
    body: UnwatchBody,
    reply: StatusReply,
  },
  checkWatched: {
    ...routes.checkWatched,
    ...base,
    auth: 'none',
    summary: 'Get the current prices of watched works, collections and artists',
    body: CheckWatchedBody,
    reply: CheckWatchedReply,
  },
} as const satisfies Record<string, Operation>
