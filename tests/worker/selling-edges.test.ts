import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { openDatabase } from '#db/client.ts'
import { addTickets } from '#db/queries/journal/journal.ts'
import type { Session } from '#tests/support/api.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  askToBuy,
  cronUntil,
  lockAwaited,
  offerIndexed,
  offersOf,
  openForBusiness,
  whileLedgersPass,
  whileNoLedgerCloses,
} from './helpers.ts'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'
import { hoursAgo, hoursFromNow, notNull } from '#tests/support/state.ts'
import { withOpenTransaction } from '#tests/support/open-transaction.ts'

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

const reservationsOf = (collectionId: string) => world.reservationsOf(collectionId)
const itemOf = async (id = '') => (await world.itemOf(id)) ?? {}
const saleOf = async (nft: string) => (await world.salesOf(nft)).at(-1) ?? {}
const released = (collectionId: string) => async () =>
  (await reservationsOf(collectionId)).every((row) => row['state'] === 'released')

async function abandon(session: Session, uuid: string, collectionId: string) {
  await world.reject(uuid)
  await world.outcomeOf(uuid, session)
  await cronUntil(world, 'released', released(collectionId))
}

/** Rejects a draw, whose hold continues after the rejection. */
async function abandonDraw(session: Session, uuid: string, collectionId: string) {
  await world.reject(uuid)
  await world.outcomeOf(uuid, session)
  await advanceClock(world, 901)
  await cronUntil(world, 'lapsed', released(collectionId))
}

/** Returns a token of the seller with a bid to the marketplace, created directly on the ledger. */
async function withBid(seller: Session, drops: bigint) {
  const nft = await world.mint(seller.account)
  const bid = await world.bid(other.account, seller.account.address, nft, drops, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, bid)
  return { nft, bid }
}

longTest('a reservation counts as unpaid when the buyer disconnects before the request is made', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n, items: 2 })
  const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })
  await world.removeRows('sign_requests', { uuid })
  // The buyer disconnects after the request's row is stored and before the wallet's platform answers.
  const unnamed = await ask(world, 'buyOnDemand', other, { nftDatabaseID: shop.items[1] })
  await world.changeRequest(unnamed, { uuid: null })
  await advanceClock(world, 16 * 60)
  await cronUntil(world, 'released', released(shop.collectionId), 60_000)
  expect(await reservationsOf(shop.collectionId)).toMatchObject([{ unpaid: true }, { unpaid: true }])
})

test('the minimum bid of 0.1 XRP can be accepted, and a lower one cannot', async () => {
  const lowestBid = await withBid(buyer, 100_000n)
  const sale = await askAndSign(world, 'acceptBid', buyer, {
    nftokenID: lowestBid.nft,
    buyOfferIndex: lowestBid.bid,
  })
  expect(sale).toMatchObject({ status: 'success' })
  await cronUntil(world, 'sold', async () => (await saleOf(lowestBid.nft))['state'] !== 'matching')
  expect(await saleOf(lowestBid.nft)).toMatchObject({ state: 'completed', price: '99000', fee: '1000' })
  const less = await withBid(buyer, 99_999n)
  const refused = await askReply(world, 'acceptBid', buyer, { nftokenID: less.nft, buyOfferIndex: less.bid })
  expect(refused.body).toMatchObject({ status: 'failed' })
})

longTest('a sale that the key refuses to sign fails, and the token can be sold afterwards', async () => {
  const { nft, bid } = await withBid(buyer, 50_000_000n)
  const uuid = await ask(world, 'acceptBid', buyer, { nftokenID: nft, buyOfferIndex: bid })
  const request = await world.requestOf(uuid)
  await world.changeRequest(uuid, { context: { ...asJson(request?.['context']), fee: '500001' } })
  await world.sign(uuid, buyer.account)
  await world.outcomeOf(uuid, buyer)
  await cronUntil(world, 'failed', async () => (await saleOf(nft))['state'] === 'failed')
  await cronUntil(
    world,
    'offer cancelled',
    async () => (await offersOf(world, buyer.account.address)).length === 0,
  )
  const listing = await world.list(buyer.account, nft, 1_000_000n, { destination: world.marketplace.address })
  await offerIndexed(world, listing)
  const bought = await askToBuy(world, other, { nftokenID: nft })
  await world.sign(bought, other.account)
  await world.outcomeOf(bought, other, 40_000)
  await cronUntil(world, 'sold', async () => (await saleOf(nft))['state'] !== 'matching')
  expect(await saleOf(nft)).toMatchObject({ state: 'completed', kind: 'buy_now' })
})

longTest('a bid accepted twice is sold once, and the second offer is cancelled', async () => {
  const { nft, bid } = await withBid(buyer, 5_000_000n)
  const order = { nftokenID: nft, buyOfferIndex: bid }
  const [first, second] = [
    await ask(world, 'acceptBid', buyer, order),
    await ask(world, 'acceptBid', buyer, order),
  ]
  await whileNoLedgerCloses(world, async () => {
    await world.sign(first, buyer.account)
    await world.sign(second, buyer.account)
  })
  // Both are validated in one ledger. Either of them may be matched first.
  const outcomes = [await world.outcomeOf(first, buyer, 40_000), await world.outcomeOf(second, buyer, 40_000)]
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['failed', 'success'])
  await cronUntil(
    world,
    'offer cancelled',
    async () => (await offersOf(world, buyer.account.address)).length === 0,
  )
  const sales = await world.salesOf(nft)
  expect(sales.map(({ state }) => state).toSorted()).toEqual(['completed', 'failed'])
})

longTest(
  'inventory is simulated before it is reserved, and paused when its artist revokes the authorisation',
  async () => {
    const shop = await openShop(world, { priceDrops: 1_000_000n })
    const body = { nftDatabaseID: shop.items[0] }
    await abandon(other, await ask(world, 'buyOnDemand', other, body), shop.collectionId)
    expect((await itemOf(shop.items[0]))['token_id']).not.toBeNull()
    // Accounts to which the marketplace cannot make an offer cannot reserve it either.
    const closed = await world.connect(await world.fund('Closed'))
    await world.run(closed.account, { TransactionType: 'AccountSet', SetFlag: 12 })
    expect((await askReply(world, 'buyOnDemand', closed, body)).body).toMatchObject({ code: 'would_fail' })
    expect(await reservationsOf(shop.collectionId)).toHaveLength(1)
    await world.run(shop.artist, { TransactionType: 'AccountSet', ClearFlag: 10 })
    const paused = await askReply(world, 'buyOnDemand', other, body)
    expect(paused.body).toMatchObject({ status: 'failed', code: 'minter_missing' })
  },
)

longTest('inventory that its artist burns is no longer for sale and does not block others', async () => {
  const shop = await openShop(world, { random: true, items: 2 })
  await world.changeRows(
    'demand_items',
    { collection_id: shop.collectionId },
    { flags: nftokenFlags.burnable | nftokenFlags.transferable },
  )
  const body = { collection_id: shop.collectionId }
  await abandonDraw(buyer, await ask(world, 'buyRandom', buyer, body), shop.collectionId)
  const [drawn = {}] = await reservationsOf(shop.collectionId)
  const burn = (token: unknown) =>
    world.run(shop.artist, {
      TransactionType: 'NFTokenBurn',
      NFTokenID: String(token),
      Owner: world.marketplace.address,
    })
  await burn(drawn['nft_id'])
  await cronUntil(world, 'burn known', async () =>
    Boolean((await world.tokenOf(String(drawn['nft_id'])))?.['burned']),
  )
  expect(await itemOf(String(drawn['item_id']))).toMatchObject({ state: 'removed' })
  // The other item is now drawn, and burned while the buyer's wallet shows the request.
  await ask(world, 'buyRandom', buyer, body)
  const [, second = {}] = await reservationsOf(shop.collectionId)
  expect(second['item_id']).not.toBe(drawn['item_id'])
  await burn(second['nft_id'])
  await cronUntil(world, 'released', released(shop.collectionId))
  const [, ended = {}] = await reservationsOf(shop.collectionId)
  expect(ended['unpaid']).toBe(false)
  expect(await itemOf(String(second['item_id']))).toMatchObject({ state: 'removed' })
})

longTest('a used ticket that a lagging server still shows does not block a transaction', async () => {
  const [used = {}] = await world.rowsOf('ledger_submissions', { state: 'succeeded', ticket: notNull })
  const pending: Promise<unknown>[] = []
  const db = openDatabase({
    url: world.databaseUrl,
    proxy: inject('services').databaseProxy,
    waitUntil: (work) => pending.push(work),
  })
  await addTickets(db.http, [Number(used['ticket']), 999_999_999])
  await Promise.all(pending)
  const tickets = () => world.rowsOf('ledger_tickets', { ticket: [used['ticket'], 999_999_999] })
  expect(await tickets()).toMatchObject([{ ticket: '999999999' }])
  await world.removeRows('ledger_tickets', { ticket: 999999999 })
  await world.addRow('ledger_tickets', { ticket: used['ticket'] })
  const shop = await openShop(world, { priceDrops: 1_000_000n })
  const sale = askAndSign(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })
  expect(await whileLedgersPass(world, sale)).toMatchObject({ status: 'success' })
  expect(await tickets()).toEqual([])
})

longTest('reservations that wait for their buyers do not crowd others out of the sweep', async () => {
  for (let n = 0; n < 60; n += 1)
    await world.addReservation({
      collection_id: 'crowd',
      buyer: `rBuyer${n}`,
      state: 'offered',
      until: hoursFromNow(240),
      created_at: hoursAgo(1),
      item_id: crypto.randomUUID(),
    })
  const shop = await openShop(world, { priceDrops: 1_000_000n })
  await abandon(
    other,
    await ask(world, 'buyOnDemand', other, { nftDatabaseID: shop.items[0] }),
    shop.collectionId,
  )
  expect((await itemOf(shop.items[0]))['state']).toBe('for_sale')
  await world.removeRows('reservations', { collection_id: 'crowd' })
})

longTest('a sale is recorded even when no reservation is left', async () => {
  const shop = await openShop(world, { random: true, items: 1 })
  await abandonDraw(
    buyer,
    await ask(world, 'buyRandom', buyer, { collection_id: shop.collectionId }),
    shop.collectionId,
  )
  await cronUntil(world, 'quiet', async () => {
    const open = await world.openReservations()
    return open.length === 0
  })
  // The state when more items are sold at once than one settling run records.
  await world.changeItem(shop.items[0] ?? '', { state: 'sold', sold_at: new Date() })
  await cronUntil(world, 'shown', async () => (await itemOf(shop.items[0]))['published_at'] !== null)
  const token = await world.tokenOf(String((await itemOf(shop.items[0]))['token_id']))
  expect(token?.['name']).toContain('Secret of')
})

test('saving a list while a rule is switched on leaves the rule on', async () => {
  const shop = await openShop(world, { items: 0 })
  const artist = await world.connect(shop.artist)
  await withOpenTransaction(world, async (slow) => {
    await slow.lockRow('collections', shop.collectionId)
    const saving = world.call('/api/collection/whitelist', {
      session: artist,
      body: { collectionID: shop.collectionId, whitelist: { [buyer.account.address]: 1 } },
    })
    await lockAwaited(world)
    await slow.addRow('collection_rules', { collection_id: shop.collectionId, whitelist_enabled: true })
    await slow.commit()
    expect((await saving).body).toMatchObject({ status: 'success', kept: 1 })
  })
  expect(await world.rowsOf('collection_rules', { collection_id: shop.collectionId })).toMatchObject([
    { whitelist_enabled: true },
  ])
})

const directOnly = { code: 'direct_only' }

test('a listing whose seller takes no offers is none until the seller does, for page, floor, cart and bidder', async () => {
  const seller = await world.connect(await world.fund('Refusing seller'))
  const { account } = seller
  const set = (flag: object) => world.run(account, { TransactionType: 'AccountSet', ...flag })
  const nft = await world.mint(account, { taxon: 61, metadata: { name: 'Refused work' } })
  const sold = await world.mint(account, { taxon: 61, metadata: { name: 'Sold work' } })
  await set({ SetFlag: 12 })
  const offer = await world.list(account, nft, 1_500_000n, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  const readListing = async () => {
    const { body } = await world.call(`/api/nft?id=${nft}`)
    const row = (await world.tokenOf(nft)) ?? {}
    const items = [{ nftokenID: nft, sellOfferIndex: null, expectedAmount: '1500000' }]
    const cart = await world.call('/api/cart/check', { session: buyer, body: { items } })
    return { page: body['nft'], price: row['price_drops'], cart: cart.body['items'] }
  }
  const sentence = "The seller's account does not accept NFT offers, so the marketplace cannot sell this NFT."
  expect(await readListing()).toMatchObject({
    page: { sellOffers: [{ problem: 'seller_refuses_offers' }], floorPrice: null },
    price: null,
    cart: [{ name: 'Refused work', state: 'gone', sentence }],
  })
  const bought = await askReply(world, 'buyNow', buyer, { nftokenID: nft })
  expect(bought.body).toMatchObject({ code: 'not_for_sale', data: sentence })
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: account.address,
    NFTokenID: sold,
    Amount: '2000000',
    Destination: world.marketplace.address,
    Flags: tfSellNFToken,
  }
  expect((await askReply(world, 'requestTransaction', seller, { txjson })).body).toMatchObject(directOnly)
  const { Destination: _, ...direct } = txjson
  await askAndSign(world, 'requestTransaction', seller, { txjson: direct })

  await set({ ClearFlag: 12 })
  const becomes = (problem: string | null) =>
    cronUntil(
      world,
      `problem ${problem}`,
      async () => (await world.rowsOf('offers', { id: offer }))[0]?.['problem'] === problem,
    )
  await becomes(null)
  expect(await readListing()).toMatchObject({ price: '1500000', cart: [{ state: 'takeable' }] })
  await set({ SetFlag: 12 })
  await becomes('seller_refuses_offers')
  expect((await readListing()).price).toBeNull()
})

test('a work that is not transferable is listed directly, and a listing through the marketplace is none', async () => {
  const issuer = await world.connect(await world.fund('Issuer of keepsakes'))
  const { account } = issuer
  const nft = await world.mint(account, { flags: 0 })
  const offer = await world.list(account, nft, 2_000_000n, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  const { body } = await world.call(`/api/nft?id=${nft}`)
  expect(body['nft']).toMatchObject({ sellOffers: [{ problem: 'not_transferable' }], floorPrice: null })
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: account.address,
    NFTokenID: nft,
    Amount: '2000000',
    Flags: tfSellNFToken,
  }
  const brokered = { ...txjson, Destination: world.marketplace.address }
  expect((await askReply(world, 'requestTransaction', issuer, { txjson: brokered })).body).toMatchObject(
    directOnly,
  )
  await askAndSign(world, 'requestTransaction', issuer, { txjson })
  await cronUntil(world, 'direct listing', () => world.hasRow('nfts', { id: nft, price_drops: 2000000 }))
  await askAndSign(world, 'buyNow', buyer, { nftokenID: nft })
  expect(await world.ownerOf(nft, [account, buyer.account])).toBe(buyer.account.address)
})

test.each(sampleOf([false, true], 1))(
  'a buyer on demand who takes no offers is told before anything is made (random: %s)',
  async (random) => {
    const shop = await openShop(world, { random })
    const refusing = await world.connect(await world.fund('Refusing buyer'))
    await world.run(refusing.account, { TransactionType: 'AccountSet', SetFlag: 12 })
    const reply = random
      ? await askReply(world, 'buyRandom', refusing, { collection_id: shop.collectionId })
      : await askReply(world, 'buyOnDemand', refusing, { nftDatabaseID: shop.items[0] })
    expect(reply.body).toMatchObject({
      code: 'would_fail',
      data: 'Your account does not accept NFT offers, and a work that is minted for you arrives as one. Allow them in your wallet first.',
    })
    expect(await reservationsOf(shop.collectionId)).toEqual([])
  },
)

/**
 * Returns a work of the seller that is listed through the marketplace, and the account that can receive it as a gift.
 */
async function listedWork(name: string) {
  const [seller, friend] = [
    await world.connect(await world.fund(name)),
    await world.fund(`Friend of ${name}`),
  ]
  const nft = await world.mint(seller.account)
  const destination = world.marketplace.address
  const offer = await world.list(seller.account, nft, 1_000_000n, { destination })
  await offerIndexed(world, offer)
  const give = async (from: Session['account'], to: Session['account']) => {
    const gift = await world.list(from, nft, 0n, { destination: to.address })
    await world.run(to, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  const stateOf = async (id: string) => (await world.rowsOf('offers', { id }))[0]?.['state']
  const cancelled = () =>
    cronUntil(world, 'listing cancelled', async () => (await stateOf(offer)) === 'cancelled')
  return { seller, friend, nft, offer, give, stateOf, cancelled }
}

longTest(
  'an old listing does not wake up when the work comes home, and its seller is told once',
  async () => {
    const { seller, friend, nft, give, stateOf, cancelled } = await listedWork('Giver')
    await give(seller.account, friend)
    await give(friend, seller.account)
    const renewed = await world.list(seller.account, nft, 9_000_000n, {
      destination: world.marketplace.address,
    })
    await cancelled()
    await cronUntil(world, 'seller told', async () => {
      const notifications = await world.notificationsOf(seller.account.address, { kind: 'listing_ended' })
      return notifications.length > 0
    })
    await world.cron()
    const { body } = await world.call('/api/account/notifications', { session: seller })
    expect(body['notifications']).toMatchObject([
      { kind: 'listing_ended', nft, amount: '1000000' },
      { kind: 'airdrop' },
    ])
    // A listing made after the work's return stays open.
    expect(await stateOf(renewed)).toBe('open')
    const reply = await askReply(world, 'buyNow', buyer, { nftokenID: nft, expectedAmount: '1000000' })
    expect(reply.body).toMatchObject({ code: 'price_changed' })
  },
)

longTest('what exceeds the daily share of a seller is cancelled the next day', async () => {
  const [usual, busy] = [await listedWork('Usual seller'), await listedWork('Busy seller')]
  await world.addRows(
    'offer_cancellations',
    Array.from({ length: 100 }, (_, place) => ({
      offer_id: `spent ${place}`,
      seller: busy.seller.account.address,
      ended_at: new Date(),
    })),
  )
  for (const { seller, friend, give } of [usual, busy]) await give(seller.account, friend)
  await usual.cancelled()
  expect(await busy.stateOf(busy.offer)).toBe('open')
  await world.changeRows(
    'offer_cancellations',
    { seller: busy.seller.account.address },
    { created_at: hoursAgo(25) },
  )
  await busy.cancelled()
})
