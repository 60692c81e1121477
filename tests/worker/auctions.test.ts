import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { auctions } from '#db/schema/offers.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import { settleAuction } from '#worker/domain/trade/settle-auctions.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import {
  advanceClock,
  askToBuy,
  costsOf,
  ledgerSeconds,
  cronUntil,
  offerIndexed,
  offersOf,
  openForBusiness,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursFromNow, notNull } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let first: DemoAccount
let second: DemoAccount
const start = 10_000_000n

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  first = await world.fund('first', 100)
  second = await world.fund('second', 100)
  await openForBusiness(world)
})
afterAll(() => world.close())

/** Opens an auction that has not ended yet. */
async function onAuction(minted?: string) {
  const nft = minted ?? (await world.mint(artist, { transferFee: 5000 }))
  const offer = await world.list(artist, nft, start, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  await world.addAuction({
    offer_id: offer,
    nft_id: nft,
    seller: artist.address,
    start_amount: JSON.stringify(start.toString()),
    ends_at: new Date(Date.now() + 1 * 3_600_000),
    state: 'running',
  })
  return { nft, offer }
}

async function bid(who: DemoAccount, nft: string, drops: bigint, more: { expiration?: number } = {}) {
  const destination = world.marketplace.address
  const offer = await world.bid(who, artist.address, nft, drops, { destination, ...more })
  await offerIndexed(world, offer)
  return offer
}

const stateOf = async (offer: string) => (await world.rowsOf('auctions', { offer_id: offer }))[0]?.['state']

test('the highest bid wins, the earlier of equal bids first, and the seller gets the bid less the fee', async () => {
  const { nft, offer } = await onAuction()
  await bid(second, nft, 12_000_000n)
  await bid(first, nft, 20_000_000n)
  await bid(second, nft, 20_000_000n)
  const page = await world.call(`/api/nft?id=${nft}`)
  expect(page.body['nft']).toMatchObject({
    onAuction: { topBid: { owner: first.address, amount: '20000000' } },
  })
  const before = {
    artist: await world.balanceOf(artist.address),
    fee: await world.balanceOf(world.marketplace.address),
    costs: await costsOf(world, world.marketplace.address),
  }
  const salesOf = () => world.salesOf(nft)
  await world.endAuctions(offer)
  // The follower may see the match, which settles the auction, before the sweep completes the sale.
  await cronUntil(world, 'sale completed', async () => (await salesOf())[0]?.['state'] === 'completed')
  expect(await stateOf(offer)).toBe('settled')
  expect(await world.ownerOf(nft, [first, second, artist])).toBe(first.address)
  expect((await world.balanceOf(artist.address)) - before.artist).toBe(19_800_000n)
  const spent = (await costsOf(world, world.marketplace.address)) - before.costs
  expect((await world.balanceOf(world.marketplace.address)) - before.fee).toBe(200_000n - spent)
  expect(await salesOf()).toMatchObject([{ kind: 'auction', state: 'completed' }])
})

longTest('when the top bidder has no funds left, the next-best bid wins', async () => {
  const { nft, offer } = await onAuction()
  const poor = await world.fund('poor', 50)
  await bid(poor, nft, 30_000_000n)
  await bid(second, nft, 15_000_000n)
  const left = (await world.balanceOf(poor.address)) - 3_000_000n
  await world.run(poor, { TransactionType: 'Payment', Destination: artist.address, Amount: left.toString() })
  await world.endAuctions(offer)
  await cronUntil(world, 'auction settled', async () => (await stateOf(offer)) === 'settled')
  expect(await world.ownerOf(nft, [poor, second, artist])).toBe(second.address)
  expect(await world.rowsOf('bidder_bans')).toMatchObject([
    { account: poor.address, reason: 'unfunded', auction_id: offer },
  ])
})

test('without a bid that reaches the start price, the marketplace cancels the offer', async () => {
  const { nft, offer } = await onAuction()
  await bid(second, nft, 10_050_000n)
  await world.endAuctions(offer)
  await cronUntil(world, 'auction cancelled', async () => (await stateOf(offer)) === 'cancelled')
  expect(await offersOf(world, artist.address)).toEqual([])
  expect(await world.ownerOf(nft, [artist])).toBe(artist.address)
})

longTest('a ledger bid by a barred bidder does not count', async () => {
  const { nft, offer } = await onAuction()
  await bid(second, nft, 12_000_000n)
  await world.addRow('bidder_bans', {
    account: first.address,
    auction_id: 'earlier',
    reason: 'withdrawn',
    until: hoursFromNow(144),
  })
  await bid(first, nft, 30_000_000n)
  const page = await world.call(`/api/nft?id=${nft}`)
  expect(page.body['nft']).toMatchObject({ onAuction: { topBid: { owner: second.address } } })
  const cards = await world.call('/api/collection/auction')
  expect(JSON.stringify(cards.body)).toContain(second.address)
  expect(JSON.stringify(cards.body)).not.toContain(first.address)
  await world.endAuctions(offer)
  await cronUntil(world, 'auction settled', async () => (await stateOf(offer)) === 'settled')
  expect(await world.ownerOf(nft, [first, second, artist])).toBe(second.address)
  await world.removeRows('bidder_bans')
})

longTest(
  'a late purchase whose offer the marketplace cancels does not count as a withdrawn bid',
  async () => {
    const late = await world.fund('late', 100)
    const session = await world.connect(late)
    const nft = await world.mint(artist, { transferFee: 5000 })
    const listing = await world.list(artist, nft, 20_000_000n, { destination: world.marketplace.address })
    await offerIndexed(world, listing)
    const uuid = await askToBuy(world, session, { nftokenID: nft })
    await world.run(artist, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [listing] })
    const { offer } = await onAuction(nft)
    await world.sign(uuid, late)
    await cronUntil(world, 'offer cancelled', () =>
      world.hasRow('sales', { nft_id: nft, state: 'failed', leftover_cancelled_at: notNull }),
    )
    await world.cron()
    expect(await world.rowsOf('bidder_bans', { account: late.address })).toEqual([])
    expect(await stateOf(offer)).toBe('running')
    await world.changeRows('auctions', { offer_id: offer }, { state: 'cancelled' })
  },
)

test('a bid made after the end does not count, whatever its amount', async () => {
  const { nft, offer } = await onAuction()
  await bid(second, nft, 12_000_000n)
  await world.endAuctions(offer)
  await world.changeRows('auctions', { offer_id: offer }, { state: 'settled' })
  await bid(second, nft, 19_000_000n)
  await world.changeRows('auctions', { offer_id: offer }, { state: 'running' })
  await cronUntil(world, 'auction settled', async () => (await stateOf(offer)) === 'settled')
  expect(await world.salesOf(nft)).toMatchObject([{ price: '11880000' }])
})

longTest(
  'a run with stale auction data does not cancel the offer when another run has matched the only bid',
  async () => {
    const { nft, offer } = await onAuction()
    await bid(second, nft, 11_000_000n)
    await world.endAuctions(offer)
    const later: Promise<unknown>[] = []
    const context = compose(readEnvironment(world.stack.bindings))('auctions', (work) => later.push(work))
    const [auction] = await context.db.http.select().from(auctions).where(eq(auctions.offerId, offer))
    if (auction === undefined) throw new Error('There is no auction.')
    await settleAuction(context, { auction, isMatching: false })
    await settleAuction(context, { auction, isMatching: false })
    await Promise.all(later)
    expect(await world.rowsOf('ledger_submissions', { purpose: `cancel:${offer}` })).toEqual([])
    await cronUntil(world, 'auction settled', async () => (await stateOf(offer)) === 'settled')
    expect(await world.ownerOf(nft, [first, second, artist])).toBe(second.address)
  },
)

test('late top bids extend an auction to its limit, however late they are seen, and each account is told once', async () => {
  const session = await world.connect(first)
  const { nft, offer } = await onAuction()
  const began = await ledgerSeconds(world)
  const at = (seconds: number) => new Date((began + seconds + rippleEpochSeconds) * 1000)
  await world.changeRows('auctions', { offer_id: offer }, { ends_at: at(240), latest_end: at(900) })
  const end = async () => (await world.rowsOf('auctions', { offer_id: offer }))[0]?.['ends_at']
  const bidUnseen = (who: DemoAccount, drops: bigint) =>
    world.bid(who, artist.address, nft, drops, { destination: world.marketplace.address })
  await bid(second, nft, 10_050_000n)
  expect(await end()).toEqual(at(240))
  await bid(first, nft, 12_000_000n)
  expect(await end()).toEqual(at(540))
  const page = await world.call(`/api/nft?id=${nft}`)
  expect(page.body['nft']).toMatchObject({ onAuction: { extends: true, endsAt: at(540).toISOString() } })
  // A bid before the last five minutes, and one below the top bid.
  await bid(second, nft, 12_500_000n)
  await advanceClock(world, 300)
  await bid(second, nft, 11_000_000n)
  expect(await end()).toEqual(at(540))
  await bid(first, nft, 13_000_000n)
  expect(await end()).toEqual(at(840))
  // The index sees the next two bids only after the end.
  await advanceClock(world, 270)
  await bidUnseen(second, 14_000_000n)
  await bidUnseen(first, 15_000_000n)
  await advanceClock(world, 600)
  await cronUntil(
    world,
    'sale completed',
    async () => (await world.salesOf(nft))[0]?.['state'] === 'completed',
  )
  expect(await end()).toEqual(at(900))
  expect(await world.salesOf(nft)).toMatchObject([{ price: '14850000' }])
  const { body } = await world.call('/api/account/notifications', { session })
  expect(JSON.stringify(body).split('"auction_extended"')).toHaveLength(2)
})

longTest('bids that can never win neither extend an auction nor keep others from extending it', async () => {
  const { nft, offer } = await onAuction()
  const began = await ledgerSeconds(world)
  const at = (seconds: number) => new Date((began + seconds + rippleEpochSeconds) * 1000)
  await world.changeRows('auctions', { offer_id: offer }, { ends_at: at(240), latest_end: at(900) })
  const end = async () => (await world.rowsOf('auctions', { offer_id: offer }))[0]?.['ends_at']
  await world.addRow('bidder_bans', {
    account: second.address,
    auction_id: offer,
    reason: 'withdrawn',
    until: at(86_400),
  })
  await bid(second, nft, 20_000_000n)
  expect(await end()).toEqual(at(240))
  await bid(first, nft, 12_000_000n, { expiration: began + 200 })
  expect(await end()).toEqual(at(240))
  await bid(first, nft, 12_000_000n)
  expect(await end()).toEqual(at(540))
  await world.removeRows('bidder_bans', { account: second.address })
})

longTest('two concurrent runs settle an auction once', async () => {
  const { nft, offer } = await onAuction()
  await bid(second, nft, 11_000_000n)
  await world.endAuctions(offer)
  await cronUntil(world, 'auction settled', async () => {
    await Promise.all([world.cron(), world.cron(), world.cron()])
    return (await stateOf(offer)) === 'settled'
  })
  expect(await world.brokeringOf(nft)).toHaveLength(1)
})

longTest(
  'a ledger clock that moves forward ends auctions and expires offers, and buying still works',
  async () => {
    const { nft, offer } = await onAuction()
    await bid(second, nft, 11_000_000n)
    const other = await world.mint(artist)
    await offerIndexed(
      world,
      await world.list(artist, other, 1_000_000n, { destination: world.marketplace.address }),
    )
    const reply = await fetch(`${world.ledgerUrl}/admin/advance-clock`, {
      method: 'POST',
      body: '{"seconds": 7200}',
    })
    expect(reply.status).toBe(200)
    await cronUntil(world, 'auction settled', async () => (await stateOf(offer)) === 'settled')
    expect(await world.ownerOf(nft, [second])).toBe(second.address)
    const session = await world.connect(second)
    const uuid = await askToBuy(world, session, { nftokenID: other })
    await world.sign(uuid, second)
    expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'success' })
  },
)

test('the offer of a cancelled auction is not a listing and is cancelled', async () => {
  const { nft, offer } = await onAuction()
  await world.changeRows('auctions', { offer_id: offer }, { state: 'cancelled' })
  const session = await world.connect(second)
  const reply = await world.call('/api/nft/buy_now', {
    session,
    body: { nftokenID: nft },
    headers: { prefer: 'respond-async' },
  })
  expect(reply.body).toMatchObject({ code: 'not_for_sale' })
  await cronUntil(
    world,
    'offer cancelled',
    async () => !(await offersOf(world, artist.address)).includes(offer),
  )
})
