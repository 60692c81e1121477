import { classicAddressToXAddress } from 'ripple-address-codec'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract, expectReply } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { indexed } from './helpers.ts'

let world: TestWorld
let artist: DemoAccount
let collector: DemoAccount
let artistSession: Session
let watcher: Session
let nft: string

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  collector = await world.fund('collector')
  artistSession = await world.connect(artist)
  watcher = await world.connect(collector)
  nft = await world.mint(artist, { taxon: 4, metadata: { name: 'Night #0' } })
  await indexed(world, nft)
  await world.addCollection({ id: 'nights', issuer: artist.address, taxon: 4, name: 'Nights' })
})
afterEach(() => world.removeRows('watches'))
afterAll(() => world.close())

const entry = (kind: string, id: string, price: string | null = null, at = '2026-01-01T00:00:00.000Z') => ({
  kind,
  id,
  price,
  at,
})

async function watch(items: object[]) {
  const reply = await world.call('/api/account/watch', { session: watcher, body: { items } })
  expectContract('watch', reply)
  return reply.body
}

async function unwatch(items: object[]) {
  const reply = await world.call('/api/account/unwatch', { session: watcher, body: { items } })
  expectContract('unwatch', reply)
}

async function watched(by: Session = watcher) {
  return expectReply('getWatchlist', await world.call('/api/account/watchlist', { session: by })).items
}

test('a watchlist takes entries over once, keeps the price at which they were added, and shows them to their account only', async () => {
  const items = [
    entry('nft', nft, '5000000', '2026-01-03T00:00:00.000Z'),
    entry('collection', 'nights', null, '2026-01-02T00:00:00.000Z'),
    entry('account', artist.address),
  ]
  expect(await watch(items)).toMatchObject({ status: 'success', data: { left: [] } })
  // Repeats part of the merge, at another price, with the account's X-address.
  const xAddress = classicAddressToXAddress(artist.address, false, false)
  await Promise.all([
    watch([entry('nft', nft, '7000000'), entry('account', xAddress)]),
    watch(items.slice(1)),
  ])
  expect(await watched()).toEqual(items)
  expect(await watched(artistSession)).toEqual([])
  await unwatch([
    { kind: 'collection', id: 'nights' },
    { kind: 'account', id: xAddress },
  ])
  await unwatch([{ kind: 'collection', id: 'nights' }])
  expect(await watched()).toEqual(items.slice(0, 1))
  await unwatch(items)
  expect(await watched()).toEqual([])
})

test('a watchlist has a limit, which calls at the same time do not pass; a merge adds the newest entries that fit', async () => {
  await world.query(
    `insert into watches (account, kind, subject, created_at)
     select $1, 'collection', 'filler-' || g, '2025-01-01' from generate_series(1, 496) g`,
    [collector.address],
  )
  const merged = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      watch([
        entry('collection', `${name}-old`, null, '2026-01-01T00:00:00.000Z'),
        entry('collection', `${name}-new`, null, '2026-01-02T00:00:00.000Z'),
      ]),
    ),
  )
  expect(await world.countRows('watches', { account: collector.address })).toBe(500)
  expect(merged.filter(({ status }) => status === 'failed')).toMatchObject([{ code: 'watchlist_full' }])
  await unwatch([{ kind: 'collection', id: 'filler-1' }])
  expect(
    await watch([
      entry('collection', 'd-old'),
      entry('collection', 'd-new', null, '2026-02-01T00:00:00.000Z'),
    ]),
  ).toMatchObject({ data: { left: [{ kind: 'collection', id: 'd-old' }] } })
})

test('a watchlist says to anybody what entries cost now, and nothing of those that do not exist', async () => {
  const body = {
    items: [
      { kind: 'nft', id: nft },
      { kind: 'nft', id: '0'.repeat(64) },
      { kind: 'collection', id: 'nights' },
      { kind: 'account', id: artist.address },
      { kind: 'account', id: collector.address },
    ],
  }
  const reply = await world.call('/api/watchlist/check', { body })
  expectContract('checkWatched', reply)
  expect(reply.body).toMatchObject({
    nfts: [{ nftokenID: nft, name: 'Night #0' }],
    collections: [{ _id: 'nights' }],
    accounts: [
      { account: artist.address, collectionsCount: expect.any(Number) },
      { account: collector.address, collectionsCount: 0, itemsCount: 0, floorDrops: null },
    ],
  })
  const refused = [
    [],
    [{ kind: 'account', id: 'nonsense' }],
    [{ kind: 'song', id: nft }],
    Array.from({ length: 61 }, (_, place) => ({ kind: 'collection', id: `c${place}` })),
  ].map((items) => world.call('/api/watchlist/check', { body: { items } }))
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([400, 400, 400, 400])
})
