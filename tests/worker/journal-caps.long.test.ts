import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { ask, openForBusiness } from './helpers.ts'

let world: TestWorld

beforeAll(async () => {
  world = await createTestWorld({ closeEveryMs: 1000 })
  await openForBusiness(world)
})
afterAll(() => world.close())

test('at most ten transactions are open for one artist, under any number of concurrent purchases', async () => {
  const shop = await openShop(world, { items: 16, priceDrops: 1_000_000n })
  const buyers = await Promise.all(
    shop.items.map(async (_id, place) => world.connect(await world.fund(`Buyer ${place}`))),
  )
  await Promise.all(
    buyers.map((buyer, place) => ask(world, 'buyOnDemand', buyer, { nftDatabaseID: shop.items[place] })),
  )
  const [most = {}] = await world.query(
    `select count(*)::int as mints, max(others)::int as beside from ledger_submissions s
     cross join lateral (select count(*) as others from ledger_submissions o
       where o.kind = 'mint' and o.id <> s.id and o.created_at <= s.created_at and o.final_at > s.created_at) beside
     where s.kind = 'mint'`,
  )
  expect(most['mints']).toBe(16)
  expect(most['beside']).toBeLessThan(10)
})
