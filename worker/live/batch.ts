import type { MarketEvent } from '#contract/schemas/events.ts'
import type { LiveLedger } from '#contract/limits/live.ts'

/** All events of the log after `from`, up to `to`. The follower's object sends them to the shards. */
export interface EventBatch {
  from: number
  to: number
  events: MarketEvent[]
  ledger: LiveLedger | null
}

/** The reply to a shard that registers, which contains the same for recent events. */
export type Registered = Omit<EventBatch, 'ledger'> & { since: number }
