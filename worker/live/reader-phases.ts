import PQueue from 'p-queue'
import { sentence } from '#contract/words/sentence.ts'
import { type LiveFrame, type LiveLedger, maxTopicsOfAddress } from '#contract/limits/live.ts'
import type { EventsReply } from '#contract/schemas/events.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { readEvents } from '#worker/domain/event/list-events.ts'
import type { EventBatch } from './batch.ts'
import type { Reader, Readers } from './readers.ts'
import type { ReaderStart, RecentEvents } from './recent-events.ts'

const pageOfLog = 500
/** Maximum number of pages that a reader or shard reads to catch up; if more are missing, it starts over. */
const maxPages = 8
/** Maximum number of concurrent log reads when many readers reconnect at once. */
const maxReads = 6

export const toFrame = (content: LiveFrame) => JSON.stringify(content)

/** The parts of a shard that the phases of its readers use. */
interface PhasesShard {
  readers: Readers
  context(): Context
  /** Returns the recent events of a shard that is registered with the follower. */
  ensureRegistered(): Promise<RecentEvents>
  /** Returns the position up to which the shard has delivered all events; 0 until it is registered. */
  deliveredTo(): number
  /** Stores that the shard has delivered all events up to a position. */
  saveDelivered(position: number): Promise<void>
}

// A reader passes through three phases; a change of topics starts again with the first.
// - Backfill: the shard sends the missed events page by page.
// - Cutover: the reader gets a position once it has received everything delivered to this shard. If a batch arrives
//   while a page is being read, the next page includes it, so no event is lost.
// - Streaming: from each batch of the follower, the shard sends each reader the events of its topics after its
//   position.

/**
 * Delivers events to the readers of a shard. Invariant: while a reader's position is null, `fanOut` skips the reader.
 * So no batch can overtake the backfill, and every event reaches a reader once and in order.
 */
export class ReaderPhases {
  ledger: LiveLedger | null = null
  private readonly logReads = new PQueue({ concurrency: maxReads })
  private readonly shard: PhasesShard

  constructor(shard: PhasesShard) {
    this.shard = shard
  }

  /**
   * Replaces a reader's topics and takes the reader through the three phases. Throws Refusal: rate_limited,
   * events_gone.
   */
  async subscribe(reader: Reader, topics: string[], start: ReaderStart): Promise<void> {
    const { readers } = this.shard
    const otherTopics = readers.useOf(reader.network).topics - reader.topics.length
    if (otherTopics + topics.length > maxTopicsOfAddress)
      throw new Refusal(
        'rate_limited',
        sentence('Too many live pages are open on your network. Close some of them.'),
      )
    reader.version += 1
    reader.position = null
    const { version } = reader
    readers.change(reader, topics)
    let from = start
    for (let page = 0; page < maxPages; page += 1) {
      const log = await this.readBackfill(topics, from)
      if (reader.version !== version || readers.find(reader.socket) === undefined) return
      // The first frame contains the reader's position, so it is sent even without events.
      if (log.events.length > 0 || page === 0)
        readers.send(reader, toFrame({ events: log.events, position: log.position, ledger: this.ledger }))
      if (this.cutOver(reader, topics, log)) return
      from = { after: log.position }
    }
    throw new Refusal(
      'events_gone',
      sentence('There are too many new events. Reload the page to continue from now.'),
    )
  }

  /** Reads a page of missed events (backfill), from memory if it holds all of them, otherwise from the log. */
  private async readBackfill(topics: string[], from: ReaderStart): Promise<EventsReply> {
    const recent = await this.shard.ensureRegistered()
    return (
      recent.read(topics, from, Date.now()) ??
      this.logReads.add(() => readEvents(this.shard.context(), topics, from, pageOfLog))
    )
  }

  /**
   * Switches a reader to streaming (cutover) if it has received everything delivered to this shard, so that streaming
   * continues without a gap. Returns true if the reader was switched.
   */
  private cutOver(reader: Reader, topics: string[], { more: hasMore, position }: EventsReply): boolean {
    if (hasMore || position < this.shard.deliveredTo()) return false
    reader.position = position
    reader.socket.serializeAttachment({ network: reader.network, topics, position })
    return true
  }

  /** Sends the new events of a batch to the readers that are streaming. */
  async applyBatch(recent: RecentEvents, batch: EventBatch): Promise<void> {
    const { events, to } = batch.from > recent.to ? await this.readMissedEvents(recent, batch) : batch
    const fresh = events.filter(({ position }) => position > recent.to)
    this.ledger = batch.ledger ?? this.ledger
    if (to > recent.to) {
      recent.add(fresh, to)
      this.shard.readers.fanOut(fresh, (readerEvents) =>
        toFrame({ events: readerEvents, position: to, ledger: this.ledger }),
      )
      await this.shard.saveDelivered(to)
    }
  }

  /** Reads the events of a missed batch from the log. If there are too many, all readers start over. */
  private async readMissedEvents(
    recent: RecentEvents,
    batch: EventBatch,
  ): Promise<Pick<EventBatch, 'events' | 'to'>> {
    const { readers } = this.shard
    const events = []
    let after = recent.to
    for (let page = 0; page < maxPages; page += 1) {
      const log = await readEvents(this.shard.context(), null, { after }, pageOfLog)
      events.push(...log.events)
      after = log.position
      if (!log.more) return { events, to: Math.max(after, batch.to) }
    }
    for (const reader of readers.list()) readers.close(reader, 1012, 'start over')
    recent.restart(batch.to)
    return { events: [], to: batch.to }
  }
}
