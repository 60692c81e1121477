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
  const mints = (await world.rowsOf('ledger_submissions', { kind: 'mint' })).map((row) => ({
    began: Number(row['created_at']),
    ended: Number(row['final_at']),
  }))
  expect(mints).toHaveLength(16)
  for (const mint of mints) {
    const others = mints.filter(({ began, ended }) => began <= mint.began && ended > mint.began)
    // The mint itself is one of them.
    expect(others.length - 1).toBeLessThan(10)
  }
})
