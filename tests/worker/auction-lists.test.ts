import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { askReply, cronUntil, ledgerSeconds, offerIndexed, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

// An issuer's auctions that are already running when the collection gets its lists.
let world: TestWorld
let first: Session
let second: Session
const start = 10_000_000n

beforeAll(async () => {
  world = await createTestWorld()
  first = await world.connect(await world.fund('first', 500))
  second = await world.connect(await world.fund('second', 500))
  await openForBusiness(world)
})
afterAll(() => world?.close())

async function onAuction({ artist, taxon }: Shop) {
  const nft = await world.mint(artist, { taxon, transferFee: 5000 })
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

async function bid({ artist }: Shop, who: DemoAccount, nft: string, drops: bigint) {
  await offerIndexed(
    world,
    await world.bid(who, artist.address, nft, drops, { destination: world.marketplace.address }),
  )
}

const rules = ({ collectionId }: Shop, column: 'blacklist_enabled' | 'whitelist_enabled') =>
  world.setRules(collectionId, { [column]: true })

const settled = (...offers: string[]) =>
  cronUntil(
    world,
    'auctions over',
    async () =>
      !(await world.hasRow('auctions', { offer_id: offers, state: 'running' })) &&
      !(await world.hasRow('sales', { state: 'matching' })),
  )

test('an account on the issuer’s blacklist wins no auction of the issuer and cannot bid in one', async () => {
  const shop = await openShop(world, { items: 0 })
  const { nft, offer } = await onAuction(shop)
  await bid(shop, second.account, nft, 12_000_000n)
  await bid(shop, first.account, nft, 30_000_000n)
  const topBid = async () => (await world.call(`/api/nft?id=${nft}`)).body['nft']
  expect(await topBid()).toMatchObject({ onAuction: { topBid: { owner: first.account.address } } })
  await world.addToBlacklist(shop.collectionId, first.account.address)
  await rules(shop, 'blacklist_enabled')
  expect(await topBid()).toMatchObject({ onAuction: { topBid: { owner: second.account.address } } })
  const cards = JSON.stringify((await world.call('/api/collection/auction')).body)
  expect([second, first].map(({ account }) => cards.includes(account.address))).toEqual([true, false])

  const lotOf = async ({ account }: Session) => ({
    txjson: {
      TransactionType: 'NFTokenCreateOffer',
      Account: account.address,
      Owner: shop.artist.address,
      NFTokenID: nft,
      Amount: '40000000',
      Destination: world.marketplace.address,
      Expiration: (await ledgerSeconds(world)) + 200_000,
    },
  })
  for (const operation of ['bidAtAuction', 'requestTransaction'] as const) {
    const refused = await askReply(world, operation, first, await lotOf(first))
    expect(refused.body).toMatchObject({
      code: 'blacklisted',
      data: 'The issuer of this collection does not sell to your account.',
    })
    expect((await askReply(world, operation, second, await lotOf(second))).status).toBe(202)
  }

  await world.endAuctions(offer)
  await settled(offer)
  expect(await world.ownerOf(nft, [first.account, second.account])).toBe(second.account.address)
  expect(await world.rowsOf('bidder_bans')).toEqual([])
})

longTest(
  'on a whitelist, listed accounts win up to its limit over auctions that end together, and others win nothing',
  async () => {
    const shop = await openShop(world, { items: 0 })
    const [one, two] = [await onAuction(shop), await onAuction(shop)]
    const lots = [one, two]
    for (const { nft } of lots) {
      await bid(shop, second.account, nft, 20_000_000n)
      await bid(shop, first.account, nft, 30_000_000n)
    }
    await rules(shop, 'whitelist_enabled')
    await world.addToWhitelist(shop.collectionId, second.account.address, 1)
    await world.endAuctions(one.offer, two.offer)
    await settled(one.offer, two.offer)
    const people = [first.account, second.account, shop.artist]
    const owners = await Promise.all(lots.map(({ nft }) => world.ownerOf(nft, people)))
    expect(owners.toSorted()).toEqual([second.account.address, shop.artist.address].toSorted())
    const auctions = await world.rowsOf('auctions', { offer_id: [one.offer, two.offer] })
    expect(auctions.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'settled'])
  },
)

longTest('an issuer’s lists do not apply when a collector resells by auction', async () => {
  const shop = await openShop(world, { items: 0 })
  const nft = await world.mint(shop.artist, { taxon: shop.taxon })
  const gift = await world.list(shop.artist, nft, 0n, { destination: second.account.address })
  await world.run(second.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  const offer = await world.list(second.account, nft, start, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  await world.addAuction({
    offer_id: offer,
    nft_id: nft,
    seller: second.account.address,
    start_amount: JSON.stringify(start.toString()),
    ends_at: new Date(Date.now() + 1 * 3_600_000),
    state: 'running',
  })
  await rules(shop, 'whitelist_enabled')
  const bid = await world.bid(first.account, second.account.address, nft, 15_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, bid)
  await world.endAuctions(offer)
  await settled(offer)
  expect(await world.ownerOf(nft, [first.account, second.account])).toBe(first.account.address)
})
