import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { crowd, sessionsOf } from '#tests/support/crowd.ts'
import { everyCase } from '#tests/support/sample.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import type { SigningName } from '#contract/operations.ts'
import { askReply, costsOf, cronUntil, drawnRequest, offersOf, openForBusiness, wealthOf } from './helpers.ts'

const count = everyCase ? 200 : 50
const items = everyCase ? 20 : 8
const price = 3_000_000n
/** 5 % royalty on the ledger, 2 % for the marketplace, the rest as payout. */
const artistGets = price - (price * 2n) / 100n

let world: TestWorld
let people: DemoAccount[]
let sessions: Session[]

beforeAll(async () => {
  world = await createTestWorld({ closeEveryMs: 500, cronOnTimer: true })
  await openForBusiness(world)
  people = await crowd(world, count)
  sessions = await sessionsOf(world, people)
})
afterAll(() => world?.close())

/** Transaction costs of each buyer so far. */
const costsSoFar = new Map<string, bigint>()

const wealth = (address: string) => wealthOf(world, address)

/** Retries if the wallet's platform did not answer under load. The same call returns the existing reservation. */
async function callWithRetry(operation: SigningName, session: Session, body: Record<string, unknown>) {
  for (let tries = 1; ; tries += 1) {
    const reply = await askReply(world, operation, session, body)
    if (reply.body['code'] !== 'signer_unavailable' || tries === 5) return reply
  }
}

/** Calls concurrently as all buyers and signs their requests. Returns the refusal codes. */
async function callConcurrently(
  operation: SigningName,
  calls: { session: Session; body: Record<string, unknown> }[],
) {
  const signed = new Set<string>()
  const replies = await Promise.all(
    calls.map(async ({ session, body }) => {
      const reply = await callWithRetry(operation, session, body)
      if (reply.status !== 202) return reply
      const data = Object(reply.body['data'])
      const begun = String(Reflect.get(data, 'uuid'))
      // A draw is made first.
      const uuid = Reflect.has(data, 'receipt') ? await drawnRequest(world, begun, session) : begun
      // A repeated call gets the same request.
      if (!signed.has(uuid)) {
        signed.add(uuid)
        await world.sign(uuid, session.account)
      }
      return reply
    }),
  )
  return replies.filter(({ status }) => status !== 202).map(({ body }) => String(body['code']))
}

/** Expects each item to be sold once, everything to be paid exactly to the drop, and nothing to be left open. */
async function expectSoldOut(shop: Shop, before: { people: bigint[]; marketplace: bigint; artist: bigint }) {
  await cronUntil(
    world,
    'everything sold and paid out',
    async () => {
      const paid = await world.rowsOf('payouts', { collection_id: shop.collectionId, state: 'paid' })
      const open = await world.openReservations({ collection_id: shop.collectionId })
      return paid.length === items && open.length === 0
    },
    120_000,
  )
  const sold = await world.soldItems({ collection_id: shop.collectionId })
  expect(sold).toHaveLength(items)
  expect(new Set(sold.map((row) => row['token_id'])).size).toBe(items)
  for (const row of sold) expect(row['owner']).toBe(row['buyer'])
  expect(await world.countRows('nfts', { issuer: shop.artist.address, taxon: shop.taxon })).toBe(items)
  const bought = new Map<string, bigint>()
  for (const row of sold) {
    const buyer = String(row['buyer'])
    bought.set(buyer, (bought.get(buyer) ?? 0n) + price)
  }
  const spent = await Promise.all(
    people.map(async ({ address }, i) => {
      // Only buyers have sent transactions.
      const costs = bought.has(address)
        ? (await costsOf(world, address)) - (costsSoFar.get(address) ?? 0n)
        : 0n
      costsSoFar.set(address, (costsSoFar.get(address) ?? 0n) + costs)
      return (before.people[i] ?? 0n) - (await world.balanceOf(address)) - costs
    }),
  )
  expect(spent).toEqual(people.map(({ address }) => bought.get(address) ?? 0n))
  expect((await wealth(shop.artist.address)) - before.artist).toBe(artistGets * BigInt(items))
  expect((await wealth(world.marketplace.address)) - before.marketplace).toBe(
    (price - artistGets) * BigInt(items),
  )
  expect(await offersOf(world, world.marketplace.address)).toEqual([])
}

async function standing(shop: Shop) {
  return {
    people: await Promise.all(people.map(({ address }) => world.balanceOf(address))),
    marketplace: await wealth(world.marketplace.address),
    artist: await wealth(shop.artist.address),
  }
}

test(`${count} concurrent buyers for ${items} on-demand items: each item is sold once, exact to the drop`, async () => {
  const shop = await openShop(world, { items, priceDrops: price })
  const before = await standing(shop)
  const refused = await callConcurrently(
    'buyOnDemand',
    sessions.map((session, i) => ({ session, body: { nftDatabaseID: shop.items[i % items] } })),
  )
  expect(refused).toHaveLength(count - items)
  for (const code of refused) expect(['reserved', 'not_for_sale']).toContain(code)
  await expectSoldOut(shop, before)
}, 240_000)

test(`${count} concurrent buyers, some with two calls, for ${items} random items with a limit of one: no buyer gets two`, async () => {
  const shop = await openShop(world, { items, priceDrops: price, random: true })
  await world.setRules(shop.collectionId, { whitelist_enabled: true })
  for (const { address } of people) await world.addToWhitelist(shop.collectionId, address, 1)
  const before = await standing(shop)
  const calls = [...sessions, ...sessions.slice(0, count / 4)].map((session) => ({
    session,
    body: { collection_id: shop.collectionId },
  }))
  const refused = await callConcurrently('buyRandom', calls)
  for (const code of refused)
    expect(['sold_out', 'purchase_limit', 'already_pending', 'reserved']).toContain(code)
  await expectSoldOut(shop, before)
  const buyers = (await world.reservationsOf(shop.collectionId, { state: 'sold' })).map(({ buyer }) => buyer)
  expect(new Set(buyers).size).toBe(buyers.length)
}, 240_000)
