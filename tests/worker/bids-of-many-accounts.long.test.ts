import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { askAndSign, askReply, cronUntil, openForBusiness } from './helpers.ts'

// One person bids with hundreds of accounts, and moves the same money from one to the next.

const accounts = 200
/** Accounts that act at the same time. */
const atOnce = 20
const taxon = 78
const collectionID = 'many-accounts'
const priceDrops = 10_000_000n
/** The reserve of an account with two tickets is 1.4 XRP. Each account begins with the money for its own bid. */
const firstXrp = 12
const keptDrops = 2_000_000n

let world: TestWorld
let owner: Session
let work: string
const bidders: Session[] = []

beforeAll(async () => {
  world = await createTestWorld({ batch: true, cronOnTimer: true })
  const artist = await world.fund('Artist')
  await openForBusiness(world)
  owner = await world.connect(artist)
  work = await world.mint(artist, { taxon })
  await cronUntil(world, 'the work', () => world.hasRow('nfts', { id: work }))
  await world.addCollection({ id: collectionID, issuer: artist.address, taxon, name: 'Many accounts' })
  for (let place = 0; place < accounts; place += 1)
    bidders.push(await world.connect(await world.fund(`Account ${place}`, firstXrp)))
}, 600_000)
afterAll(() => world.close())

/** Runs work for every bidder, a few at a time. */
async function forEachBidder(work: (bidder: Session) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < accounts; first += atOnce)
    await Promise.all(bidders.slice(first, first + atOnce).map(work))
}

async function readDepth() {
  const reply = await world.call(`/api/collection/bids?id=${collectionID}`)
  expectContract('getCollectionBids', reply)
  const levels = (reply.body['levels'] as unknown[]).map(asJson)
  return {
    bids: levels.reduce((sum, level) => sum + Number(level['bids']), 0),
    drops: levels.reduce((sum, level) => sum + BigInt(String(level['sumDrops'])), 0n),
    listed: (reply.body['bids'] as unknown[]).length,
  }
}

const bestBidder = async () => {
  const { body } = await world.call(`/api/nft/bid?id=${work}`)
  const best = body['best']
  return best === null ? null : asJson(best)['bidder']
}

const pay = (from: Session, to: Session, drops: bigint) =>
  world.run(from.account, {
    TransactionType: 'Payment',
    Destination: to.account.address,
    Amount: drops.toString(),
  })

test('money that moves between hundreds of bidding accounts counts once at each ledger', async () => {
  const terms = { collectionID, priceDrops: priceDrops.toString(), works: 1 }
  await forEachBidder((bidder) => askAndSign(world, 'placeStandingBid', bidder, terms))
  // While every account has its own money, all bids are real. The page lists 50 of them.
  const whole = { bids: accounts, drops: BigInt(accounts) * priceDrops, listed: 50 }
  await cronUntil(world, 'the whole depth', async () => (await readDepth()).bids === accounts)
  expect(await readDepth()).toEqual(whole)

  const [first, ...others] = bidders
  if (first === undefined) throw new Error('There is no bidder.')
  await forEachBidder(async (bidder) => {
    if (bidder === first) return
    await pay(bidder, first, (await world.balanceOf(bidder.account.address)) - keptDrops)
  })
  await cronUntil(world, 'one bid', async () => (await readDepth()).bids === 1)
  expect(await readDepth()).toMatchObject({ bids: 1, drops: priceDrops, listed: 1 })

  // The same money goes from one account to the next: only the bid of its holder counts.
  let holder = first
  for (const next of others.slice(0, 5)) {
    await pay(holder, next, (await world.balanceOf(holder.account.address)) - keptDrops)
    holder = next
    await cronUntil(world, 'the holder', async () => (await bestBidder()) === next.account.address)
    expect(await readDepth()).toMatchObject({ bids: 1, drops: priceDrops })
  }

  // The owner sells to the one bid that counts, and the money leaves again before the bidder signs.
  const sale = await bestSale()
  await pay(holder, first, (await world.balanceOf(holder.account.address)) - keptDrops)
  const reply = await askReply(world, 'completeBidSale', holder, { id: sale })
  expect(reply.body).toMatchObject({ code: 'insufficient_funds' })
  expect(await world.ownerOf(work, [owner.account, ...bidders.map(({ account }) => account)])).toBe(
    owner.account.address,
  )
  expect(await world.notificationsOf(owner.account.address, {})).toHaveLength(0)
}, 600_000)

/** Sells the work into the best bid, and returns the id of the sale. */
async function bestSale(): Promise<string> {
  const { body } = await world.call(`/api/nft/bid?id=${work}`)
  const id = asJson(body['best'])['id']
  expect(await askAndSign(world, 'sellIntoBid', owner, { id, nftokenIDs: [work] })).toMatchObject({
    status: 'success',
  })
  const own = await world.call('/api/account/bids', { session: owner })
  return String(asJson((own.body['sales'] as unknown[])[0])['id'])
}
