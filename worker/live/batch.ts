import type { MarketEvent } from '#contract/schemas/events.ts'
import type { LiveLedger } from '#contract/limits/live.ts'

/** All log events after `from`, up to and including `to`. The follower sends them to the shards. */
export interface EventBatch {
  from: number
  to: number
  events: MarketEvent[]
  ledger: LiveLedger | null
}

/** The reply to a shard that registers: the recent events. */
export type RegistrationReply = Omit<EventBatch, 'ledger'> & { since: number }
