import { DurableObject } from 'cloudflare:workers'
import * as v from 'valibot'
import { errorFacts } from '#contract/words/error-facts.ts'
import { LiveMessage } from '#contract/schemas/events.ts'
import { maxMessageLetters, maxSockets, pingEveryMs, pingText, pongText } from '#contract/limits/live.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { EventStreams } from '#worker/domain/event/streams.ts'
import type { EventBatch, RegistrationReply } from './batch.ts'
import { ReaderPhases, toFrame } from './reader-phases.ts'
import { type Reader, Readers } from './readers.ts'
import { RecentEvents } from './recent-events.ts'

export interface ShardServices {
  contextFor(requestId: string, waitUntil: (work: Promise<unknown>) => void): Context
  /** Registers a shard with the follower, which sends it all further events. */
  register(shard: string): Promise<RegistrationReply>
}

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

/**
 * Readers are sharded by network address. Each shard holds the WebSockets and event streams of its addresses, and
 * hibernates with its sockets while it is idle.
 * `ReaderPhases` decides which events a reader gets, and when.
 */
export class ShardObject extends DurableObject<unknown> {
  private readonly readers = new Readers()
  private readonly streams = new EventStreams()
  /** The newest events as delivered to this shard; null until the shard is registered with the follower. */
  private recent: RecentEvents | null = null
  private registering: Promise<RecentEvents> | null = null
  private heardAt = 0
  private heartbeatAt = 0
  private silenceCheckedAt = 0
  private name = ''
  private readonly services: ShardServices
  private readonly phases = new ReaderPhases({
    readers: this.readers,
    context: () => this.createContext(),
    ensureRegistered: () => this.ensureRegistered(),
    deliveredTo: () => this.recent?.to ?? 0,
    saveDelivered: async (position) => {
      this.streams.wake()
      await this.ctx.storage.put('delivered', { position, name: this.name })
    },
  })

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

  private createContext(): Context {
    return this.services.contextFor(crypto.randomUUID(), (work) => this.ctx.waitUntil(work))
  }

  /** Opens a WebSocket, or answers with a stream of events. */
  override async fetch(request: Request): Promise<Response> {
    const network = request.headers.get('x-live-network') ?? ''
    this.name = request.headers.get('x-live-shard') ?? this.name
    if (request.headers.get('upgrade') === 'websocket') return this.openSocket(network)
    return this.openStream(network, await request.json())
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

  private async openStream(network: string, start: unknown): Promise<Response> {
    await this.ensureRegistered()
    return this.streams.open(network, start, this.createContext())
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
      else await this.phases.subscribe(reader, content.topics, content)
    } catch (error) {
      this.refuse(reader, error)
    }
  }

  private refuse(reader: Reader, error: unknown) {
    if (error instanceof Refusal) {
      this.readers.send(reader, toFrame({ problem: { code: error.code, detail: error.message } }))
      return this.readers.close(reader, 1008, error.code)
    }
    this.createContext().log.error('live_failed', errorFacts(error))
    this.readers.close(reader, 1011, 'internal')
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
    await this.phases.applyBatch(recent, batch)
    this.sendHeartbeat(recent.to)
    this.closeSilentSockets()
    return this.countReaders()
  }

  /**
   * Requests the events of the last minute and all further events. Requests them again if the follower has been silent
   * for too long.
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
        } else await this.phases.applyBatch(this.recent, { from, to, events, ledger: null })
        return this.recent
      })
      .finally(() => {
        this.registering = null
      })
    return this.registering
  }

  /**
   * Returns the number of readers. At 0 the follower sends no further batches; the next reader registers the shard
   * again.
   */
  private countReaders(): number {
    const registeringCount = this.registering === null ? 0 : 1
    const readers = this.readers.size + this.streams.size + registeringCount
    if (readers === 0) this.recent = null
    return readers
  }

  /** Sends the newest ledger to readers that are up to date. */
  private sendHeartbeat(position: number) {
    const now = Date.now()
    if (now - this.heartbeatAt < heartbeatEveryMs || this.phases.ledger === null) return
    this.heartbeatAt = now
    const text = toFrame({ events: [], position, ledger: this.phases.ledger })
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
