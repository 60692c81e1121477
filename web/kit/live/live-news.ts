import type { MarketEvent } from '#contract/schemas/events.ts'
import { createStore } from '#web/ui/store.ts'

/** What has just happened to what the open page shows. */
export const liveNews = createStore<readonly MarketEvent[]>([])

/** How many parts of the open page follow what happens. */
export const liveParts = createStore(0)
