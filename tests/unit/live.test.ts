import { describe, expect, test } from 'vitest'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { parseTopic, topicsOf } from '#contract/rules/events.ts'
import { maxUnreadLetters } from '#contract/limits/live.ts'
import { type LiveSocket, Readers } from '#worker/live/readers.ts'
import { RecentEvents } from '#worker/live/recent-events.ts'
import { shardOf } from '#worker/live/shard-names.ts'

const work = 'A'.repeat(64)
const topic = `work:${work}`
const now = Date.parse('2026-11-23T01:00:00Z')

function event(position: number, more: Partial<MarketEvent> = {}): MarketEvent {
  return {
    position,
    key: `${position}:0:0`,
    kind: 'bid',
    at: new Date(now - 1000).toISOString(),
    ledgerIndex: position,
    txid: null,
    nft: work,
    name: null,
    image: null,
    issuer: null,
    taxon: null,
    collectionId: null,
    collectionName: null,
    actor: null,
    seller: 'rSeller',
    buyer: 'rBuyer',
    account: null,
    offer: null,
    amount: '1',
    previousAmount: null,
    endsAt: null,
    funded: true,
    ...more,
  }
}

describe('topics', () => {
  test.each(['home', topic, 'collection:a-1_b', 'account:rrrrrrrrrrrrrrrrrrrrrhoLvTp'])(
    '%s is one',
    (text) => {
      expect(parseTopic(text)).not.toBeNull()
    },
  )
  test.each(['', 'work:', 'work:abc', 'home:1', ':x', 'constructor:x', 'account:rBad', 'collection:a b'])(
    '"%s" is not a topic',
    (text) => {
      expect(parseTopic(text)).toBeNull()
    },
  )
  test('an event belongs to its work, its collection, its artist and the accounts concerned, once each', () => {
    const sold = event(1, { kind: 'sold', issuer: 'rSeller', collectionId: 'c', account: 'rBuyer' })
    expect(topicsOf(sold)).toEqual([
      topic,
      'collection:c',
      'artist:rSeller',
      'account:rSeller',
      'account:rBuyer',
      'home',
    ])
  })
})

describe('the events in memory', () => {
  const positions = (recent: RecentEvents, start: Parameters<RecentEvents['read']>[1], topics = [topic]) =>
    recent.read(topics, start, now)?.events.map(({ position }) => position) ?? null

  test('serve a reader that continues within them, and no other', () => {
    const recent = new RecentEvents(10, now - 90_000)
    recent.add([event(11), event(12, { nft: 'B'.repeat(64) }), event(14)], 15)
    expect(positions(recent, { after: 10 })).toEqual([11, 14])
    expect(positions(recent, { after: 15 })).toEqual([])
    expect(positions(recent, { after: 9 })).toBeNull()
    expect(positions(recent, { after: 16 })).toBeNull()
    expect(recent.read([topic], { after: 11 }, now)?.position).toBe(15)
  })

  test('begin after a ledger or a minute ago, if they reach that far', () => {
    const recent = new RecentEvents(10, now - 90_000)
    recent.add([event(11, { at: new Date(now - 61_000).toISOString() }), event(12), event(13)], 13)
    expect(positions(recent, { ledger: 12 })).toEqual([13])
    expect(positions(recent, { ledger: 10 })).toBeNull()
    expect(positions(recent, {})).toEqual([12, 13])
    const quiet = new RecentEvents(10, now - 60_000)
    quiet.add([event(11)], 11)
    expect(positions(quiet, {})).toEqual([11])
    const young = new RecentEvents(10, now - 59_000)
    young.add([event(11)], 11)
    expect(positions(young, {})).toBeNull()
  })

  test('are the newest thousand', () => {
    const recent = new RecentEvents(0, now)
    for (let position = 1; position <= 1500; position += 1) recent.add([event(position)], position)
    expect(recent.from).toBe(500)
    expect(positions(recent, { after: 499 })).toBeNull()
    expect(positions(recent, { after: 500 })).toHaveLength(1000)
  })
})

describe('the readers of a shard', () => {
  class FakeSocket implements LiveSocket {
    readonly sent: number[][] = []
    code: number | null = null
    send(text: string) {
      this.sent.push(JSON.parse(text))
    }
    close(code: number) {
      this.code = code
    }
    serializeAttachment() {}
    deserializeAttachment() {}
  }
  const frameOf = (events: MarketEvent[]) => JSON.stringify(events.map(({ position }) => position))
  const add = (readers: Readers, topics: string[], position: number | null) => {
    const socket = new FakeSocket()
    return { socket, reader: readers.add(socket, { network: 'n', topics, position }, now) }
  }

  test('get what their topics name and they do not have yet, in one frame; those that catch up get nothing', () => {
    const readers = new Readers()
    const a = add(readers, [topic, 'account:rBuyer'], 10)
    const ahead = add(readers, [topic], 11)
    const busy = add(readers, [topic], null)
    const other = add(readers, ['home'], 10)
    readers.fanOut([event(11), event(12)], frameOf)
    expect([a, ahead, busy, other].map(({ socket }) => socket.sent)).toEqual([[[11, 12]], [[12]], [], []])
    readers.change(a.reader, ['home'])
    readers.fanOut([event(13)], frameOf)
    expect(a.socket.sent).toHaveLength(1)
    expect(readers.useOf('n')).toEqual({ sockets: 4, topics: 4 })
  })

  test('are dropped when they do not read', () => {
    const readers = new Readers()
    const { socket, reader } = add(readers, [topic], 0)
    const large = JSON.stringify([1]).padEnd(maxUnreadLetters / 2)
    readers.send(reader, large)
    readers.send(reader, large)
    expect(socket.code).toBeNull()
    readers.send(reader, '[1]')
    expect([socket.code, readers.size]).toEqual([1013, 0])
  })
})

test('addresses are spread over the shards', () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 4096; n += 1) {
    const shard = shardOf(`10.0.${n >> 8}.${n & 255}`)
    counts.set(shard, (counts.get(shard) ?? 0) + 1)
  }
  expect(counts.size).toBe(16)
  expect(Math.max(...counts.values())).toBeLessThan(512)
})
