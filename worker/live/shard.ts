import { DurableObject } from 'cloudflare:workers'
import { sentence } from '#contract/words/sentence.ts'
import PQueue from 'p-queue'
import * as v from 'valibot'
import { errorFacts } from '#contract/words/error-facts.ts'
import { type EventsReply, LiveMessage } from '#contract/schemas/events.ts'
import {
  type LiveFrame,
  type LiveLedger,
  maxMessageLetters,
  maxSockets,
  maxTopicsOfAddress,
  pingEveryMs,
  pingText,
  pongText,
} from '#contract/limits/live.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { readEvents } from '#worker/domain/event/list-events.ts'
import { EventStreams } from '#worker/domain/event/streams.ts'
import type { EventBatch, RegistrationReply } from './batch.ts'
import { type Reader, Readers } from './readers.ts'
import { type ReaderStart, RecentEvents } from './recent-events.ts'

export interface ShardServices {
  contextFor(requestId: string, waitUntil: (work: Promise<unknown>) => void): Context
  /** Registers a shard with the follower, which sends it all further events. */
  register(shard: string): Promise<RegistrationReply>
}

const pageOfLog = 500
/** Maximum number of pages that a reader or shard reads to catch up; if more are missing, it starts over. */
const maxPages = 8
/** Maximum number of concurrent log reads when many readers reconnect at once. */
const maxReads = 6
/** Time after which a reader that has not pinged is considered disconnected. */
const silentMs = 4 * pingEveryMs
/**
 * Time without a message from the follower after which the shard registers again. The follower sends something at least
 * every ten seconds.
 */
const followerTimeoutMs = 45_000
const closeSilentEveryMs = 60_000
/** Maximum interval between heartbeats, which contain the newest ledger. */
const heartbeatEveryMs = 15_000

const Attachment = v.object({
  network: v.string(),
  topics: v.array(v.string()),
  position: v.nullable(v.number()),
})

const frame = (content: LiveFrame) => JSON.stringify(content)

/**
 * Readers are sharded by network address. Each shard holds the WebSockets and event streams of its addresses, and
 * hibernates with its sockets while it is idle.
 *
 * A reader passes through three phases:
 * - Backfill: the shard sends the missed events page by page. The reader's position is null, so `fanOut` skips the reader.
 * - Cutover: the reader gets a position once it has received everything delivered to this shard. If a batch arrives while a
 *   page is being read, the next page includes it, so no event is lost.
 * - Streaming: the shard sends each reader the events of its topics after its position, from each batch of the follower.
 * A change of topics starts again with the backfill.
 */
export class ShardObject extends DurableObject<unknown> {
  private readers = new Readers()
  private streams = new EventStreams()
  /** The end of the log as delivered to this shard; null until the shard is registered. */
  private recent: RecentEvents | null = null
  private registering: Promise<RecentEvents> | null = null
  private ledger: LiveLedger | null = null
  private heardAt = 0
  private heartbeatAt = 0
  private silenceCheckedAt = 0
  private name = ''
  private readonly logReads = new PQueue({ concurrency: maxReads })
  private readonly services: ShardServices

  constructor(state: DurableObjectState, bindings: unknown, services: ShardServices) {
    super(state, bindings)
    this.services = services
    // The runtime answers pings without waking the object.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(pingText, pongText))
    void state.blockConcurrencyWhile(() => this.wake())
  }

  /** Restores the readers after hibernation: their sockets still exist, and they have all earlier events. */
  private async wake() {
    const sockets = this.ctx.getWebSockets()
    if (sockets.length === 0) return
    const { position, name } = v.parse(
      v.object({ position: v.number(), name: v.string() }),
      (await this.ctx.storage.get('delivered')) ?? { position: 0, name: '' },
    )
    this.name = name
    this.recent = new RecentEvents(position, Date.now())
    this.heardAt = Date.now()
    for (const socket of sockets) {
      const result = v.safeParse(Attachment, socket.deserializeAttachment())
      if (result.success) {
        const { position: start, ...reader } = result.output
        this.readers.add(
          socket,
          { ...reader, position: start === null ? null : Math.max(start, position) },
          Date.now(),
        )
      }
    }
  }

  private context(): Context {
    return this.services.contextFor(crypto.randomUUID(), (work) => this.ctx.waitUntil(work))
  }

  /** Opens a WebSocket, or answers with a stream of events. */
  override async fetch(request: Request): Promise<Response> {
    const network = request.headers.get('x-live-network') ?? ''
    this.name = request.headers.get('x-live-shard') ?? this.name
    if (request.headers.get('upgrade') === 'websocket') return this.openSocket(network)
    return this.stream(network, await request.json())
  }

  private async openSocket(network: string): Promise<Response> {
    if (this.readers.useOf(network).sockets >= maxSockets)
      return Response.json(
        { code: 'rate_limited', detail: 'Your network has too many pages open. Close some of them.' },
        { status: 409 },
      )
    await this.ensureRegistered()
    const { 0: client, 1: socket } = new WebSocketPair()
    this.ctx.acceptWebSocket(socket)
    socket.serializeAttachment({ network, topics: [], position: null })
    this.readers.add(socket, { network, topics: [], position: null }, Date.now())
    return new Response(null, { status: 101, webSocket: client })
  }

  private async stream(network: string, start: unknown): Promise<Response> {
    await this.ensureRegistered()
    return this.streams.open(network, start, this.context())
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const reader = this.readers.find(socket)
    if (reader === undefined) return
    if (!this.readers.countMessage(reader, Date.now()))
      return this.readers.close(reader, 1008, 'too many messages')
    if (typeof message !== 'string' || message.length > maxMessageLetters)
      return this.readers.close(reader, 1009, 'too large')
    try {
      const content = readMessage(message)
      if ('seen' in content) reader.unreadLetters = 0
      else await this.subscribe(reader, content.topics, content)
    } catch (error) {
      this.refuse(reader, error)
    }
  }

  private refuse(reader: Reader, error: unknown) {
    if (error instanceof Refusal) {
      this.readers.send(reader, frame({ problem: { code: error.code, detail: error.message } }))
      return this.readers.close(reader, 1008, error.code)
    }
    this.context().log.error('live_failed', errorFacts(error))
    this.readers.close(reader, 1011, 'internal')
  }

  /** Replaces a reader's topics and takes the reader through the three phases. */
  private async subscribe(reader: Reader, topics: string[], start: ReaderStart): Promise<void> {
    const otherTopics = this.readers.useOf(reader.network).topics - reader.topics.length
    if (otherTopics + topics.length > maxTopicsOfAddress)
      throw new Refusal(
        'rate_limited',
        sentence('Too many live pages are open on your network. Close some of them.'),
      )
    reader.version += 1
    reader.position = null
    const { version } = reader
    this.readers.change(reader, topics)
    let from = start
    for (let page = 0; page < maxPages; page += 1) {
      const log = await this.readBackfill(topics, from)
      if (reader.version !== version || this.readers.find(reader.socket) === undefined) return
      // The first frame contains the reader's position, so it is sent even without events.
      if (log.events.length > 0 || page === 0)
        this.readers.send(reader, frame({ events: log.events, position: log.position, ledger: this.ledger }))
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
    const recent = await this.ensureRegistered()
    return (
      recent.read(topics, from, Date.now()) ??
      this.logReads.add(() => readEvents(this.context(), topics, from, pageOfLog))
    )
  }

  /**
   * Switches a reader to streaming (cutover) if it has received everything delivered to this shard, so that streaming
   * continues without a gap. Returns true if the reader was switched.
   */
  private cutOver(reader: Reader, topics: string[], { more: hasMore, position }: EventsReply): boolean {
    if (hasMore || position < (this.recent?.to ?? 0)) return false
    reader.position = position
    reader.socket.serializeAttachment({ network: reader.network, topics, position })
    return true
  }

  /**
   * Sends the readers a batch from the follower (streaming). Returns the number of readers; the follower stops sending
   * batches to a shard that returns 0.
   */
  async receiveBatch(name: string, batch: EventBatch): Promise<number> {
    this.name = name
    const { recent } = this
    // A shard that is still registering ignores the batch; its readers read the log.
    if (recent === null || this.readers.size + this.streams.size === 0) return this.countReaders()
    this.heardAt = Date.now()
    await this.applyBatch(recent, batch)
    this.sendHeartbeat(recent.to)
    this.closeSilentSockets()
    return this.countReaders()
  }

  /** Sends readers the new events of a batch. */
  private async applyBatch(recent: RecentEvents, batch: EventBatch): Promise<void> {
    const { events, to } = batch.from > recent.to ? await this.readMissedEvents(recent, batch) : batch
    const fresh = events.filter(({ position }) => position > recent.to)
    this.ledger = batch.ledger ?? this.ledger
    if (to > recent.to) {
      recent.add(fresh, to)
      this.readers.fanOut(fresh, (readerEvents) =>
        frame({ events: readerEvents, position: to, ledger: this.ledger }),
      )
      this.streams.wake()
      await this.ctx.storage.put('delivered', { position: to, name: this.name })
    }
  }

  /** Reads the events of a missed batch from the log. If there are too many, all readers start over. */
  private async readMissedEvents(
    recent: RecentEvents,
    batch: EventBatch,
  ): Promise<Pick<EventBatch, 'events' | 'to'>> {
    const events = []
    let after = recent.to
    for (let page = 0; page < maxPages; page += 1) {
      const log = await readEvents(this.context(), null, { after }, pageOfLog)
      events.push(...log.events)
      after = log.position
      if (!log.more) return { events, to: Math.max(after, batch.to) }
    }
    for (const reader of this.readers.list()) this.readers.close(reader, 1012, 'start over')
    recent.restart(batch.to)
    return { events: [], to: batch.to }
  }

  /**
   * Requests the events of the last minute and all further events. Requests them again if the follower has been silent for
   * too long.
   */
  private async ensureRegistered(): Promise<RecentEvents> {
    if (this.recent !== null && Date.now() - this.heardAt < followerTimeoutMs) return this.recent
    this.registering ??= this.services
      .register(this.name)
      .then(async ({ from, to, since, events }): Promise<RecentEvents> => {
        this.heardAt = Date.now()
        if (this.recent === null) {
          this.recent = new RecentEvents(from, since)
          this.recent.add(events, to)
        } else await this.applyBatch(this.recent, { from, to, events, ledger: null })
        return this.recent
      })
      .finally(() => {
        this.registering = null
      })
    return this.registering
  }

  /** Returns the number of readers. At 0 the follower sends no further batches; the next reader registers the shard again. */
  private countReaders(): number {
    const registeringCount = this.registering === null ? 0 : 1
    const readers = this.readers.size + this.streams.size + registeringCount
    if (readers === 0) this.recent = null
    return readers
  }

  /** Sends the newest ledger to readers that are up to date. */
  private sendHeartbeat(position: number) {
    const now = Date.now()
    if (now - this.heartbeatAt < heartbeatEveryMs || this.ledger === null) return
    this.heartbeatAt = now
    const text = frame({ events: [], position, ledger: this.ledger })
    for (const reader of this.readers.list()) if (reader.position !== null) this.readers.send(reader, text)
  }

  private closeSilentSockets() {
    const now = Date.now()
    if (now - this.silenceCheckedAt < closeSilentEveryMs) return
    this.silenceCheckedAt = now
    for (const socket of this.ctx.getWebSockets()) {
      const reader = this.readers.find(socket)
      if (reader === undefined) continue
      const pingedAt = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
      if (now - Math.max(pingedAt, reader.connectedAt) > silentMs) this.readers.close(reader, 1001, 'silent')
    }
  }

  override webSocketClose(socket: WebSocket): void {
    this.readers.remove(socket)
    try {
      // Completes the closing handshake that the other side started.
      socket.close(1000, '')
    } catch {
      // The socket is already closed.
    }
  }

  override webSocketError(socket: WebSocket): void {
    this.readers.remove(socket)
  }
}

/** Parses a WebSocket message. Throws Refusal('validation_failed'). */
function readMessage(text: string): LiveMessage {
  const result = v.safeParse(LiveMessage, parse(text))
  if (result.success) return result.output
  throw new Refusal('validation_failed', result.issues[0].message)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
