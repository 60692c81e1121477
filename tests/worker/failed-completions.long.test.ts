import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { notNull } from '#tests/support/state.ts'
import { ask, askAndSign, cronUntil, offersOf, openForBusiness } from './helpers.ts'

// Completions of sales into standing bids that fail because the owner sends another transaction first.

const pairs = 5
const failuresOfPair = 200
/** A bid for ten works has tickets for ten sales of one work. */
const salesOfBid = 10
const taxon = 77
const collectionID = 'failing'

interface Pair {
  seller: Session
  bidder: Session
  work: string
}

let world: TestWorld
let artist: DemoAccount
const allPairs: Pair[] = []

beforeAll(async () => {
  world = await createTestWorld({ batch: true, cronOnTimer: true })
  artist = await world.fund('Artist')
  await openForBusiness(world)
  for (let place = 0; place < pairs; place += 1) {
    const seller = await world.connect(await world.fund(`Seller ${place}`))
    const bidder = await world.connect(await world.fund(`Bidder ${place}`))
    const work = await world.mint(artist, { taxon, transferFee: 5000 })
    const gift = await world.list(artist, work, 0n, { destination: seller.account.address })
    await world.run(seller.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    allPairs.push({ seller, bidder, work })
  }
  await world.addCollection({ id: collectionID, issuer: artist.address, taxon, name: 'Failing' })
  await cronUntil(world, 'works indexed', async () => {
    const owners = allPairs.map(({ seller }) => seller.account.address)
    return (await world.countRows('nfts', { owner: owners })) === pairs
  })
}, 300_000)
afterAll(() => world.close())

const ownBids = async (session: Session) => {
  const { body } = await world.call('/api/account/bids', { session })
  return { bids: body['bids'] as unknown[], sales: body['sales'] as unknown[] }
}

/** Sells the work into the bid and makes the completion fail. */
async function failOnce({ seller, bidder, work }: Pair, bid: string): Promise<void> {
  const sold = await askAndSign(world, 'sellIntoBid', seller, { id: bid, nftokenIDs: [work] })
  expect(sold).toMatchObject({ status: 'success' })
  const [sale] = (await ownBids(seller)).sales
  const id = String(asJson(sale)['id'])
  const uuid = await ask(world, 'completeBidSale', bidder, { id })
  await world.run(seller.account, { TransactionType: 'AccountSet' })
  await world.sign(uuid, bidder.account)
  expect(await world.outcomeOf(uuid, bidder, 60_000)).toMatchObject({ status: 'failed' })
  // The cron runs after each ledger.
  await vi.waitUntil(() => world.hasRow('bid_sales', { id, ended_at: notNull }), { timeout: 180_000 })
  expect(await world.rowsOf('bid_sales', { id })).toMatchObject([{ state: 'withdrawn', ended_by: 'seller' }])
}

async function failOften(pair: Pair): Promise<void> {
  for (let failures = 0; failures < failuresOfPair; failures += salesOfBid) {
    const terms = { collectionID, priceDrops: '10000000', works: 10 }
    expect(await askAndSign(world, 'placeStandingBid', pair.bidder, terms)).toMatchObject({
      status: 'success',
    })
    const [bid] = (await ownBids(pair.bidder)).bids
    const id = String(asJson(bid)['id'])
    for (let sales = 0; sales < salesOfBid; sales += 1) await failOnce(pair, id)
    await world.call('/api/bid/end', { session: pair.bidder, body: { id } })
  }
}

test('after 1,000 failed completions, no ticket of ours is lent, no offer is left and nobody has lost money', async () => {
  const accounts = allPairs
    .flatMap(({ seller, bidder }) => [seller, bidder])
    .map(({ account }) => account.address)
  const before = await Promise.all(accounts.map((account) => world.balanceOf(account)))
  await Promise.all(allPairs.map(failOften))
  expect(await world.countRows('bid_sales', { state: 'withdrawn' })).toBe(pairs * failuresOfPair)
  expect(await world.countRows('bid_sales', { state: 'completed' })).toBe(0)
  expect(await world.hasRow('presigned_parts', { state: ['lent', 'lost'] })).toBe(false)
  for (const account of accounts) expect(await offersOf(world, account)).toEqual([])
  for (const { seller, work } of allPairs)
    expect(await world.ownerOf(work, [seller.account])).toBe(seller.account.address)
  const after = await Promise.all(accounts.map((account) => world.balanceOf(account)))
  // Each account pays the cost of at most four transactions for each failure, and nothing else.
  for (const [place, drops] of before.entries())
    expect(drops - (after[place] ?? 0n)).toBeLessThan(BigInt(failuresOfPair) * 500n)
}, 3_600_000)
