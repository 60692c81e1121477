import type { MarketEvent } from '#contract/schemas/events.ts'
import { topicsOf } from '#contract/rules/events.ts'
import { maxUnreadLetters } from '#contract/limits/live.ts'

/** Messages that a reader may send within `messageWindowMs`. */
const maxMessages = 30
const messageWindowMs = 10_000

/** The subset of WebSocket that is used here. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'serializeAttachment'>

/** A reader's socket and subscribed topics. */
export interface Reader {
  socket: LiveSocket
  /** The network address block of the reader. */
  network: string
  topics: string[]
  /** The reader has received everything up to this position; null during catch-up, when no new events are sent. */
  position: number | null
  /** Incremented with each change of topics, so that an earlier read can detect that it is outdated. */
  version: number
  unreadLetters: number
  /** Messages since `countedSince`. */
  messages: number
  countedSince: number
  connectedAt: number
}

/** The sockets of a shard by topic. */
export class Readers {
  private all = new Map<LiveSocket, Reader>()
  private byTopic = new Map<string, Set<Reader>>()

  get size(): number {
    return this.all.size
  }

  find(socket: LiveSocket): Reader | undefined {
    return this.all.get(socket)
  }

  list(): Reader[] {
    return [...this.all.values()]
  }

  add(socket: LiveSocket, terms: Pick<Reader, 'network' | 'topics' | 'position'>, now: number): Reader {
    const counts = { version: 0, unreadLetters: 0, messages: 0, countedSince: now, connectedAt: now }
    const reader: Reader = { socket, ...terms, ...counts }
    this.all.set(socket, reader)
    this.indexReader(reader)
    return reader
  }

  /** Returns the number of sockets and topics of an address. */
  useOf(network: string): { sockets: number; topics: number } {
    const ownReaders = this.list().filter((reader) => reader.network === network)
    return {
      sockets: ownReaders.length,
      topics: ownReaders.reduce((sum, { topics }) => sum + topics.length, 0),
    }
  }

  /** Counts a message that a reader sent. Returns false if it sends too many. */
  countMessage(reader: Reader, now: number): boolean {
    if (now - reader.countedSince > messageWindowMs) {
      reader.countedSince = now
      reader.messages = 0
    }
    reader.messages += 1
    return reader.messages <= maxMessages
  }

  change(reader: Reader, topics: string[]): void {
    this.forget(reader)
    reader.topics = topics
    this.indexReader(reader)
  }

  remove(socket: LiveSocket): void {
    const reader = this.all.get(socket)
    if (reader === undefined) return
    this.forget(reader)
    this.all.delete(socket)
  }

  close(reader: Reader, code: number, reason: string): void {
    this.remove(reader.socket)
    try {
      reader.socket.close(code, reason)
    } catch {
      // The socket is already closed.
    }
  }

  /** Sends a message. Drops the reader if its connection is broken or its unsent data exceeds the limit. */
  send(reader: Reader, text: string): void {
    reader.unreadLetters += text.length
    if (reader.unreadLetters > maxUnreadLetters) {
      this.close(reader, 1013, 'too slow')
      return
    }
    try {
      reader.socket.send(text)
    } catch {
      this.close(reader, 1011, 'broken')
    }
  }

  /** Sends each reader its events of a batch in one frame. Readers of the same events share the frame's text. */
  fanOut(events: MarketEvent[], frameOf: (events: MarketEvent[]) => string): void {
    const eventsOf = new Map<Reader, number[]>()
    for (const [place, event] of events.entries()) {
      const readers = new Set(topicsOf(event).flatMap((topic) => [...(this.byTopic.get(topic) ?? [])]))
      for (const reader of readers) {
        if (reader.position === null || event.position <= reader.position) continue
        const places = eventsOf.get(reader)
        if (places === undefined) eventsOf.set(reader, [place])
        else places.push(place)
      }
    }
    const texts = new Map<string, string>()
    for (const [reader, places] of eventsOf) {
      const key = places.join()
      const text = texts.get(key) ?? frameOf(places.flatMap((place) => events[place] ?? []))
      texts.set(key, text)
      this.send(reader, text)
    }
  }

  private indexReader(reader: Reader): void {
    for (const topic of reader.topics) {
      const readers = this.byTopic.get(topic)
      if (readers === undefined) this.byTopic.set(topic, new Set([reader]))
      else readers.add(reader)
    }
  }

  private forget(reader: Reader): void {
    for (const topic of reader.topics) {
      const readers = this.byTopic.get(topic)
      readers?.delete(reader)
      if (readers?.size === 0) this.byTopic.delete(topic)
    }
  }
}
