import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { ask, askAndSign, askReply, cronUntil, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let ada: Session
let ben: Session
/** A buyer who signs for a sale in two steps. */
let slow: Session
/** A buyer who signs once for the whole sale. */
let whole: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  await openForBusiness(world)
  const connect = async (name: string) => world.connect(await world.fund(name))
  ada = await connect('Ada')
  ben = await connect('Ben')
  slow = await connect('Slow')
  whole = await connect('Whole')
  await world.changeRows('wallets', { account: slow.account.address }, { no_batch_at: new Date() })
})
afterAll(() => world.close())

/** 20,000,003 minus 2 % and a royalty of 5 % is 18,600,003. Two drops remain after dividing by 501, 333 and 166. */
const price = 20_000_003n
const shares = ['9318603', '6193800', '3087600']

async function openSharedShop({ random = false, items = 2 } = {}) {
  const shop = await openShop(world, { items, random, priceDrops: price })
  const artist = await world.connect(shop.artist)
  const accounts = [artist, ada, ben].map(({ account }) => account.address)
  const payees = [501, 333, 166].map((perMille, place) => ({ account: accounts[place] ?? '', perMille }))
  return { ...shop, artist, accounts, payees }
}

const setSplit = (session: Session, collectionID: string, payees: object[]) =>
  world.call('/api/collection/split', { session, body: { collectionID, payees } })

async function splitOf(collectionId: string) {
  const reply = await world.call(`/api/collection/info?id=${collectionId}`)
  expectContract('getCollection', reply)
  return reply.body['split']
}

async function agree(session: Session, collectionId: string) {
  const split = String(Reflect.get(Object(await splitOf(collectionId)), '_id'))
  return world.call('/api/split/agree', { session, body: { split } })
}

const payoutsOf = async (collectionId: string) =>
  (await world.payoutsOf(collectionId))
    .toSorted((a, b) => Number(a['place']) - Number(b['place']))
    .map((row) => [row['artist'], row['amount_drops'], row['state']])

const allPaid = (collectionId: string, count: number) => async () => {
  const rows = await payoutsOf(collectionId)
  return rows.length === count && rows.every(([, , state]) => state === 'paid')
}

test('payees share works that are minted on demand to the drop, by one signature or two, once all have agreed', async () => {
  const { artist, collectionId, items, payees, accounts } = await openSharedShop()
  expect((await setSplit(ada, collectionId, payees)).body).toMatchObject({ code: 'forbidden' })
  expect((await setSplit(artist, collectionId, payees.slice(1))).body).toMatchObject({
    code: 'validation_failed',
  })
  expect((await setSplit(artist, collectionId, payees)).body).toMatchObject({ status: 'success' })
  const buy = { nftDatabaseID: items[0] }
  expect((await askReply(world, 'buyOnDemand', slow, buy)).body).toMatchObject({ code: 'payees_pending' })
  await agree(ada, collectionId)
  expect((await agree(slow, collectionId)).body).toMatchObject({ code: 'forbidden' })
  // The same payees form the same split, so nobody has to agree twice.
  await setSplit(artist, collectionId, payees)
  expect(await splitOf(collectionId)).toMatchObject({
    payees: [{ agreed: true }, { agreed: true }, { agreed: false }],
  })
  expect((await askReply(world, 'buyOnDemand', slow, buy)).body).toMatchObject({ code: 'payees_pending' })
  await agree(ben, collectionId)
  const page = await world.call(`/api/nft?id=${items[0]}`)
  expectContract('getNft', page)
  expect(page.body['nft']).toMatchObject({
    demand: { payees: payees.map((payee) => ({ ...payee, agreed: true })) },
  })
  const before = await Promise.all(accounts.map((account) => world.balanceOf(account)))
  await askAndSign(world, 'buyOnDemand', slow, buy)
  await askAndSign(world, 'buyOnDemand', whole, { nftDatabaseID: items[1] })
  await cronUntil(world, 'paid', allPaid(collectionId, 6))
  expect(await payoutsOf(collectionId)).toEqual(
    accounts.flatMap((account, place) => Array.from({ length: 2 }, () => [account, shares[place], 'paid'])),
  )
  const gained = await Promise.all(
    accounts.map(async (account, place) => (await world.balanceOf(account)) - (before[place] ?? 0n)),
  )
  expect(gained).toEqual([2n * (9_318_603n + 1_000_000n), 2n * 6_193_800n, 2n * 3_087_600n])
  const report = await world.call(`/api/collection/revenue?id=${collectionId}`, { session: artist })
  expectContract('getRevenue', report)
  expect(report.body).toMatchObject({
    sold: 2,
    waiting: 0,
    priceDrops: String(2n * price),
    feeDrops: '800000',
    royaltyDrops: '2000000',
    payees: accounts.map((account, place) => ({
      account,
      paidDrops: String(2n * BigInt(shares[place] ?? 0)),
      owedDrops: '0',
    })),
  })
  const sales = await world.call(`/api/collection/revenue/sales?id=${collectionId}`, { session: artist })
  expectContract('getRevenueSales', sales)
  const parts = accounts.map((account, place) => ({ account, drops: shares[place], paid: true }))
  expect(sales.body).toMatchObject({ sales: [{ number: null, parts }, { parts }], next: null })
  expect(
    (await world.call(`/api/collection/revenue?id=${collectionId}`, { session: ada })).body,
  ).toMatchObject({ code: 'forbidden' })
})

longTest(
  'a work that was reserved before the shares changed is shared as before, and the next one as they are then',
  async () => {
    const { artist, collectionId, items, payees, accounts } = await openSharedShop()
    await setSplit(artist, collectionId, payees)
    await agree(ada, collectionId)
    await agree(ben, collectionId)
    const uuid = await ask(world, 'buyOnDemand', whole, { nftDatabaseID: items[0] })
    await setSplit(artist, collectionId, [{ account: ada.account.address, perMille: 1000 }])
    expect((await askReply(world, 'buyOnDemand', slow, { nftDatabaseID: items[1] })).body).toMatchObject({
      code: 'payees_pending',
    })
    await world.sign(uuid, whole.account)
    expect(await world.outcomeOf(uuid, whole)).toMatchObject({ status: 'success' })
    await cronUntil(world, 'paid', allPaid(collectionId, 3))
    expect(await payoutsOf(collectionId)).toEqual(
      accounts.map((account, place) => [account, shares[place], 'paid']),
    )
    // Without payees the artist gets everything, and nobody has to agree.
    await setSplit(artist, collectionId, [])
    expect(await splitOf(collectionId)).toBeNull()
    await askAndSign(world, 'buyOnDemand', slow, { nftDatabaseID: items[1] })
    await cronUntil(world, 'paid', allPaid(collectionId, 4))
    const rest = (await payoutsOf(collectionId)).filter(([, drops]) => drops === '18600003')
    expect(rest).toEqual([[artist.account.address, '18600003', 'paid']])
  },
)

longTest('payees share what a random buy brings', async () => {
  const { artist, collectionId, payees, accounts } = await openSharedShop({ random: true, items: 1 })
  await setSplit(artist, collectionId, payees)
  const draw = { collection_id: collectionId }
  expect((await askReply(world, 'buyRandom', slow, draw)).body).toMatchObject({ code: 'payees_pending' })
  await agree(ada, collectionId)
  await agree(ben, collectionId)
  expect(await askAndSign(world, 'buyRandom', slow, draw)).toMatchObject({ status: 'success' })
  await cronUntil(world, 'paid', allPaid(collectionId, 3))
  expect(await payoutsOf(collectionId)).toEqual(
    accounts.map((account, place) => [account, shares[place], 'paid']),
  )
})
