import type { EventsReply, MarketEvent } from '#contract/schemas/events.ts'
import { maxTopics, topicsOf } from '#contract/rules/events.ts'
import { type LiveFrame, livePath, pingEveryMs, pingText, seenEveryLetters } from '#contract/limits/live.ts'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/error.ts'
import { type LiveState, liveState } from './live-state.ts'

/** Topics that one part of the page subscribes to. */
export interface Subscription {
  topics: readonly string[]
  ledger?: number | undefined
  onEvents: (events: MarketEvent[]) => void
  onReset: () => void
}

/** The subset of the WebSocket interface that is used. */
export interface Socket {
  send: (text: string) => void
  close: () => void
}

export interface SocketListener {
  onOpen: () => void
  onText: (text: string) => void
  onClose: () => void
}

/** Position from which a reader starts. */
interface Start {
  after?: string
  ledger?: string
}

export interface LiveOutside {
  open: (listener: SocketListener) => Socket
  read: (topics: string, start: Start) => Promise<EventsReply>
  isOnline: () => boolean
  setState: (state: LiveState) => void
  random: () => number
}

/** Delay that bundles topic changes, because a new page changes several topics at once. */
const settleMs = 50
/** Time for which a connection without subscriptions stays open, because the next page may subscribe again. */
const idleMs = 10_000
const pollEveryMs = 5000
const firstRetryMs = 1000
const lastRetryMs = 30_000
/**
 * Time after which a silent socket counts as dead. The server reports the newest ledger every 15 seconds, so pongs
 * alone are not enough.
 */
const silentMs = 2.5 * pingEveryMs
/** Time after which a socket that has not opened is given up. */
const openMs = 15_000
/** A ledger older than this is reported as delayed. */
const lateMs = 30_000
const maxKeys = 500

/** A subscription with the keys of its latest events, because an event may arrive in several ways. */
class Part {
  private readonly keys = new Set<string>()
  readonly subscription: Subscription
  constructor(subscription: Subscription) {
    this.subscription = subscription
  }

  take(events: MarketEvent[]): void {
    const fresh = events.filter(
      (event) =>
        !this.keys.has(event.key) &&
        topicsOf(event).some((topic) => this.subscription.topics.includes(topic)),
    )
    for (const { key } of fresh) this.keys.add(key)
    for (const key of this.keys) {
      if (this.keys.size <= maxKeys) break
      this.keys.delete(key)
    }
    if (fresh.length > 0) this.subscription.onEvents(fresh)
  }
}

/**
 * The only connection of a tab: one socket with the topics of all parts of the page.
 *
 * A part passes through three phases:
 * - Backfill: the part receives the events since the ledger that it shows. The server sends them when a socket opens or its
 *   topics change; a part that joins an open socket reads them itself (`backfill`).
 * - Cutover: an event that arrives in both ways is recognized by its key and delivered once (`Part.take`).
 * - Streaming: `receive` delivers each frame. After an interruption the socket continues at the last position; while no
 *   socket can be opened, `poll` requests the same events every few seconds.
 */
export class Live {
  private readonly parts = new Set<Part>()
  private socket: Socket | null = null
  private isOpen = false
  /** All events up to this log position have arrived; null before the first frame. */
  private position: number | null = null
  private failures = 0
  private heardAt = 0
  private unread = 0
  private isAway = false
  private settling: ReturnType<typeof setTimeout> | undefined
  private retrying: ReturnType<typeof setTimeout> | undefined
  private polling: ReturnType<typeof setTimeout> | undefined
  private pinging: ReturnType<typeof setInterval> | undefined
  private closing: ReturnType<typeof setTimeout> | undefined
  private opening: ReturnType<typeof setTimeout> | undefined
  private readonly outside: LiveOutside

  constructor(outside: LiveOutside) {
    this.outside = outside
  }

  subscribe(subscription: Subscription): () => void {
    const part = new Part(subscription)
    this.parts.add(part)
    clearTimeout(this.closing)
    // The open socket continues at its position, so read the earlier events of the new part once.
    if (this.position !== null) void this.backfill(part)
    this.settle()
    return () => {
      this.parts.delete(part)
      if (this.parts.size > 0) this.settle()
      else this.closing = setTimeout(() => this.stop(), idleMs)
    }
  }

  /** Closes the connection of a frozen tab, or one that is hidden for long, until `comeBack`. */
  leave(): void {
    this.isAway = true
    this.stop()
  }

  comeBack(): void {
    this.isAway = false
    this.failures = 0
    this.settle()
  }

  /** Handles a change of the network: the device went offline or online. */
  networkChanged(): void {
    if (this.outside.isOnline()) this.comeBack()
    else {
      this.stop()
      this.outside.setState('offline')
    }
  }

  private listTopics(): string[] {
    return [...new Set([...this.parts].flatMap(({ subscription }) => subscription.topics))].slice(-maxTopics)
  }

  private settle(): void {
    clearTimeout(this.settling)
    this.settling = setTimeout(() => this.follow(), settleMs)
  }

  private follow(): void {
    if (this.parts.size === 0 || this.isAway || !this.outside.isOnline()) return
    if (this.isOpen) this.sendTopics()
    else if (this.socket === null && this.retrying === undefined) this.connect()
  }

  private findStart(): { after?: number; ledger?: number } {
    if (this.position !== null) return { after: this.position }
    const ledgers = [...this.parts].map(({ subscription }) => subscription.ledger)
    const starts = ledgers.flatMap((ledger) => ledger ?? [])
    return starts.length === ledgers.length ? { ledger: Math.min(...starts) } : {}
  }

  private sendTopics(): void {
    this.socket?.send(JSON.stringify({ topics: this.listTopics(), ...this.findStart() }))
  }

  private connect(): void {
    let socket: Socket | null = null
    const isCurrent = () => this.socket === socket
    socket = this.outside.open({
      onOpen: () => {
        if (!isCurrent()) return
        clearTimeout(this.opening)
        this.isOpen = true
        this.heardAt = Date.now()
        this.unread = 0
        this.sendTopics()
        this.pinging = setInterval(() => this.ping(), pingEveryMs)
      },
      onText: (text) => {
        if (isCurrent()) this.receive(text)
      },
      onClose: () => {
        if (isCurrent()) this.handleLoss()
      },
    })
    this.socket = socket
    this.opening = setTimeout(() => this.handleLoss(), openMs)
  }

  private ping(): void {
    if (Date.now() - this.heardAt > silentMs) {
      this.outside.setState('delayed')
      this.handleLoss()
    } else this.socket?.send(pingText)
  }

  private drop(): void {
    clearInterval(this.pinging)
    clearTimeout(this.opening)
    const { socket } = this
    this.socket = null
    this.isOpen = false
    socket?.close()
  }

  /** Handles a lost connection: reconnects after a pause, and polls in the meantime. */
  private handleLoss(): void {
    this.drop()
    this.failures += 1
    const pause = Math.min(lastRetryMs, firstRetryMs * 2 ** (this.failures - 1))
    clearTimeout(this.retrying)
    this.retrying = setTimeout(
      () => {
        this.retrying = undefined
        this.follow()
      },
      pause * (0.5 + this.outside.random() / 2),
    )
    if (this.failures > 1) this.poll()
  }

  private stop(): void {
    clearTimeout(this.settling)
    clearTimeout(this.retrying)
    clearTimeout(this.polling)
    this.retrying = undefined
    this.polling = undefined
    this.drop()
  }

  private async read(topics: readonly string[], start: Start): Promise<EventsReply | null> {
    try {
      return await this.outside.read(topics.join(), start)
    } catch (error) {
      if (error instanceof ApiError) this.handleRefusal(error.code)
      return null
    }
  }

  private async backfill(part: Part): Promise<void> {
    const { topics, ledger } = part.subscription
    const page = await this.read(topics, ledger === undefined ? {} : { ledger: String(ledger) })
    if (page !== null && this.parts.has(part)) part.take(page.events)
  }

  private receive(text: string): void {
    const frame = parseFrame(text)
    if (frame === null) return
    this.heardAt = Date.now()
    if ('problem' in frame) return this.handleRefusal(frame.problem.code)
    this.failures = 0
    clearTimeout(this.polling)
    this.polling = undefined
    this.take(frame)
    const isLate = frame.ledger !== null && Date.now() - Date.parse(frame.ledger.closedAt) > lateMs
    this.outside.setState(isLate ? 'delayed' : 'live')
    this.unread += text.length
    if (this.unread < seenEveryLetters) return
    this.unread = 0
    this.socket?.send(JSON.stringify({ seen: frame.position }))
  }

  private take({ events, position }: Pick<EventsReply, 'events' | 'position'>): void {
    this.position = Math.max(position, this.position ?? 0)
    for (const part of this.parts) part.take(events)
  }

  /**
   * Resets everything if the position is too old or from another log: all data is refetched, and events continue from now.
   */
  private handleRefusal(code: string): void {
    if (code !== 'events_gone' && code !== 'validation_failed') return
    this.position = null
    for (const { subscription } of this.parts) subscription.onReset()
  }

  private poll(): void {
    if (this.polling !== undefined) return
    const ask = async () => {
      const { after, ledger } = this.findStart()
      const start = {
        ...(after === undefined ? {} : { after: String(after) }),
        ...(ledger === undefined ? {} : { ledger: String(ledger) }),
      }
      const page = this.parts.size === 0 ? null : await this.read(this.listTopics(), start)
      // Stop if a socket was opened, or if there are no subscriptions left.
      if (this.polling === undefined) return
      if (page !== null) this.take(page)
      this.outside.setState(page === null ? 'offline' : 'delayed')
      this.polling = setTimeout(() => void ask(), page?.more === true ? 0 : pollEveryMs)
    }
    this.polling = setTimeout(() => void ask(), 0)
  }
}

/** Parses a frame; null for the answer to a ping, and for unreadable text. */
function parseFrame(text: string): LiveFrame | null {
  try {
    const frame: LiveFrame = JSON.parse(text)
    return typeof frame === 'object' ? frame : null
  } catch {
    return null
  }
}

function openSocket({ onOpen, onText, onClose }: SocketListener): Socket {
  const address = new URL(livePath, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }) => onText(String(data)))
  socket.addEventListener('close', onClose)
  return {
    // Do not send while the socket closes: the message would be lost with a browser warning. The next socket sends it
    // again.
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}

/** Time after which a hidden tab closes its connection. */
const hiddenMs = 120_000

/** The connection of this tab. */
export const live = new Live({
  open: openSocket,
  read: (topics, start) => call('getEvents', { query: { topics, ...start } }),
  isOnline: () => navigator.onLine,
  setState: (state) => {
    if (liveState.get() !== state) liveState.set(state)
  },
  random: Math.random,
})

if (typeof window !== 'undefined') {
  let hideTimer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hideTimer)
    if (document.hidden) hideTimer = setTimeout(() => live.leave(), hiddenMs)
    else live.comeBack()
  })
  // An open socket would keep the page out of the back/forward cache.
  window.addEventListener('pagehide', () => live.leave())
  window.addEventListener('pageshow', () => live.comeBack())
  window.addEventListener('online', () => live.networkChanged())
  window.addEventListener('offline', () => live.networkChanged())
}
