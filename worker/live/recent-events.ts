import type { EventsReply, MarketEvent } from '#contract/schemas/events.ts'
import { topicsOf } from '#contract/rules/events.ts'

/** Maximum number of events in memory. They cover readers that reconnect within a minute. */
const maxEvents = 1000

/** Start of a reader: after a position, after a ledger, or a minute ago. */
export interface ReaderStart {
  after?: number | undefined
  ledger?: number | undefined
}

/** The newest part of the log, complete after `from`. */
export class RecentEvents {
  private events: { event: MarketEvent; topics: string[] }[] = []
  from: number
  to: number
  /** All events since this time are in memory (milliseconds). */
  since: number

  constructor(from: number, since: number) {
    this.from = from
    this.to = from
    this.since = since
  }

  /** Appends events up to the position `to`. */
  add(events: MarketEvent[], to: number): void {
    this.events.push(...events.map((event) => ({ event, topics: topicsOf(event) })))
    this.to = to
    const surplus = this.events.length - maxEvents
    if (surplus <= 0) return
    const last = this.events[surplus - 1]?.event
    this.from = last?.position ?? this.from
    this.since = Math.max(this.since, Date.parse(last?.at ?? ''))
    this.events = this.events.slice(surplus)
  }

  /** Discards everything before a position. */
  restart(at: number): void {
    this.events = []
    this.since = Date.now()
    this.from = at
    this.to = at
  }

  list(): MarketEvent[] {
    return this.events.map(({ event }) => event)
  }

  /** Returns the position at which a reader starts; null if the log must be read to find it. */
  private startOf({ after, ledger }: ReaderStart, now: number): number | null {
    if (after !== undefined) return after >= this.from && after <= this.to ? after : null
    if (ledger !== undefined) {
      const before = this.events.findLast(
        ({ event }) => event.ledgerIndex !== null && event.ledgerIndex <= ledger,
      )
      return before?.event.position ?? null
    }
    const minuteAgo = now - 60_000
    if (this.since > minuteAgo) return null
    return this.events.findLast(({ event }) => Date.parse(event.at) < minuteAgo)?.event.position ?? this.from
  }

  /** Returns the events of some topics if all of them are in memory; null if the log must be read. */
  read(topics: string[], start: ReaderStart, now: number): EventsReply | null {
    const after = this.startOf(start, now)
    if (after === null) return null
    const topicSet = new Set(topics)
    const events = this.events
      .filter(
        ({ event, topics: eventTopics }) =>
          event.position > after && eventTopics.some((topic) => topicSet.has(topic)),
      )
      .map(({ event }) => event)
    return { events, position: this.to, more: false }
  }
}
