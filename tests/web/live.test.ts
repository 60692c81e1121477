import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventsReply, MarketEvent } from '#contract/schemas/events.ts'
import { pingEveryMs, seenEveryLetters } from '#contract/limits/live.ts'
import { withNewest } from '#web/features/collection/patch-lists.ts'
import { newsOf } from '#web/kit/live/event-sentence.ts'
import { patchCard } from '#web/kit/live/patch-card.ts'
import { unreadPause } from '#web/features/notifications/unread-pause.ts'
import type { NftCard } from '#contract/schemas/nfts.ts'
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
const calls: [string, object][] = []
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
    calls.push([topics, start])
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
  calls.length = 0
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
    expect(calls).toEqual([['home', { ledger: '15' }]])
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
    const before = calls.length
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls).toHaveLength(before)
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

  it('gives up a socket that never opens, and tries another one', async () => {
    open()
    await vi.advanceTimersByTimeAsync(15_100)
    expect(sockets[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sockets).toHaveLength(2)
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

describe('a page that shows what happens', () => {
  const id = 'A'.repeat(64)
  const flags = { burnable: false, onlyXRP: false, trustLine: false, transferable: true, mutable: false }
  const card: NftCard = {
    _id: id,
    nftokenID: id,
    name: 'Dusk',
    image: null,
    kind: null,
    metadata: { name: 'Dusk', image: null, image_url: null },
    flags,
    owner: 'rOwner',
    issuer: 'rArtist',
    artist: null,
    collectionId: null,
    collectionName: null,
    collectionVerified: false,
    rarity: null,
    priceDrops: '5000000',
    issuedPrice: null,
    auction: null,
    onAuction: null,
    floorPrice: null,
    sequence: 1,
    nftokenTaxon: 1,
    onDemandMint: false,
    demandPrice: null,
    lastSale: null,
  }
  const usd = { currency: 'USD', issuer: 'rBank', value: '7' }
  const after = (more: Partial<MarketEvent>, before = card) => patchCard(before, event(1, more))

  it('shows the cheapest of several listings, and the new price of a changed one', () => {
    expect(after({ kind: 'listed', amount: '9000000' }).priceDrops).toBe('5000000')
    expect(after({ kind: 'listed', amount: '4000000' }).priceDrops).toBe('4000000')
    expect(after({ kind: 'price_changed', amount: '9000000' }).priceDrops).toBe('9000000')
    expect(after({ kind: 'listed', amount: usd }).issuedPrice).toBeNull()
    expect(after({ kind: 'listed', amount: usd }, { ...card, priceDrops: null }).issuedPrice).toEqual(usd)
    expect(after({ kind: 'listing_cancelled', amount: '5000000' }).priceDrops).toBeNull()
    expect(after({ kind: 'listing_cancelled', amount: '6000000' }).priceDrops).toBe('5000000')
    expect(after({ kind: 'listed', amount: '1', nft: 'B'.repeat(64) })).toBe(card)
  })

  it('shows owner and last sale after a sale, and the last sale as it was after a gift', () => {
    expect(after({ kind: 'sold', amount: '5000000', buyer: 'rBuyer' })).toMatchObject({
      owner: 'rBuyer',
      priceDrops: null,
      lastSale: '5000000',
    })
    expect(after({ kind: 'transferred', amount: '0', buyer: 'rBuyer' })).toMatchObject({
      owner: 'rBuyer',
      lastSale: null,
    })
  })

  it('shows the top bid of an auction that its bidder can pay', () => {
    const auction = after({
      kind: 'auction_begun',
      offer: 'C'.repeat(64),
      amount: '1000000',
      endsAt: '2026-12-01T00:00:00.000Z',
    })
    expect(auction).toMatchObject({ priceDrops: null, auction: { startAmount: '1000000', topBid: null } })
    const bid = { kind: 'bid', offer: 'D'.repeat(64), buyer: 'rBidder', amount: '2000000' } as const
    const top = after(bid, auction)
    expect(top.auction?.topBid).toMatchObject({ owner: 'rBidder', amount: '2000000' })
    for (const worse of [
      { ...bid, amount: '2000000', buyer: 'rLate' },
      { ...bid, amount: '3000000', funded: false },
      { ...bid, amount: usd },
    ])
      expect(after(worse, top)).toBe(top)
    expect(after({ kind: 'auction_settled', amount: '2000000', buyer: 'rBidder' }, top)).toMatchObject({
      auction: null,
      owner: 'rBidder',
      lastSale: '2000000',
    })
  })

  it('puts new events before those that are shown, and begins anew when it has missed some', () => {
    const entry = (txid: string, step = false) => ({
      type: 'buy_offer' as const,
      seller: null,
      buyer: 'rBidder',
      amount: '1',
      date: '2026-11-23T00:00:00.000Z',
      txid,
      ledgerIndex: 1,
      nft: id,
      step,
      name: 'Dusk',
      image: null,
    })
    const page = (...entries: ReturnType<typeof entry>[]) => ({ history: entries, marker: 0, after: null })
    const list = { pages: [page(entry('b'), entry('a')), page(entry('0'))], pageParams: [{}, {}] }
    const idsOf = ({ pages }: ReturnType<typeof withNewest>) =>
      pages.map(({ history }) => history.map(({ txid }) => txid))
    const later = withNewest(list, page(entry('c'), entry('b', true)))
    expect(idsOf(later)).toEqual([['c', 'b', 'a'], ['0']])
    expect(later.pages[0]?.history[1]?.step).toBe(true)
    expect(withNewest(list, page(entry('b'), entry('a'))).pages).toEqual(list.pages)
    expect(idsOf(withNewest(list, page(entry('e'), entry('d'))))).toEqual([['e', 'd']])
  })

  it('tells what happened in one sentence', () => {
    const bid = event(1, { kind: 'bid', name: 'Dusk', amount: '12000000' })
    expect(newsOf([bid], [])).toBe('New bid on Dusk: 12 XRP.')
    expect(newsOf([bid, event(2, { kind: 'sold', name: 'Dusk', amount: '12000000' })], [])).toBe(
      'Dusk was sold for 12 XRP. And 1 more change.',
    )
    expect(newsOf([event(3, { kind: 'outbid' })], [])).toBe('')
  })
})

describe('the bell', () => {
  const newestEvent = { position: 7, at: 1000 }

  it('waits for the notification of an event, but not for ever', () => {
    const behind = { isLive: true, newestEvent, notifiedPosition: 6 }
    expect(unreadPause({ ...behind, now: 2000 })).toBeLessThan(1000)
    expect(unreadPause({ ...behind, now: 60_000 })).toBe(60_000)
    expect(unreadPause({ ...behind, notifiedPosition: 7, now: 2000 })).toBe(60_000)
  })

  it('asks every few seconds when it is not told', () => {
    expect(unreadPause({ isLive: false, newestEvent, notifiedPosition: 7, now: 2000 })).toBe(10_000)
  })
})
