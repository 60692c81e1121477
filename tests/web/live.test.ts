import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventsReply, MarketEvent } from '#worker/contract/event-schemas.ts'
import { pingEveryMs, seenEveryLetters } from '#worker/contract/live.ts'
import { Live, type LiveOutside, type Socket, type SocketListener } from '#web/kit/live/connection.ts'

const work = `work:${'A'.repeat(64)}`

function event(position: number, more: Partial<MarketEvent> = {}): MarketEvent {
  return {
    position,
    key: `${position}:0:0`,
    kind: 'bid',
    at: '2026-11-23T00:00:00.000Z',
    ledgerIndex: position,
    txid: null,
    nft: 'A'.repeat(64),
    name: null,
    image: null,
    issuer: null,
    taxon: null,
    collectionId: null,
    collectionName: null,
    actor: null,
    seller: null,
    buyer: null,
    account: null,
    offer: null,
    amount: '1',
    previousAmount: null,
    endsAt: null,
    funded: true,
    ...more,
  }
}

interface Opened extends Socket {
  listener: SocketListener
  sent: unknown[]
  closed: boolean
}

const sockets: Opened[] = []
const asked: [string, object][] = []
const states: string[] = []
let online = true
let answer: () => EventsReply

const outside: LiveOutside = {
  open: (listener) => {
    const socket: Opened = {
      listener,
      sent: [],
      closed: false,
      send: (text) => socket.sent.push(text === 'ping' ? text : JSON.parse(text)),
      close: () => {
        socket.closed = true
      },
    }
    sockets.push(socket)
    return socket
  },
  read: async (topics, start) => {
    asked.push([topics, start])
    return answer()
  },
  isOnline: () => online,
  setState: (state) => states.push(state),
  random: () => 1,
}

const latest = (): Opened => {
  const socket = sockets.at(-1)
  if (socket === undefined) throw new Error('No socket was opened.')
  return socket
}
const tell = (events: MarketEvent[], position: number) =>
  latest().listener.onText(
    JSON.stringify({ events, position, ledger: { index: position, closedAt: new Date().toISOString() } }),
  )

function open(ledger?: number) {
  const live = new Live(outside)
  const heard: number[] = []
  const resets: number[] = []
  const leave = live.subscribe({
    topics: [work],
    ledger,
    onEvents: (events) => heard.push(...events.map(({ position }) => position)),
    onReset: () => resets.push(1),
  })
  return { live, heard, resets, leave }
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets.length = 0
  asked.length = 0
  states.length = 0
  online = true
  answer = () => ({ events: [], position: 0, more: false })
})
afterEach(() => vi.useRealTimers())

describe('the connection of a tab', () => {
  it('begins after the ledger of the page, and after a break at the last position', async () => {
    const { heard } = open(7)
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    expect(latest().sent).toEqual([{ topics: [work], ledger: 7 }])
    tell([event(8)], 9)
    latest().listener.onClose()
    await vi.advanceTimersByTimeAsync(1000)
    expect(sockets).toHaveLength(2)
    latest().listener.onOpen()
    expect(latest().sent).toEqual([{ topics: [work], after: 9 }])
    tell([event(8), event(10)], 10)
    expect(heard).toEqual([8, 10])
    expect(states.at(-1)).toBe('live')
  })

  it('gives each part its own topics, and reads what a part that comes later has missed', async () => {
    const { live, heard } = open()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    tell([], 20)
    answer = () => ({ events: [event(18, { kind: 'listed' })], position: 20, more: false })
    const home: number[] = []
    live.subscribe({
      topics: ['home'],
      ledger: 15,
      onEvents: (events) => home.push(...events.map(({ position }) => position)),
      onReset: () => undefined,
    })
    await vi.advanceTimersByTimeAsync(100)
    expect(asked).toEqual([['home', { ledger: '15' }]])
    expect(latest().sent.at(-1)).toEqual({ topics: [work, 'home'], after: 20 })
    tell([event(18, { kind: 'listed' }), event(21)], 21)
    expect(home).toEqual([18])
    expect(heard).toEqual([18, 21])
  })

  it('asks now and then while no socket can be opened, and stops when one is', async () => {
    const { heard } = open()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onClose()
    await vi.advanceTimersByTimeAsync(1000)
    answer = () => ({ events: [event(5)], position: 5, more: false })
    latest().listener.onClose()
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual([5])
    expect(states.at(-1)).toBe('delayed')
    await vi.advanceTimersByTimeAsync(2000)
    latest().listener.onOpen()
    expect(latest().sent).toEqual([{ topics: [work], after: 5 }])
    tell([], 6)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked).toHaveLength(before)
    expect(states.at(-1)).toBe('live')
  })

  it('has the page read again when it is too far behind', async () => {
    const { resets } = open()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    tell([], 20)
    latest().listener.onText(JSON.stringify({ problem: { code: 'events_gone', detail: 'Start over.' } }))
    latest().listener.onClose()
    expect(resets).toEqual([1])
    await vi.advanceTimersByTimeAsync(1000)
    latest().listener.onOpen()
    expect(latest().sent).toEqual([{ topics: [work] }])
  })

  it('acknowledges what it has read, pings, and leaves a socket that is silent', async () => {
    open()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    tell([event(3, { name: 'x'.repeat(seenEveryLetters) })], 3)
    expect(latest().sent.at(-1)).toEqual({ seen: 3 })
    await vi.advanceTimersByTimeAsync(pingEveryMs)
    expect(latest().sent.at(-1)).toBe('ping')
    await vi.advanceTimersByTimeAsync(pingEveryMs * 2)
    expect(sockets[0]?.closed).toBe(true)
  })

  it('is offline without a network, and goes on when there is one again', async () => {
    const { live } = open()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    tell([], 4)
    online = false
    live.networkChanged()
    expect(states.at(-1)).toBe('offline')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
    online = true
    live.networkChanged()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    expect(latest().sent).toEqual([{ topics: [work], after: 4 }])
  })

  it('closes when nothing is followed any more', async () => {
    const { leave } = open()
    await vi.advanceTimersByTimeAsync(100)
    latest().listener.onOpen()
    leave()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(latest().closed).toBe(true)
  })
})
