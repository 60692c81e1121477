import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#tests/support/api.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { withOpenTransaction } from '#tests/support/open-transaction.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  cronUntil,
  lockAwaited,
  offerIndexed,
  offersOf,
  openForBusiness,
} from './helpers.ts'

// Events between two steps of a sale: other sales, edits, tags, and outages of the wallet's platform.
let world: TestWorld
let buyer: Session

beforeAll(async () => {
  world = await createTestWorld()
  await openForBusiness(world)
  buyer = await world.connect(await world.fund('Buyer'))
})
afterAll(() => world.close())

const reservationOf = async ({ collectionId }: Shop) => (await world.reservationsOf(collectionId))[0] ?? {}
const released = (shop: Shop) => async () => (await reservationOf(shop))['state'] === 'released'
const faults = (change: Record<string, unknown>) =>
  fetch(`${world.signer.url}/dev/faults`, { method: 'POST', body: JSON.stringify(change) })

test('concurrent unsigned accepts of one bidder’s bids respect the whitelist limit', async () => {
  const shop = await openShop(world, { items: 0 })
  const artist = await world.connect(shop.artist)
  await world.setRules(shop.collectionId, { whitelist_enabled: true })
  await world.addToWhitelist(shop.collectionId, buyer.account.address, 2)
  const uuids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const nft = await world.mint(shop.artist, { taxon: shop.taxon, transferFee: 5000 })
    const bid = await world.bid(buyer.account, shop.artist.address, nft, 2_000_000n, {
      destination: world.marketplace.address,
    })
    await offerIndexed(world, bid)
    uuids.push(await ask(world, 'acceptBid', artist, { nftokenID: nft, buyOfferIndex: bid }))
  }
  for (const uuid of uuids) await world.sign(uuid, shop.artist)
  const outcomes = await Promise.all(uuids.map((uuid) => world.outcomeOf(uuid, artist, 40_000)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['failed', 'success', 'success'])
  expect(outcomes.find(({ status }) => status === 'failed')).toMatchObject({
    code: 'purchase_limit',
    data: 'This bidder has reached the whitelist limit for your collection. Your offer is being cancelled; nothing was sold.',
  })
  await cronUntil(
    world,
    'offer cancelled',
    async () => (await offersOf(world, shop.artist.address)).length === 0,
  )
})

test('an edit that keeps the promo code keeps the code that a concurrent edit has saved', async () => {
  const shop = await openShop(world, { items: 0 })
  const artist = await world.connect(shop.artist)
  await world.changeCollection(shop.collectionId, { thumbnail_cid: 'kept' })
  await world.setRules(shop.collectionId, {
    promo_code_enabled: true,
    promo_code: 'old-code-1',
    promo_digest: 'old',
  })
  const form = new FormData()
  const fields = {
    collectionID: shop.collectionId,
    name: 'Edited',
    description: 'While another edit is saved.',
    royalty: '5',
    links: '{}',
    onDemandMint: 'true',
    promoCodeEnabled: 'true',
    promoCode: '',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  await withOpenTransaction(world, async (slow) => {
    await slow.lockRow('collections', shop.collectionId)
    const editing = fetch(`${world.url}/api/collection/edit`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${artist.token}` },
    })
    await lockAwaited(world)
    await slow.setRules(shop.collectionId, { promo_code: 'new-code-2', promo_digest: 'new' })
    await slow.commit()
    expect(await (await editing).json()).toMatchObject({ status: 'success' })
  })
  expect(await world.rowsOf('collection_rules', { collection_id: shop.collectionId })).toMatchObject([
    { promo_code: 'new-code-2' },
  ])
})

test('a destination tag stored during a payout without it is used at once', async () => {
  const shop = await openShop(world)
  const artist = await world.connect(shop.artist)
  expect(await askAndSign(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })).toMatchObject({
    status: 'success',
  })
  await world.run(shop.artist, { TransactionType: 'AccountSet', SetFlag: 1 })
  const payout = async () => (await world.payoutsOf(shop.collectionId))[0] ?? {}
  await cronUntil(world, 'under way', async () =>
    world.hasRow('ledger_submissions', {
      purpose: `payout:${String((await payout())['reservation_id'])}:1`,
    }),
  )
  expect(await payout()).toMatchObject({ state: 'owed', attempt: 1 })
  await world.call('/api/account/payout_tag', { session: artist, body: { destinationTag: 4711 } })
  await cronUntil(world, 'paid', async () => (await payout())['state'] === 'paid')
  expect(await payout()).toMatchObject({ attempt: 2 })
})

test('a request that could not be signed during a platform outage does not count as unpaid', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n })
  const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })
  await faults({ apiStatus: 503 })
  await world.changeRequest(uuid, { asked_at: null })
  await world.cron()
  await advanceClock(world, 16 * 60)
  await cronUntil(world, 'released', released(shop))
  await faults({})
  expect(await reservationOf(shop)).toMatchObject({ unpaid: false })
})

test('a listing whose request never reached the platform does not count as unpaid, either', async () => {
  const shop = await openShop(world, { items: 0 })
  await world.setRules(shop.collectionId, { blacklist_enabled: true })
  const nft = await world.mint(shop.artist, { taxon: shop.taxon })
  const listing = await world.list(shop.artist, nft, 1_000_000n, { destination: world.marketplace.address })
  await offerIndexed(world, listing)
  await faults({ apiStatus: 503 })
  const refused = await askReply(world, 'buyNow', buyer, { nftokenID: nft })
  expect(refused.body).toMatchObject({ code: 'signer_unavailable' })
  await faults({})
  const id = (await reservationOf(shop))['sign_request_id']
  await world.makeOlder('sign_requests', 60, ['expires_at', 'unreachable_at'], { id })
  await world.changeRows('sign_requests', { id }, { asked_at: null })
  await cronUntil(world, 'released', released(shop))
  expect(await reservationOf(shop)).toMatchObject({ unpaid: false })
})

test('an outage that began after the time to sign does not excuse an unpaid reservation', async () => {
  const shop = await openShop(world, { priceDrops: 1_000_000n })
  const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[0] })
  const request = await world.requestOf(uuid)
  const late = new Date(Number(request?.['expires_at']) + 60_000)
  await world.changeRequest(uuid, { state: 'expired', code: 'expired', unreachable_at: late })
  await cronUntil(world, 'released', released(shop))
  expect(await reservationOf(shop)).toMatchObject({ unpaid: true })
})
