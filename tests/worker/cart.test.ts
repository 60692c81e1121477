import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { type CountingProxy, startCountingProxy } from '#tests/support/counting-proxy.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { askAndSign, cronUntil, offerIndexed, openForBusiness } from './helpers.ts'
import { hoursFromNow, minutesFromNow } from '#tests/support/state.ts'
import { longTest } from '#tests/support/sample.ts'

let proxy: CountingProxy
let world: TestWorld
let artist: DemoAccount
let seller: DemoAccount
let buyer: DemoAccount
let session: Session

beforeAll(async () => {
  proxy = await startCountingProxy(inject('services').databaseProxy)
  world = await createTestWorld({ bindings: { DATABASE_PROXY: proxy.address } })
  artist = await world.fund('artist')
  seller = await world.fund('seller')
  buyer = await world.fund('buyer', 500)
  await openForBusiness(world)
  session = await world.connect(buyer)
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const marketplace = () => world.marketplace.address

async function minted(name: string, taxon = 0) {
  return world.mint(artist, { taxon, transferFee: 5000, metadata: { name } })
}

/** Returns a token that the seller resells, so that a royalty is due. */
async function resold(name: string) {
  const nft = await minted(name)
  const gift = await world.list(artist, nft, 0n, { destination: seller.address })
  await world.run(seller, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  return nft
}

async function listed(owner: DemoAccount, nft: string, drops: bigint, destination?: string) {
  const offer = await world.list(owner, nft, drops, destination === undefined ? {} : { destination })
  await offerIndexed(world, offer)
  return offer
}

interface Item {
  nftokenID: string
  sellOfferIndex?: string | null
  expectedAmount: unknown
  promoCode?: string
}

async function check(items: Item[], as: Session | null = session) {
  const reply = await world.call('/api/cart/check', {
    ...(as === null ? {} : { session: as }),
    body: { items: items.map((item) => ({ sellOfferIndex: null, ...item })) },
  })
  expectContract('checkCart', reply)
  return reply.body
}

const stateOf = async (item: Item, as: Session | null = session) => {
  const { items } = await check([item], as)
  return Array.isArray(items) ? items[0] : undefined
}

test('prices, fees, royalties, the reserve and what is left are those of the purchases', async () => {
  const [brokered, direct] = [await resold('Brokered'), await resold('Direct')]
  const first = await listed(seller, brokered, 20_000_000n, marketplace())
  const second = await listed(seller, direct, 10_000_000n)
  const items = [
    { nftokenID: brokered, sellOfferIndex: first, expectedAmount: '20000000' },
    { nftokenID: direct, expectedAmount: '10000000' },
  ]
  const reply = await check(items)
  expect(reply['items']).toMatchObject([
    {
      state: 'takeable',
      code: null,
      name: 'Brokered',
      offer: {
        sellOfferIndex: first,
        seller: seller.address,
        price: '20000000',
        fee: '200000',
        royalty: '1000000',
        royaltyReceiver: artist.address,
        pays: '20200000',
        brokered: true,
      },
    },
    {
      state: 'takeable',
      name: 'Direct',
      offer: { sellOfferIndex: second, pays: '10000000', fee: '0', brokered: false },
    },
  ])
  // Cheapest first.
  expect(reply['groups']).toEqual([{ nftokenIDs: [direct] }, { nftokenIDs: [brokered] }])
  // The reserve of a page for the first token, and of the offer for the second one.
  expect(reply['reserveDrops']).toBe('400000')
  const spendable = 500_000_000n - 1_000_000n - 400_000n - BigInt(String(reply['costDrops']))
  expect(reply['totals']).toEqual([
    {
      price: '30000000',
      fee: '200000',
      royalty: '1500000',
      pays: '30200000',
      frozen: false,
      needs: '30200000',
      spendable: spendable.toString(),
      left: (spendable - 30_200_000n).toString(),
      missing: null,
    },
  ])
  expect(await check(items, null)).toMatchObject({
    totals: [{ pays: '30200000', spendable: null, left: null, missing: null }],
    reserveDrops: '400000',
  })
})

test('an account that has too little is told how much it lacks', async () => {
  const nft = await minted('Dear')
  await listed(artist, nft, 600_000_000n)
  const reply = await check([{ nftokenID: nft, expectedAmount: '600000000' }])
  const lacks = 600_000_000n - (500_000_000n - 1_000_000n - 200_000n - BigInt(String(reply['costDrops'])))
  expect(reply['totals']).toMatchObject([{ left: null, missing: lacks.toString() }])
})

test('a changed price is named; a lower one can be taken at once, a higher one is left out', async () => {
  const nft = await minted('Moving')
  await listed(artist, nft, 5_000_000n, marketplace())
  expect(await check([{ nftokenID: nft, expectedAmount: '6000000' }])).toMatchObject({
    items: [
      { state: 'price_down', code: 'price_changed', sentence: 'The price has fallen from 6 XRP to 5 XRP.' },
    ],
    groups: [{ nftokenIDs: [nft] }],
  })
  expect(await check([{ nftokenID: nft, expectedAmount: '4000000' }])).toMatchObject({
    items: [
      {
        state: 'price_up',
        sentence: 'The price has risen from 4 XRP to 5 XRP.',
        offer: { price: '5000000' },
      },
    ],
    groups: [],
    totals: [],
    reserveDrops: '0',
  })
  const usd = { currency: 'USD', issuer: artist.address, value: '4' }
  expect(await stateOf({ nftokenID: nft, expectedAmount: usd })).toMatchObject({ state: 'price_up' })
})

describe('what cannot be bought says why', () => {
  test('unknown, burned, unlisted and sold works are gone', async () => {
    const missing = '0'.repeat(64)
    expect(await stateOf({ nftokenID: missing, expectedAmount: '1' })).toMatchObject({
      state: 'gone',
      code: 'not_found',
      name: null,
      offer: null,
    })
    const nft = await minted('Fleeting')
    await listed(artist, nft, 5_000_000n, marketplace())
    const item = { nftokenID: nft, expectedAmount: '5000000' }
    expect(await stateOf(item)).toMatchObject({ state: 'takeable' })
    const other = await world.fund('other')
    const bought = await askAndSign(world, 'buyNow', await world.connect(other), { nftokenID: nft })
    expect(bought).toMatchObject({ status: 'success' })
    expect(await stateOf(item)).toMatchObject({ state: 'gone', code: 'not_for_sale', name: 'Fleeting' })
  })

  test('own works', async () => {
    const nft = await minted('Mine')
    await listed(artist, nft, 5_000_000n, marketplace())
    const own = await world.connect(artist)
    expect(await stateOf({ nftokenID: nft, expectedAmount: '5000000' }, own)).toMatchObject({
      state: 'own_token',
      code: 'own_token',
      offer: null,
    })
  })

  test('works on auction', async () => {
    const nft = await minted('Gavel')
    await cronUntil(world, 'token indexed', async () => (await world.tokenOf(nft)) !== undefined)
    await world.addAuction({
      offer_id: 'A'.repeat(64),
      nft_id: nft,
      seller: artist.address,
      start_amount: '"1000000"',
      ends_at: hoursFromNow(24),
      state: 'running',
    })
    expect(await stateOf({ nftokenID: nft, expectedAmount: '1000000' })).toMatchObject({
      state: 'on_auction',
    })
  })

  longTest(
    'works of a random collection, and those that were minted on demand for somebody else',
    async () => {
      const shop = await openShop(world, { random: true })
      const drawn = await world.mint(shop.artist, { taxon: shop.taxon, metadata: { name: 'Drawn' } })
      await listed(shop.artist, drawn, 5_000_000n, marketplace())
      expect(await stateOf({ nftokenID: drawn, expectedAmount: '5000000' })).toMatchObject({
        state: 'random_only',
        offer: null,
      })
      const usual = await openShop(world)
      const inventory = await world.mint(usual.artist, { taxon: usual.taxon, metadata: { name: 'Kept' } })
      await listed(usual.artist, inventory, 5_000_000n, marketplace())
      await world.changeItem(usual.items[0] ?? '', { token_id: inventory })
      expect(await stateOf({ nftokenID: inventory, expectedAmount: '5000000' })).toMatchObject({
        state: 'on_demand',
      })
    },
  )

  longTest('names the artist of a work once the profile may be shown', async () => {
    const nft = await minted('Signed', 78)
    await listed(artist, nft, 5_000_000n, marketplace())
    const item = { nftokenID: nft, expectedAmount: '5000000' }
    expect(await stateOf(item)).toMatchObject({ name: 'Signed', artist: null })
    await world.addRow('profiles', {
      account: artist.address,
      name: 'Mara of the Orchard',
      description: 'Paints.',
      role: 'Artist',
      avatar_cid: 'bafybeiavatar',
      background_cid: 'bafybeibackground',
      skeleton: 'rnara of the orchard',
    })
    expect(await stateOf(item)).toMatchObject({ artist: 'Mara of the Orchard' })
    await world.removeRows('profiles', { account: artist.address })
  })

  test('the rules of a collection, for sales by its issuer only', async () => {
    const taxon = 77
    await world.addCollection({ id: 'ruled', issuer: artist.address, taxon, name: 'Ruled' })
    const nft = await minted('Ruled', taxon)
    await listed(artist, nft, 5_000_000n, marketplace())
    const item = { nftokenID: nft, expectedAmount: '5000000' }
    expect(await stateOf(item)).toMatchObject({ state: 'takeable', collectionName: 'Ruled' })
    await world.setRules('ruled', { promo_code_enabled: true })
    expect(await stateOf(item)).toMatchObject({ state: 'needs_promo_code', code: 'promo_code_invalid' })
    expect(await stateOf(item, null)).toMatchObject({ state: 'needs_promo_code' })
    // The reply does not reveal whether the code is correct: guesses are counted elsewhere.
    expect(await stateOf({ ...item, promoCode: 'wrong' })).toMatchObject({ state: 'takeable' })
    await world.changeRows(
      'collection_rules',
      { collection_id: 'ruled' },
      { promo_code_enabled: false, whitelist_enabled: true },
    )
    expect(await stateOf(item)).toMatchObject({ state: 'not_allowed', code: 'not_whitelisted' })
    await world.addToWhitelist('ruled', buyer.address, 0)
    expect(await stateOf(item)).toMatchObject({ state: 'takeable' })
    await world.changeCollection('ruled', { announced: false })
    expect(await stateOf(item, null)).toMatchObject({ state: 'not_allowed', code: 'not_announced' })
    await world.changeCollection('ruled', { announced: true })
    // Another account has reserved the work.
    await world.addReservation({
      collection_id: 'ruled',
      buyer: seller.address,
      nft_id: nft,
      price_drops: 5_000_000,
      until: minutesFromNow(10),
    })
    expect(await stateOf(item)).toMatchObject({ state: 'reserved', code: 'reserved' })
  })
})

longTest('fifty works take as many round trips to the database as one', async () => {
  const nft = await minted('Counted')
  await listed(artist, nft, 5_000_000n, marketplace())
  const one = { nftokenID: nft, expectedAmount: '5000000' }
  const others = Array.from({ length: 49 }, (_, place) => ({
    nftokenID: place.toString(16).toUpperCase().padStart(64, '0'),
    expectedAmount: '1',
  }))
  const tripsOf = async (items: Item[]) => {
    const before = proxy.roundTrips
    await check(items, null)
    return proxy.roundTrips - before
  }
  await check([one], null)
  expect(await tripsOf([one, ...others])).toBe(await tripsOf([one]))
})

test('bad input is refused with what to do', async () => {
  const item = { nftokenID: '0'.repeat(64), sellOfferIndex: null, expectedAmount: '1' }
  const refusalOf = async (items: unknown) => {
    const { status, text } = await world.call('/api/cart/check', { body: { items } })
    return [status, text]
  }
  expect(await refusalOf([])).toEqual([400, expect.stringContaining('Include at least one work.')])
  expect(await refusalOf([item, item])).toEqual([400, expect.stringContaining('List each work only once.')])
  const headers = { 'accept-language': 'de' }
  const german = await world.call('/api/cart/check', { body: { items: [item, item] }, headers })
  expect(german.text).toContain('Geben Sie jedes Werk einmal an.')
  const many = Array.from({ length: 51 }, (_, place) => ({
    ...item,
    nftokenID: place.toString().padStart(64, '0'),
  }))
  expect(await refusalOf(many)).toEqual([400, expect.stringContaining('A cart holds at most 50 works.')])
  expect(await refusalOf([{ ...item, expectedAmount: '-1' }])).toEqual([400, expect.any(String)])
})
