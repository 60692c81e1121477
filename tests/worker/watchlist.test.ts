import { classicAddressToXAddress } from 'ripple-address-codec'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { maxWatched, maxWatchedPage } from '#contract/limits/watchlist.ts'
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

/** Fills the watchlist of the watcher up to `free` entries below the limit. */
async function fillUpTo(free: number) {
  await watch(
    Array.from({ length: maxWatched - free }, (_, place) =>
      entry('collection', `filler-${place}`, null, '2025-01-01T00:00:00.000Z'),
    ),
  )
}

/** Returns the current prices of watched entries, as anybody may ask for them. */
async function currentPrices(items: object[]) {
  return expectReply('checkWatched', await world.call('/api/watchlist/check', { body: { items } }))
}

/** Returns the artist's address in the form that some wallets use. */
const xAddressOf = ({ address }: DemoAccount) => classicAddressToXAddress(address, false, false)

test('a watchlist returns its entries newest first', async () => {
  const items = [
    entry('account', artist.address),
    entry('nft', nft, '5000000', '2026-01-03T00:00:00.000Z'),
    entry('collection', 'nights', null, '2026-01-02T00:00:00.000Z'),
  ]
  expect(await watch(items)).toMatchObject({ status: 'success', data: { left: [] } })
  expect((await watched()).map(({ kind }) => kind)).toEqual(['nft', 'collection', 'account'])
})

test('an entry that is added again keeps the price and the time at which it was added first', async () => {
  const items = [entry('nft', nft, '5000000', '2026-01-03T00:00:00.000Z')]
  await watch(items)
  await watch([entry('nft', nft, '7000000', '2026-01-04T00:00:00.000Z')])
  expect(await watched()).toEqual(items)
})

test('an artist who is added again by X-address is watched once', async () => {
  const items = [entry('account', artist.address)]
  await watch(items)
  await watch([entry('account', xAddressOf(artist))])
  expect(await watched()).toEqual(items)
})

test('parts of a list that are merged at the same time are added once', async () => {
  const items = [
    entry('nft', nft, '5000000', '2026-01-03T00:00:00.000Z'),
    entry('collection', 'nights', null, '2026-01-02T00:00:00.000Z'),
    entry('account', artist.address),
  ]
  await Promise.all([watch(items.slice(0, 2)), watch(items.slice(1))])
  expect(await watched()).toEqual(items)
})

test('a watchlist is shown to its own account only', async () => {
  await watch([entry('nft', nft)])
  expect(await watched(artistSession)).toEqual([])
})

test('removed entries are gone, and removing them again changes nothing', async () => {
  const work = entry('nft', nft, '5000000')
  const keys = [
    { kind: 'collection', id: 'nights' },
    { kind: 'account', id: xAddressOf(artist) },
  ]
  await watch([work, entry('collection', 'nights'), entry('account', artist.address)])
  await unwatch(keys)
  await unwatch(keys)
  expect(await watched()).toEqual([work])
})

test('a merge into a list that is nearly full adds the newest entries and returns the remaining ones', async () => {
  await fillUpTo(1)
  const reply = await watch([
    entry('collection', 'old'),
    entry('collection', 'new', null, '2026-02-01T00:00:00.000Z'),
  ])
  expect(reply).toMatchObject({ data: { left: [{ kind: 'collection', id: 'old' }] } })
  expect(await watched()).toContainEqual(entry('collection', 'new', null, '2026-02-01T00:00:00.000Z'))
})

test('calls at the same time do not exceed the limit of a watchlist', async () => {
  await fillUpTo(4)
  const replies = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      watch([entry('collection', `${name}-old`), entry('collection', `${name}-new`)]),
    ),
  )
  expect(await world.countRows('watches', { account: collector.address })).toBe(maxWatched)
  expect(replies.filter(({ status }) => status === 'failed')).toMatchObject([{ code: 'watchlist_full' }])
})

test('the prices of watched entries are public', async () => {
  const reply = await currentPrices([
    { kind: 'nft', id: nft },
    { kind: 'collection', id: 'nights' },
    { kind: 'account', id: artist.address },
  ])
  expect(reply).toMatchObject({
    nfts: [{ nftokenID: nft, name: 'Night #0' }],
    collections: [{ _id: 'nights' }],
    accounts: [{ account: artist.address, collectionsCount: expect.any(Number) }],
  })
})

test('a work that does not exist is left out of the prices', async () => {
  expect((await currentPrices([{ kind: 'nft', id: '0'.repeat(64) }])).nfts).toEqual([])
})

test('an account without collections has no price', async () => {
  expect((await currentPrices([{ kind: 'account', id: collector.address }])).accounts).toEqual([
    { account: collector.address, collectionsCount: 0, itemsCount: 0, floorDrops: null },
  ])
})

test.each([
  ['an empty list', () => []],
  ['an address that is none', () => [{ kind: 'account', id: 'nonsense' }]],
  ['an unknown kind', () => [{ kind: 'song', id: nft }]],
  [
    'more entries than one page has',
    () => Array.from({ length: maxWatchedPage + 1 }, (_, place) => ({ kind: 'collection', id: `c${place}` })),
  ],
])('the prices of %s are refused', async (_what, itemsOf) => {
  const reply = await world.call('/api/watchlist/check', { body: { items: itemsOf() } })
  expect(reply.status).toBe(400)
})
