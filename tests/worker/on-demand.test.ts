import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#tests/support/api.ts'
import { operations } from '#contract/operations.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import { refillTickets } from '#worker/domain/journal/tickets.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  cronUntil,
  offersOf,
  openForBusiness,
  wealthOf,
} from './helpers.ts'
import { expectContract } from '#tests/support/contract.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursFromNow, minutesFromNow, secondsAgo } from '#tests/support/state.ts'

let world: TestWorld
let buyer: Session
let other: Session

beforeAll(async () => {
  world = await createTestWorld()
  await openForBusiness(world)
  buyer = await world.connect(await world.fund('Buyer'))
  other = await world.connect(await world.fund('Other'))
})
afterAll(() => world.close())

const itemOf = async (id = '') => (await world.itemOf(id)) ?? {}
const reservationsOf = (id = '') => world.rowsOf('reservations', { item_id: id })
const payoutOf = async (shop: Shop) => (await world.payoutsOf(shop.collectionId))[0] ?? {}

const released =
  (id = '') =>
  async () =>
    (await reservationsOf(id)).every((row) => row['state'] === 'released')
const paid = (shop: Shop) => async () => (await payoutOf(shop))['state'] === 'paid'

const wealth = (address: string) => wealthOf(world, address)

test('one signature buys; artist, ledger and marketplace get their shares exact to the drop', async () => {
  const shop = await openShop(world)
  const [id] = shop.items
  const before = {
    buyer: await wealth(buyer.account.address),
    artist: await wealth(shop.artist.address),
    marketplace: await wealth(world.marketplace.address),
  }
  const outcome = await askAndSign(world, 'buyOnDemand', buyer, {
    nftDatabaseID: id,
    expectedAmount: '100000000',
  })
  expect(outcome).toMatchObject({
    status: 'success',
    outcome: { purpose: 'demand_buy', paidDrops: '100000000' },
  })
  const item = await itemOf(id)
  expect(item['state']).toBe('sold')
  expect(await world.ownerOf(String(item['token_id']), [buyer.account])).toBe(buyer.account.address)
  await cronUntil(world, 'payout', paid(shop))
  // The worked example in docs/money.md, section 4: 5 % royalty on the ledger, then the price minus 2 % and the
  // royalty.
  expect(await payoutOf(shop)).toMatchObject({
    amount_drops: '93000000',
    fee_drops: '2000000',
    royalty_drops: '5000000',
  })
  expect((await wealth(buyer.account.address)) - before.buyer).toBe(-100_000_000n)
  expect((await wealth(shop.artist.address)) - before.artist).toBe(98_000_000n)
  expect((await wealth(world.marketplace.address)) - before.marketplace).toBe(2_000_000n)
  await world.cron()
  expect((await wealth(shop.artist.address)) - before.artist).toBe(98_000_000n)
  const again = await askReply(world, 'buyOnDemand', other, { nftDatabaseID: id })
  expect(again.body).toMatchObject({ status: 'failed', code: 'not_for_sale' })
})

longTest('a watched item keeps its place on the watchlist when it is minted and sold', async () => {
  const shop = await openShop(world)
  const [id = ''] = shop.items
  const account = other.account.address
  const watch = { kind: 'nft', id, price: '100000000', at: new Date().toISOString() }
  await world.call('/api/account/watch', { session: other, body: { items: [watch] } })
  const check = async () => {
    const reply = await world.call('/api/watchlist/check', { body: { items: [{ kind: 'nft', id }] } })
    expectContract('checkWatched', reply)
    return reply.body
  }
  expect(await check()).toMatchObject({
    nfts: [],
    items: [{ _id: id, nftokenID: null, priceDrops: '100000000' }],
  })
  await world.cron()
  const profile = await world.call(`/api/account/profile?account=${shop.artist.address}`)
  expect(profile.body['artistFloorDrops']).toBe('100000000')
  await askAndSign(world, 'buyOnDemand', buyer, { nftDatabaseID: id, expectedAmount: '100000000' })
  await cronUntil(world, 'payout', paid(shop))
  const token = String((await itemOf(id))['token_id'])
  expect(await check()).toMatchObject({ nfts: [{ _id: id, nftokenID: token, priceDrops: null }], items: [] })
  await world.list(buyer.account, token, 50_000_000n)
  await world.cron()
  const notifications = await world.notificationsOf(account)
  expect(notifications).toMatchObject([{ kind: 'price_drop', nft_id: token, previous_amount: '100000000' }])
})

test('the marketplace cannot lock money that it owes to an artist', async () => {
  const shop = await openShop(world)
  await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })
  const [reservation] = await reservationsOf(shop.items[0])
  const pending: Promise<unknown>[] = []
  const context = compose(readEnvironment(world.stack.bindings))('tickets', (work) => pending.push(work))
  const room = async () => {
    await refillTickets(context, new Date(Date.now() + 10_000))
    return Number((await world.rowsOf('treasury_state'))[0]?.['room_objects'])
  }
  const before = await room()
  // The transactions are only on the ledger; none of them is in the index yet.
  await world.run(buyer.account, {
    TransactionType: 'NFTokenAcceptOffer',
    NFTokenSellOffer: String(reservation?.['offer_id']),
  })
  // 2 XRP fee and the offer's reserve; the artist's 93 XRP would cover 465 objects.
  expect((await room()) - before).toBeLessThan(20)
  await Promise.all(pending)
  await cronUntil(world, 'payout', paid(shop))
})

longTest('an item not paid for in time becomes inventory and is sold without another mint', async () => {
  const shop = await openShop(world)
  const [id] = shop.items
  await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: id })
  const minted = (await itemOf(id))['token_id']
  const busy = await askReply(world, 'buyOnDemand', other, { nftDatabaseID: id })
  expect(busy.body).toMatchObject({ status: 'failed', code: 'reserved' })
  await advanceClock(world, 16 * 60)
  await cronUntil(world, 'offer cancelled', released(id))
  expect((await reservationsOf(id))[0]).toMatchObject({ unpaid: true })
  expect(await offersOf(world, world.marketplace.address)).toEqual([])
  expect(await world.ownerOf(String(minted), [world.marketplace])).not.toBeNull()
  const outcome = await askAndSign(world, 'buyOnDemand', other, { nftDatabaseID: id })
  expect(outcome['status']).toBe('success')
  expect((await itemOf(id))['token_id']).toBe(minted)
  await cronUntil(world, 'payout', paid(shop))
})

longTest('repeating the call returns the open request, or a new one right after a rejection', async () => {
  const shop = await openShop(world, { items: 2 })
  const [id, second] = shop.items
  const uuid = await ask(world, 'buyOnDemand', other, { nftDatabaseID: id })
  // Not every call polls the wallet's platform: only the first, then one every few seconds.
  const looks = async (askedAt: unknown) => {
    await world.changeRequest(uuid, { asked_at: askedAt })
    const before = world.signer.counters()['GET payload'] ?? 0
    expect(await ask(world, 'buyOnDemand', other, { nftDatabaseID: id })).toBe(uuid)
    return (world.signer.counters()['GET payload'] ?? 0) - before
  }
  expect(await looks((await world.requestOf(uuid))?.['created_at'])).toBe(1)
  expect(await looks(minutesFromNow(1))).toBe(0)
  expect(await looks(secondsAgo(4))).toBe(1)
  await world.reject(uuid)
  expect(await world.outcomeOf(uuid, other)).toMatchObject({
    status: 'rejected',
    data: 'Request is rejected by signer.',
  })
  // No cron run in between: the rejection itself cancels the offer.
  const again = await ask(world, 'buyOnDemand', other, { nftDatabaseID: id })
  expect(again).not.toBe(uuid)
  expect((await reservationsOf(id)).map(({ state }) => state)).toEqual(['released', 'offered'])
  // A rejection that has not been noticed yet does not block the buyer's next purchase, of any item.
  await world.reject(again)
  const next = await ask(world, 'buyOnDemand', other, { nftDatabaseID: second })
  await world.sign(next, other.account)
  expect(await world.outcomeOf(next, other)).toMatchObject({ status: 'success' })
  expect((await itemOf(id))['state']).toBe('for_sale')
  expect(await offersOf(world, world.marketplace.address)).toEqual([])
})

test('an artist whose account refuses payments is owed, gets the reason, and is paid later', async () => {
  const shop = await openShop(world)
  const [id] = shop.items
  const artist = await world.connect(shop.artist)
  const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: id })
  // After the simulation, before the payout: the account now requires destination tags.
  await world.run(shop.artist, { TransactionType: 'AccountSet', SetFlag: 1 })
  await world.sign(uuid, buyer.account)
  expect((await world.outcomeOf(uuid, buyer))['status']).toBe('success')
  await cronUntil(world, 'refused', async () => (await payoutOf(shop))['result'] !== null)
  const payouts = await world.call('/api/account/payouts', { session: artist })
  expect(payouts.body).toMatchObject({ owedDrops: '93000000', payouts: [{ state: 'owed' }] })
  expect(payouts.text).toContain('destination tag')
  await world.call('/api/account/payout_tag', { session: artist, body: { destinationTag: 4711 } })
  await cronUntil(world, 'paid', paid(shop))
  expect((await payoutOf(shop))['attempt']).toBe(2)
})

async function changeItem(operation: 'priceDemandItem' | 'removeDemandItem', session: Session, body: object) {
  const reply = await world.call(operations[operation].path, { session, body })
  expectContract(operation, reply)
  return reply
}

test('only the issuer can price, withdraw and burn', async () => {
  const shop = await openShop(world, { items: 2 })
  const [id, second] = shop.items
  const artist = await world.connect(shop.artist)
  const callOnItem: typeof changeItem = (operation, session, body) =>
    changeItem(operation, session, { nftDatabaseID: id, ...body })
  expect((await callOnItem('priceDemandItem', other, { amount: '5000000' })).status).toBe(403)
  expect((await callOnItem('removeDemandItem', other, {})).status).toBe(403)
  const low = await callOnItem('priceDemandItem', artist, { amount: '99999' })
  expect([low.status, low.body['data']]).toEqual([400, 'The price must be at least 0.1 XRP.'])
  // A price above the total XRP supply cannot be paid, and would be an unreachable floor.
  const high = await callOnItem('priceDemandItem', artist, { amount: '100000000000000001' })
  expect([high.status, high.body['code']]).toEqual([400, 'validation_failed'])
  expect(
    (await callOnItem('priceDemandItem', artist, { amount: '250000', taxon: shop.taxon })).body,
  ).toMatchObject({
    status: 'success',
  })
  const changedPrice = await askReply(world, 'buyOnDemand', other, {
    nftDatabaseID: id,
    expectedAmount: '100000000',
  })
  expect(changedPrice.body).toMatchObject({ status: 'failed', code: 'price_changed' })
  const uuid = await ask(world, 'buyOnDemand', other, { nftDatabaseID: id })
  expect((await callOnItem('removeDemandItem', artist, {})).body).toMatchObject({ code: 'reserved' })
  await world.reject(uuid)
  await world.outcomeOf(uuid, other)
  await cronUntil(world, 'offer cancelled', released(id))
  const token = String((await itemOf(id))['token_id'])
  expect((await callOnItem('removeDemandItem', artist, {})).body).toMatchObject({ status: 'success' })
  await cronUntil(world, 'burned', () => world.hasRow('nfts', { id: token, burned: true }))
  const own = await askReply(world, 'buyOnDemand', artist, { nftDatabaseID: second })
  expect(own.body).toMatchObject({ status: 'failed', code: 'own_collection' })
  // An offer to oneself is refused with a clear message.
  world.signer.accounts.push(world.marketplace)
  const marketplace = await world.connect(world.marketplace)
  const itself = await askReply(world, 'buyOnDemand', marketplace, { nftDatabaseID: second })
  expect(itself.body).toMatchObject({
    code: 'own_collection',
    data: 'The marketplace account is the seller, so it cannot buy this.',
  })
})

test('without the artist’s authorisation nothing is reserved', async () => {
  const shop = await openShop(world, { authorised: false })
  const reply = await askReply(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })
  expect(reply.body).toMatchObject({ status: 'failed', code: 'minter_missing' })
  expect(await reservationsOf(shop.items[0])).toEqual([])
  // The artist learns what to do; other accounts only see that sales are paused.
  const artist = await world.connect(shop.artist)
  const priced = await changeItem('priceDemandItem', artist, {
    nftDatabaseID: shop.items[0],
    amount: '5000000',
  })
  expect(priced.body).toMatchObject({
    code: 'minter_missing',
    data: expect.stringMatching(/^The marketplace needs your permission/),
  })
})

longTest('with a ledger clock days ahead, sales work and volume uses the ledger’s 24 hours', async () => {
  const shop = await openShop(world, { items: 2 })
  const draws = await openShop(world, { random: true })
  const days = 86_400
  const volume = async () => {
    await world.changeCollection(shop.collectionId, { stats_due: true })
    await world.cron()
    const { volume_day_drops, volume_week_drops } = (await world.collectionOf(shop.collectionId)) ?? {}
    return { volume_day_drops, volume_week_drops }
  }
  await advanceClock(world, 2 * days)
  // The new clock starts with the next ledger: until that one is indexed, new offers would already have expired.
  await cronUntil(world, 'the clock in the index', async () => (await world.closeTime()) > hoursFromNow(47))
  expect(await askAndSign(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })).toMatchObject({
    status: 'success',
  })
  const drawn = await askAndSign(world, 'buyRandom', buyer, { collection_id: draws.collectionId })
  expect(drawn).toMatchObject({ status: 'success' })
  expect(await volume()).toEqual({ volume_day_drops: '100000000', volume_week_drops: '100000000' })
  await advanceClock(world, 2 * days)
  await world.run(buyer.account, { TransactionType: 'AccountSet' })
  await world.cron()
  expect(await volume()).toEqual({ volume_day_drops: '0', volume_week_drops: '100000000' })
})
