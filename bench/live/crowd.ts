import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { livePath, type LiveFrame, pingEveryMs, pingText } from '#contract/limits/live.ts'

interface Page {
  address: string
  topics: string[]
  socket: WebSocket | null
  /** The last log position that the page has seen; null before the first frame. */
  position: number | null
  /** The position that the page's first frame reported. */
  begun: number
  keys: string[]
  isClosing: boolean
}

interface Arrival {
  ledger: number
  at: number
}

const atOnce = 250
const quietMs = 6000

/**
 * Simulated pages in one process, each with its own socket and address. They reconnect after an interruption, as
 * browsers do.
 */
export class Crowd {
  private pages: Page[] = []
  private arrivals: Arrival[] = []
  private heardAt = 0
  private reconnects = 0
  private waiting = 0
  private readonly origin: string
  private readonly count: number

  constructor(origin: string, count: number) {
    this.origin = origin
    this.count = count
  }

  /** Opens all pages. Each page subscribes to one of the topics. */
  async connect(topics: string[]): Promise<void> {
    this.pages = Array.from({ length: this.count }, (_, n) => ({
      address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
      topics: [topics[n % topics.length] ?? ''],
      socket: null,
      position: null,
      begun: 0,
      keys: [],
      isClosing: false,
    }))
    for (let n = 0; n < this.count; n += atOnce) {
      const some = this.pages.slice(n, n + atOnce)
      for (const page of some) this.open(page)
      while (some.some(({ position }) => position === null)) await wait(10)
    }
    setInterval(() => {
      for (const { socket } of this.pages) if (socket?.readyState === WebSocket.OPEN) socket.send(pingText)
    }, pingEveryMs).unref()
  }

  private open(page: Page): void {
    const socket = new WebSocket(`${this.origin}${livePath}`, {
      headers: { 'cf-connecting-ip': page.address },
      perMessageDeflate: false,
      handshakeTimeout: 15_000,
    })
    page.socket = socket
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ topics: page.topics, ...(page.position === null ? {} : { after: page.position }) }),
      ),
    )
    socket.on('message', (data) => this.receive(page, String(data)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (page.isClosing) return
      this.reconnects += 1
      this.waiting += 1
      setTimeout(
        () => {
          this.waiting -= 1
          if (!page.isClosing) this.open(page)
        },
        200 + Math.random() * 800,
      )
    })
  }

  private receive(page: Page, text: string): void {
    if (!text.startsWith('{')) return
    const at = performance.now()
    const frame: LiveFrame = JSON.parse(text)
    if ('problem' in frame) return
    if (page.position === null) page.begun = frame.position
    for (const { key, ledgerIndex, position } of frame.events) {
      // Skip events from before the page was connected, which arrive with its first frame.
      if (position <= page.begun && page.position === null) continue
      page.keys.push(key)
      this.heardAt = at
      if (ledgerIndex !== null) this.arrivals.push({ ledger: ledgerIndex, at })
    }
    page.position = frame.position
  }

  /** Cuts the connection of a page, as a network failure does. */
  cut(): void {
    this.pages[Math.floor(Math.random() * this.pages.length)]?.socket?.terminate()
  }

  /** Waits until no event has arrived for a while, and every page is connected. */
  async untilQuiet(): Promise<void> {
    const deadline = performance.now() + 120_000
    while (performance.now() < deadline) {
      const isComplete =
        this.waiting === 0 && this.pages.every(({ socket }) => socket?.readyState === WebSocket.OPEN)
      if (isComplete && performance.now() - this.heardAt > quietMs) return
      await wait(200)
    }
  }

  /** Returns, for each event, the time from the close of its ledger to its arrival. */
  delays(closes: Map<number, number>): number[] {
    return this.arrivals.flatMap(({ ledger, at }) => {
      const closed = closes.get(ledger)
      return closed === undefined ? [] : [at - closed]
    })
  }

  /** Compares what each page has received with the log. */
  compare(log: { position: number; key: string; topic: string }[]) {
    const byTopic = new Map<string, { position: number; key: string }[]>()
    for (const event of log) byTopic.set(event.topic, [...(byTopic.get(event.topic) ?? []), event])
    let [lost, doubled] = [0, 0]
    for (const { topics, begun, keys } of this.pages) {
      const got = new Set(keys)
      doubled += keys.length - got.size
      const expected = topics
        .flatMap((topic) => byTopic.get(topic) ?? [])
        .filter(({ position }) => position > begun)
      lost += expected.filter(({ key }) => !got.has(key)).length
    }
    return { missing: lost, doubled, reconnects: this.reconnects }
  }

  close(): void {
    for (const page of this.pages) {
      page.isClosing = true
      page.socket?.terminate()
    }
  }
}
