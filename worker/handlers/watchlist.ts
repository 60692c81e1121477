import { checkWatched } from '#worker/domain/watchlist/check-watched.ts'
import { getWatchlist, unwatch, watch } from '#worker/domain/watchlist/watch.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const watchlistHandlers = {
  getWatchlist: ({ actor }, context) => getWatchlist(context, actor),
  watch: async ({ actor, body }, context) => createSuccess(await watch(context, actor, body.items)),
  unwatch: ({ actor, body }, context) =>
    done(unwatch(context, actor, body.items), 'It is no longer on your watchlist'),
  checkWatched: ({ body }, context) => checkWatched(context, body.items),
} satisfies Partial<AppHandlers>
