import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import type { PortfolioReply } from '#contract/schemas/portfolio.ts'
import { cronUntil } from './helpers.ts'

let world: TestWorld
let artist: DemoAccount
let buyer: DemoAccount
let collector: DemoAccount
const works: string[] = []

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  collector = await world.fund('collector')
  await world.addCollection({ id: 'tides', issuer: artist.address, taxon: 5, name: 'Tides' })
  for (let n = 0; n < 4; n += 1) works.push(await world.mint(artist, { taxon: 5, transferFee: 5000 }))
  const [a = '', b = '', c = '', d = ''] = works
  const take = async (by: DemoAccount, offer: string) =>
    world.run(by, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  // The buyer buys two works and gets one as a gift, sells the first on, and burns the gift.
  await take(buyer, await world.list(artist, a, 100_000_000n))
  await take(buyer, await world.list(artist, b, 40_000_000n))
  await take(buyer, await world.list(artist, c, 0n, { destination: buyer.address }))
  await take(collector, await world.list(buyer, a, 150_000_000n))
  await world.run(buyer, { TransactionType: 'NFTokenBurn', NFTokenID: c })
  await world.list(artist, d, 60_000_000n)
  await cronUntil(world, 'the floor', () => world.hasRow('collections', { floor_drops: 60000000 }))
})
afterAll(() => world.close())

async function portfolioOf(account: DemoAccount): Promise<PortfolioReply> {
  const reply = await world.call(`/api/account/portfolio?account=${account.address}`)
  expectContract('getPortfolio', reply)
  return JSON.parse(reply.text)
}

test('the name of a collection from before the rule for names is clean in every list', async () => {
  await world.changeCollection('tides', { name: 'Ti\u200bd\u202ees \u2705' })
  for (const path of [
    `/api/account/portfolio?account=${buyer.address}`,
    `/api/account/nfts?account=${buyer.address}`,
    `/api/nft?id=${works[1]}`,
    '/api/collection/info?id=tides',
    '/api/collection/nfts?id=tides',
    '/api/collection/draws?id=tides',
  ]) {
    const { status, text } = await world.call(path)
    expect([path, status, /Ti[^"]*es[^"]*/u.exec(text)?.[0]]).toEqual([path, 200, 'Tides'])
  }
  await world.changeCollection('tides', { name: 'Tides' })
})

test('what a collector holds and has sold, with cost, profit and value', async () => {
  const [a = '', b = ''] = works
  const {
    since,
    works: held,
    sales,
    known,
    realised,
    floorDrops,
    weeks,
    ...counts
  } = await portfolioOf(buyer)
  expect(since).not.toBeNull()
  expect(counts).toEqual({ worksCount: 1, salesCount: 1 })
  expect(held).toMatchObject([
    {
      nftokenID: b,
      acquired: 'bought',
      cost: '40000000',
      lastSaleDrops: '40000000',
      floorDrops: '60000000',
      collectionName: 'Tides',
    },
  ])
  expect(floorDrops).toBe('60000000')
  expect(known).toEqual({ works: 1, costDrops: '40000000', floorDrops: '60000000' })
  // 150 XRP minus 5 % royalty.
  expect(sales).toMatchObject([
    { nftokenID: a, acquired: 'bought', proceedsDrops: '142500000', costDrops: '100000000' },
  ])
  expect(realised).toEqual({ sales: 1, proceedsDrops: '142500000', costDrops: '100000000' })
  expect(weeks.at(-1)).toMatchObject({ works: 1, drops: '60000000' })
  // The index usually begins today, so its start and now are one line of the reply.
  expect(weeks.map(({ day }) => day)).toEqual([...new Set(weeks.map(({ day }) => day))])
})

test('an artist’s own works have no cost, and their sales no profit that we know', async () => {
  const { works: held, known, realised, salesCount } = await portfolioOf(artist)
  expect(held.map(({ acquired, cost }) => [acquired, cost])).toEqual([['minted', null]])
  expect([known.works, realised.sales, salesCount]).toEqual([0, 0, 2])
})

/** Makes the index begin this many minutes before the close time of its newest ledger. */
async function beginIndex(minutes: number) {
  const closeTime = await world.closeTime()
  await world.changeRows('ledger_cursor', {}, { began_at: new Date(Number(closeTime) - minutes * 60_000) })
}

test('the value over time counts each week the works of that time at the floors of that time', async () => {
  const day = 86_400_000
  // Three weeks ago the account had already bought both works. The floor was 10 XRP then; before, there was none.
  await beginIndex(22 * 24 * 60)
  await world.makeOlder('history', 16 * 24 * 60, ['closed_at'], {
    buyer: buyer.address,
    type: ['sale', 'transfer'],
  })
  const [cursor] = await world.rowsOf('ledger_cursor')
  const now = new Date(String(cursor?.['closed_at'])).getTime()
  await world.addRow('collection_days', {
    issuer: artist.address,
    taxon: 5,
    day: new Date(now - 16 * day).toISOString().slice(0, 10),
    floor_drops: 10000000,
    floor_at: new Date(now - 16 * day).toISOString(),
  })
  const { weeks } = await portfolioOf(buyer)
  // 22, 15, 8 and 1 days ago, and now: three works until today's sale and burn.
  expect(weeks.map(({ works: count, drops }) => [count, drops])).toEqual([
    [0, '0'],
    [3, '30000000'],
    [3, '30000000'],
    [3, '30000000'],
    [1, '60000000'],
  ])
})

test('today’s value is the total, also where the floor is a price on demand, which has no past', async () => {
  await world.changeRows('collections', { issuer: artist.address, taxon: 5 }, { floor_drops: 45_000_000 })
  const { weeks, floorDrops } = await portfolioOf(buyer)
  expect([floorDrops, weeks.at(-1)?.drops, weeks.at(-2)?.drops]).toEqual(['45000000', '45000000', '30000000'])
  // Half an hour after the end of a week, the last value is that of now, not that of half an hour ago.
  await beginIndex(21 * 24 * 60 + 30)
  expect((await portfolioOf(buyer)).weeks.at(-1)?.drops).toBe('45000000')
  await world.changeRows('collections', { issuer: artist.address, taxon: 5 }, { floor_drops: 60_000_000 })
})

test('a work whose purchase is older than the index has an unknown cost, not none', async () => {
  await world.removeRows('history', { buyer: collector.address, type: 'sale' })
  const { works: held, known } = await portfolioOf(collector)
  expect(held).toMatchObject([{ acquired: 'unknown', cost: null, acquiredAt: null, floorDrops: '60000000' }])
  expect(known.works).toBe(0)
})
