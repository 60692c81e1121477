import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { everythingReadable } from '#tests/support/public-replies.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { promoDigest } from '#worker/domain/collection/promo-code.ts'
import type { SigningName } from '#contract/operations.ts'
import {
  ask,
  askAndSign,
  askReply,
  cronUntil,
  ledgerSeconds,
  offerIndexed,
  openForBusiness,
  drawnRequest,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import type { Columns } from '#tests/support/state.ts'
import { randomBytes } from 'node:crypto'

let world: TestWorld
let mara: Session
let nina: Session

beforeAll(async () => {
  world = await createTestWorld()
  await openForBusiness(world)
  mara = await world.connect(await world.fund('Mara', 5000))
  nina = await world.connect(await world.fund('Nina', 5000))
})
afterAll(() => world?.close())

const setRules = ({ collectionId }: Shop, rules: Columns<'collection_rules'>) =>
  world.setRules(collectionId, rules)

const listOf = (shop: Shop, session: Session, most: number) =>
  world.addToWhitelist(shop.collectionId, session.account.address, most)

const codeOf = async (session: Session, shop: Shop, place: number, more: Record<string, unknown> = {}) =>
  (await askReply(world, 'buyOnDemand', session, { nftDatabaseID: shop.items[place], ...more })).body['code']

const problemOf = async (session: Session, { collectionId }: Shop) => {
  const reply = await world.call(`/api/collection/buyer_problem?id=${collectionId}`, { session })
  expectContract('getBuyerProblem', reply)
  const { problem } = reply.body
  return problem === null ? null : asJson(problem)['code']
}

const buy = (session: Session, shop: Shop, place: number, more: Record<string, unknown> = {}) =>
  askAndSign(world, 'buyOnDemand', session, { nftDatabaseID: shop.items[place], ...more })

test('nothing can be bought before the announcement, on demand or by a draw', async () => {
  const shop = await openShop(world, { announced: false })
  const drawn = await openShop(world, { announced: false, random: true })
  expect(await codeOf(mara, shop, 0)).toBe('not_announced')
  const draw = await askReply(world, 'buyRandom', mara, { collection_id: drawn.collectionId })
  expect(draw.body['code']).toBe('not_announced')
})

test('a whitelist lets its accounts buy up to their limit, and open reservations count', async () => {
  const shop = await openShop(world, { items: 4, priceDrops: 1_000_000n })
  await setRules(shop, { whitelist_enabled: true })
  expect(await codeOf(mara, shop, 0)).toBe('not_whitelisted')
  expect(await problemOf(mara, shop)).toBe('not_whitelisted')
  await listOf(shop, mara, 2)
  expect(await problemOf(mara, shop)).toBeNull()
  await listOf(shop, nina, 0)
  expect((await buy(mara, shop, 0))['status']).toBe('success')
  const open = await ask(world, 'buyOnDemand', mara, { nftDatabaseID: shop.items[1] })
  expect(await codeOf(mara, shop, 2)).toBe('already_pending')
  // The buyer can still pay for a reserved item.
  expect(await problemOf(mara, shop)).toBeNull()
  await world.sign(open, mara.account)
  await world.outcomeOf(open, mara)
  expect(await codeOf(mara, shop, 2)).toBe('purchase_limit')
  expect(await problemOf(mara, shop)).toBe('purchase_limit')
  expect((await buy(nina, shop, 2))['status']).toBe('success')
  expect((await buy(nina, shop, 3))['status']).toBe('success')
})

longTest('eight concurrent purchases do not exceed a limit of one, for items and for draws', async () => {
  const items = await openShop(world, { items: 8, priceDrops: 1_000_000n })
  const draws = await openShop(world, { items: 8, priceDrops: 1_000_000n, random: true })
  const rival = await world.connect(await world.fund('Racer'))
  for (const shop of [items, draws]) {
    await setRules(shop, { whitelist_enabled: true })
    await listOf(shop, rival, 1)
  }
  const openOf = async ({ collectionId }: Shop) => (await world.reservationsOf(collectionId)).length
  const replies = await Promise.all([
    ...items.items.map((nftDatabaseID) => askReply(world, 'buyOnDemand', rival, { nftDatabaseID })),
    ...draws.items.map(() => askReply(world, 'buyRandom', rival, { collection_id: draws.collectionId })),
  ])
  expect([await openOf(items), await openOf(draws)]).toEqual([1, 1])
  const requests = new Map(
    replies
      .filter(({ status }) => status === 202)
      .map(({ body }) => [String(asJson(body['data'])['uuid']), 'receipt' in asJson(body['data'])]),
  )
  expect(requests.size).toBe(2)
  for (const [request, isDraw] of requests) {
    const uuid = isDraw ? await drawnRequest(world, request, rival) : request
    await world.sign(uuid, rival.account)
    expect(await world.outcomeOf(uuid, rival)).toMatchObject({ status: 'success' })
  }
  const again = await Promise.all([
    ...items.items.slice(1, 4).map((id) => askReply(world, 'buyOnDemand', rival, { nftDatabaseID: id })),
    askReply(world, 'buyRandom', rival, { collection_id: draws.collectionId }),
  ])
  const codes = again.map(({ body }) => body['code'])
  for (const code of codes) expect(['purchase_limit', 'not_for_sale']).toContain(code)
  expect([await openOf(items), await openOf(draws)]).toEqual([1, 1])
})

longTest('a rule that is set during a purchase applies to the next one', async () => {
  const shop = await openShop(world, { items: 2, priceDrops: 1_000_000n })
  const late = await world.connect(await world.fund('Late'))
  const uuid = await ask(world, 'buyOnDemand', late, { nftDatabaseID: shop.items[0] })
  await setRules(shop, { blacklist_enabled: true })
  await world.addToBlacklist(shop.collectionId, late.account.address)
  // An offer that is already on the ledger can still be accepted.
  await world.sign(uuid, late.account)
  expect(await world.outcomeOf(uuid, late)).toMatchObject({ status: 'success' })
  expect(await codeOf(late, shop, 1)).toBe('blacklisted')
})

test('a blacklist keeps its accounts from buying', async () => {
  const shop = await openShop(world)
  await setRules(shop, { blacklist_enabled: true })
  await world.addToBlacklist(shop.collectionId, mara.account.address)
  expect(await codeOf(mara, shop, 0)).toBe('blacklisted')
  expect((await buy(nina, shop, 0))['status']).toBe('success')
})

/** Limits sales to buyers who send this code. */
const askForCode = (shop: Shop, code: string) =>
  setRules(shop, {
    promo_code_enabled: true,
    promo_code: code,
    promo_digest: promoDigest(shop.collectionId, code),
  })

test('a purchase requires the promo code', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n })
  await askForCode(shop, 'violets-4711')
  expect(await codeOf(mara, shop, 0)).toBe('promo_code_invalid')
  expect(await codeOf(mara, shop, 0, { promoCode: 'violets-4712' })).toBe('promo_code_invalid')
  expect((await buy(mara, shop, 0, { promoCode: ' violets-4711 ' }))['status']).toBe('success')
})

longTest(
  'a promo code is rate limited against guessing at every place, and appears in no reply',
  async () => {
    const shop = await openShop(world, { items: 2, priceDrops: 1_000_000n })
    const code = 'violets-4711'
    await askForCode(shop, code)
    const poor = await world.connect(await world.fund('Guesser'))
    expect(await codeOf(poor, shop, 0)).toBe('promo_code_invalid')
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, i) => codeOf(poor, shop, 0, { promoCode: `violets-${i}` })),
    )
    expect(guesses.filter((answer) => answer === 'promo_code_invalid')).toHaveLength(10)
    expect(guesses.filter((answer) => answer === 'rate_limited')).toHaveLength(4)
    // The account is refused for the rest of the hour, even with the correct code.
    expect(await codeOf(poor, shop, 0, { promoCode: code })).toBe('rate_limited')
    const validate = (session: Session | undefined, promoCode: string) =>
      world.call('/api/collection/promo-validation', {
        ...(session === undefined ? {} : { session }),
        body: { collectionID: shop.collectionId, promoCode },
      })
    expect((await validate(undefined, code)).status).toBe(401)
    // Guesses of other accounts do not lock out an account with the correct code.
    await world.changeRows(
      'promo_attempts',
      { collection_id: shop.collectionId, subject: '*' },
      { attempts: 100000 },
    )
    expect((await validate(nina, code)).body['status']).toBe('success')
    expect((await validate(nina, 'violets-0000')).body['code']).toBe('promo_code_invalid')
    expect((await validate(nina, code)).body['status']).toBe('success')
    expect((await buy(nina, shop, 0, { promoCode: ` ${code} ` }))['status']).toBe('success')
    const subject = {
      collectionId: shop.collectionId,
      artist: shop.artist.address,
      ids: shop.items,
      words: ['viol'],
    }
    const digest = promoDigest(shop.collectionId, code)
    for (const session of [undefined, nina]) {
      const readable = await everythingReadable(world, subject, session)
      for (const secret of ['violets', digest, digest.slice(0, 16)]) expect(readable).not.toContain(secret)
    }
    const privately = (session: Session) =>
      world.call('/api/collection/private_info', { session, body: { collectionID: shop.collectionId } })
    const refused = await privately(nina)
    expect([refused.status, refused.text.includes('violets')]).toEqual([403, false])
    const readable = await privately(await world.connect(shop.artist))
    expect(readable.body).toMatchObject({ promoCode: code })
    expect(readable.text).not.toContain(digest)
  },
)

longTest('a promo code sent to a collection without one does not count as a guess', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n })
  await setRules(shop, { promo_code_enabled: false })
  const uuid = await ask(world, 'buyOnDemand', nina, {
    nftDatabaseID: shop.items[0],
    promoCode: 'violets-1',
  })
  expect(await world.rowsOf('promo_attempts', { collection_id: shop.collectionId })).toEqual([])
  await world.sign(uuid, nina.account)
  expect(await world.outcomeOf(uuid, nina)).toMatchObject({ status: 'success' })
})

longTest('an account may leave three reservations a day unpaid', async () => {
  const shops = await Promise.all([1, 2, 3, 4].map(() => openShop(world, { priceDrops: 1_000_000n })))
  const [first, second, third, fourth] = shops
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('no shop')
  const nonPayer = await world.connect(await world.fund('Idler'))
  for (const shop of [first, second, third]) {
    const uuid = await ask(world, 'buyOnDemand', nonPayer, { nftDatabaseID: shop.items[0] })
    await world.reject(uuid)
    await world.outcomeOf(uuid, nonPayer)
  }
  expect(await codeOf(nonPayer, fourth, 0)).toBe('too_many_unpaid')
})

/** Inserts this many works of the shop's artist that were minted but not paid for. */
const leaveUnsold = ({ items }: Shop, count: number) =>
  world.copyRows(
    'demand_items',
    { id: items[0] },
    Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      collection_id: 'elsewhere',
      taxon: 999,
      state: 'for_sale',
      token_id: randomBytes(32).toString('hex'),
    })),
  )

/** Lets both accounts request their own item at the same time, and releases the successful reservation. */
async function askAtOnce(shop: Shop, sessions: Session[]) {
  const replies = await Promise.all(
    sessions.map((session, place) =>
      askReply(world, 'buyOnDemand', session, { nftDatabaseID: shop.items[place] }),
    ),
  )
  await world.changeRows('reservations', { collection_id: shop.collectionId }, { state: 'released' })
  return replies.map(({ status, body }) => (status === 202 ? 'held' : String(body['code']))).toSorted()
}

longTest('stops minting for an artist with a hundred reserved or unpaid works', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n, items: 2 })
  await leaveUnsold(shop, 100)
  expect(await codeOf(nina, shop, 0)).toBe('too_much_unsold')
  const [unsold] = await world.rowsOf('demand_items', { taxon: 999 })
  await world.removeRows('demand_items', { id: unsold?.['id'] })
  expect(await askAtOnce(shop, [nina, mara])).toEqual(['held', 'too_much_unsold'])
  await world.removeRows('demand_items', { taxon: 999 })
})

longTest('a refused draw says that minting is paused, not that everything is sold', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n, random: true, items: 2 })
  await leaveUnsold(shop, 100)
  // Draws run one after another now, so that minted works can still be sold.
  const first = await askReply(world, 'buyRandom', mara, { collection_id: shop.collectionId })
  expect(first.status).toBe(202)
  const { body } = await askReply(world, 'buyRandom', nina, { collection_id: shop.collectionId })
  expect(body['code']).toBe('too_much_unsold')
  await world.removeRows('demand_items', { taxon: 999 })
})

longTest('no more works are reserved than the reserve of the marketplace account covers', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n, items: 2 })
  const ada = await world.connect(await world.fund('Ada'))
  const bea = await world.connect(await world.fund('Bea'))
  // Counts the reservations of earlier tests in the account's state.
  await world.cron()
  const setCapacity = (objects: number) => world.changeRows('treasury_state', {}, { room_objects: objects })
  await setCapacity(1)
  expect(await codeOf(ada, shop, 0)).toBe('marketplace_busy')
  await setCapacity(3)
  expect(await askAtOnce(shop, [ada, bea])).toEqual(['held', 'marketplace_busy'])
  await world.cron()
})

longTest('the last works are kept for artists other than the one with the most reservations', async () => {
  // Counts the reservations of earlier tests in the account's state.
  await world.cron()
  const many = 45
  const popular = await openShop(world, { priceDrops: 1_000_000n, items: many + 1 })
  const other = await openShop(world, { priceDrops: 1_000_000n })
  for (const [place, item] of popular.items.slice(0, many).entries())
    await world.addReservation({
      collection_id: popular.collectionId,
      buyer: `rCrowd${place}`,
      item_id: item,
      price_drops: 1_000_000,
    })
  const secondBuyer = await world.connect(await world.fund('Cleo'))
  const setCapacity = (works: number) =>
    world.changeRows('treasury_state', {}, { room_objects: 2 * (many + works) })
  await setCapacity(2)
  expect(await codeOf(secondBuyer, popular, many)).toBe('marketplace_busy')
  const uuid = await ask(world, 'buyOnDemand', secondBuyer, { nftDatabaseID: other.items[0] })
  await world.reject(uuid)
  await world.outcomeOf(uuid, secondBuyer)
  const dina = await world.connect(await world.fund('Dina'))
  await setCapacity(6)
  expect(await codeOf(dina, popular, many)).toBeUndefined()
  await world.removeRows('reservations', {
    buyer: popular.items.slice(0, many).map((_, place) => `rCrowd${place}`),
  })
  await world.changeRows('reservations', { collection_id: popular.collectionId }, { state: 'released' })
  await world.cron()
})

longTest(
  'listings of the issuer follow the same rules: one at a time for each buyer, never outside the marketplace',
  async () => {
    const shop = await openShop(world, { items: 0 })
    await setRules(shop, { whitelist_enabled: true })
    await listOf(shop, nina, 1)
    const mint = () => world.mint(shop.artist, { taxon: shop.taxon, transferFee: 5000 })
    const [one, two] = [await mint(), await mint()]
    const m = { destination: world.marketplace.address }
    await world.list(shop.artist, one, 2_000_000n, m)
    await offerIndexed(world, await world.list(shop.artist, two, 2_000_000n, m))
    const answer = async (session: Session, nftokenID: string) =>
      (await askReply(world, 'buyNow', session, { nftokenID })).body['code']
    expect(await answer(mara, one)).toBe('not_whitelisted')
    const uuid = await ask(world, 'buyNow', nina, { nftokenID: one })
    expect(await ask(world, 'buyNow', nina, { nftokenID: one })).toBe(uuid)
    expect(await answer(nina, two)).toBe('already_pending')
    await world.sign(uuid, nina.account)
    expect(await world.outcomeOf(uuid, nina, 40_000)).toMatchObject({ status: 'success' })
    expect(await answer(nina, two)).toBe('purchase_limit')
    // Once the new owner resells, the issuer's rules no longer apply.
    const resale = await world.list(nina.account, one, 3_000_000n, m)
    await offerIndexed(world, resale)
    expect(await askAndSign(world, 'buyNow', mara, { nftokenID: one })).toMatchObject({ status: 'success' })
    const direct = await mint()
    await offerIndexed(world, await world.list(shop.artist, direct, 2_000_000n))
    await listOf(shop, mara, 5)
    expect(await answer(mara, direct)).toBe('not_for_sale')
    await cronUntil(
      world,
      'nothing held',
      async () => (await world.openReservations({ collection_id: shop.collectionId })).length === 0,
    )
  },
)

/**
 * Tries every way in which an artist and a buyer can trade outside of a shop's listings. Returns the code of each
 * refusal.
 */
async function waysAround(shop: Shop) {
  const artist = await world.connect(shop.artist)
  const id = await world.mint(shop.artist, { taxon: shop.taxon, transferFee: 5000 })
  const lot = await world.mint(shop.artist, { taxon: shop.taxon, transferFee: 5000 })
  const direct = await world.list(shop.artist, id, 2_000_000n)
  const toMarket = { destination: world.marketplace.address }
  const bid = await world.bid(mara.account, shop.artist.address, id, 3_000_000n, toMarket)
  const openBid = await world.bid(mara.account, shop.artist.address, id, 3_000_000n)
  const gift = await world.list(shop.artist, id, 0n, { destination: mara.account.address })
  await offerIndexed(world, gift)
  const now = await ledgerSeconds(world)
  const sell = (Destination?: string) => ({
    TransactionType: 'NFTokenCreateOffer',
    Account: shop.artist.address,
    NFTokenID: id,
    Amount: '2000000',
    Flags: tfSellNFToken,
    ...(Destination === undefined ? {} : { Destination }),
  })
  const accept = (Account: string, more: object) => ({
    TransactionType: 'NFTokenAcceptOffer',
    Account,
    ...more,
  })
  const codeFor = async (operation: SigningName, session: Session, body: Record<string, unknown>) =>
    (await askReply(world, operation, session, body)).body['code'] ?? 'asked'
  const ways = async () => ({
    direct: await codeFor('requestTransaction', artist, { txjson: sell() }),
    accepted: await codeFor('requestTransaction', mara, {
      txjson: accept(mara.account.address, { NFTokenSellOffer: direct }),
    }),
    taken: await codeFor('acceptBid', artist, { nftokenID: id, buyOfferIndex: bid }),
    openTaken: await codeFor('requestTransaction', artist, {
      txjson: accept(shop.artist.address, { NFTokenBuyOffer: openBid }),
    }),
    auction: await codeFor('runAuction', artist, {
      txjson: { ...sell(world.marketplace.address), NFTokenID: lot, Expiration: now + 100_000 },
    }),
  })
  return {
    ways,
    sellToMarketplace: () =>
      codeFor('requestTransaction', artist, { txjson: sell(world.marketplace.address) }),
    acceptGift: () =>
      codeFor('requestTransaction', mara, {
        txjson: accept(mara.account.address, { NFTokenSellOffer: gift }),
      }),
    acceptBid: () => codeFor('acceptBid', artist, { nftokenID: id, buyOfferIndex: bid }),
  }
}

test('no other kind of sale bypasses the rules: direct offers, auctions, accepted bids, accepted offers', async () => {
  const shop = await openShop(world, { items: 0 })
  const { ways, sellToMarketplace, acceptGift, acceptBid } = await waysAround(shop)
  await world.changeCollection(shop.collectionId, { random: true })
  expect(new Set(Object.values(await ways()))).toEqual(new Set(['not_for_sale']))
  await world.changeCollection(shop.collectionId, { random: false, announced: false })
  expect(await ways()).toEqual({
    direct: 'not_for_sale',
    accepted: 'not_for_sale',
    taken: 'not_announced',
    openTaken: 'not_announced',
    auction: 'not_announced',
  })
  await world.changeCollection(shop.collectionId, { announced: true })
  await setRules(shop, { whitelist_enabled: true })
  expect(await ways()).toMatchObject({
    taken: 'not_whitelisted',
    openTaken: 'not_whitelisted',
    auction: 'not_for_sale',
  })
  // Sales through the marketplace, gifts, and sales to listed accounts remain possible.
  expect([await sellToMarketplace(), await acceptGift()]).toEqual(['asked', 'asked'])
  await listOf(shop, mara, 1)
  expect(await acceptBid()).toBe('asked')
  await setRules(shop, { whitelist_enabled: false })
  expect(new Set(Object.values(await ways()))).toEqual(new Set(['asked']))
})
