import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '#dev/lib/rpc.ts'
import type { DemoAccount } from '#dev/signer/types.ts'
import { genesisAccount } from '#dev/stack/people.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { rippleEpochSeconds } from '#worker/contract/ledger.ts'
import { cronUntil, indexed, ledgerSeconds } from './helpers.ts'

let world: TestWorld
let provider: DemoAccount
let nft = ''

beforeAll(async () => {
  world = await createTestWorld({ bindings: { PRICE_FALLBACK: '0.5@2026-11-01' } })
  provider = { ...world.marketplace, ...genesisAccount }
  const artist = await world.fund('artist')
  const collector = await world.fund('collector')
  nft = await world.mint(artist, { taxon: 5 })
  await world.query("insert into collections (id, issuer, taxon, name) values ('works', $1, 5, 'Works')", [
    artist.address,
  ])
  const offer = await world.list(artist, nft, 120_000_000n)
  await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  await indexed(world, nft)
})
afterAll(() => world.close())

const readNft = async (): Promise<Json> => {
  const reply = await world.call(`/api/nft?id=${nft}`)
  expectContract('getNft', reply)
  return reply.body
}

const settled = (source: string) =>
  cronUntil(world, `price by ${source}`, async () => {
    await world.query("update xrp_prices set read_at = now() - interval '2 minutes'")
    return (await world.query('select 1 from xrp_prices where source = $1', [source])).length > 0
  })

test('without an oracle the fallback price is used, with its age', async () => {
  await settled('fallback')
  expect((await readNft())['xrpPrice']).toEqual({
    usd: '0.5',
    source: 'fallback',
    at: '2026-11-01T00:00:00.000Z',
  })
})

test('the oracle has priority, and volumes are in dollars', async () => {
  // By the ledger's clock, which is ahead of ours: an oracle must be within 5 minutes of it.
  const time = (await ledgerSeconds(world)) + rippleEpochSeconds
  await world.run(provider, {
    TransactionType: 'OracleSet',
    OracleDocumentID: 1,
    Provider: 'AB',
    AssetClass: '63757272656E6379',
    LastUpdateTime: time,
    PriceDataSeries: [
      { PriceData: { BaseAsset: 'XRP', QuoteAsset: 'USD', AssetPrice: (6175).toString(16), Scale: 4 } },
    ],
  })
  await settled('oracle')
  expect((await readNft())['xrpPrice']).toEqual({
    usd: '0.6175',
    source: 'oracle',
    at: new Date(time * 1000).toISOString(),
  })
  // For statements: what an amount of that day is in dollars. A fallback is no price of a day.
  expect(await world.query('select quote, day::text, price from xrp_price_days')).toEqual([
    { quote: 'USD', day: new Date(time * 1000).toISOString().slice(0, 10), price: '0.6175' },
  ])
  await cronUntil(world, 'volumes', async () => {
    const reply = await world.call('/api/collection/info?id=works')
    expectContract('getCollection', reply)
    return reply.body['volumeUsd'] === '74.10'
  })
  const trending = await world.call('/api/collection/trading_top?days=7')
  expectContract('getTrendingCollections', trending)
  expect(JSON.parse(trending.text)).toMatchObject([{ volumeDrops: '120000000', volumeUsd: '74.10' }])
})
