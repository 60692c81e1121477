import type { MarketEvent } from '#contract/schemas/events.ts'
import { createStore } from '#web/ui/store.ts'

/** Recent events about the subject of the open page. */
export const liveNews = createStore<readonly MarketEvent[]>([])

/** Number of parts of the open page that subscribe to events. */
export const liveParts = createStore(0)
