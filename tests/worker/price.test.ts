import { openPool } from '#local/postgres/databases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import {
  compareFigures,
  excludedOffers,
  figuresFromIndex,
  figuresFromLedger,
} from '#ops/figures/recompute.ts'
import type { Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { cronUntil, indexed, ledgerSeconds } from './helpers.ts'
import { minutesAgo } from '#tests/support/state.ts'

let world: TestWorld
let provider: DemoAccount
let nft = ''

beforeAll(async () => {
  world = await createTestWorld({ bindings: { PRICE_FALLBACK: '0.5@2026-11-01' } })
  provider = { ...world.marketplace, ...genesisAccount }
  const artist = await world.fund('artist')
  const collector = await world.fund('collector')
  nft = await world.mint(artist, { taxon: 5 })
  await world.addCollection({ id: 'works', issuer: artist.address, taxon: 5, name: 'Works' })
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
    await world.changeRows('xrp_prices', {}, { read_at: minutesAgo(2) })
    return await world.hasRow('xrp_prices', { source })
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
  // Uses the ledger's clock, which is ahead of ours: an oracle's time must be within 5 minutes of it.
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
  // For statements: the price that converts an amount of that day to dollars. A fallback is not stored as a day's
  // price.
  const day = new Date(time * 1000).toISOString().slice(0, 10)
  expect(await world.rowsOf('xrp_price_days', { day })).toMatchObject([{ quote: 'USD', price: '0.6175' }])
  expect(await world.countRows('xrp_price_days')).toBe(1)
  await cronUntil(world, 'volumes', async () => {
    const reply = await world.call('/api/collection/info?id=works')
    expectContract('getCollection', reply)
    return reply.body['volumeUsd'] === '74.10'
  })
  const trending = await world.call('/api/collection/trading_top?days=7')
  expectContract('getTrendingCollections', trending)
  expect(JSON.parse(trending.text)).toMatchObject([{ volumeDrops: '120000000', volumeUsd: '74.10' }])
})

test('a sale between accounts of one funder is marked and in no volume', async () => {
  const owner = await world.fund('owner')
  const { classicAddress: address, seed = '' } = Wallet.generate()
  const alias: DemoAccount = { name: 'alias', role: 'collector', address, seed }
  // The ledger shows which account sent the first XRP.
  await world.run(owner, { TransactionType: 'Payment', Destination: alias.address, Amount: '400000000' })
  const token = await world.mint(owner, { taxon: 6 })
  await world.addCollection({ id: 'own', issuer: owner.address, taxon: 6, name: 'Own' })
  const offer = await world.list(owner, token, 300_000_000n)
  await world.run(alias, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  const figures = async () => {
    const { body } = await world.call('/api/collection/info?id=own')
    return [body['salesCount'], body['volumeAllDrops'], body['markedSales'], body['markedAllDrops']]
  }
  await cronUntil(world, 'the funder is known', async () => (await figures())[2] === 1)
  expect(await figures()).toEqual([0, '0', 1, '300000000'])
  const trending = async (query: string) =>
    (await world.call(`/api/collection/trading_top?days=7${query}`)).text.includes('"own"')
  expect([await trending(''), await trending('&marked=true')]).toEqual([false, true])
  const funders = await world.rowsOf('account_funders', { account: [owner.address, alias.address] })
  expect(new Map(funders.map((row) => [row['account'], row['funder']]))).toEqual(
    new Map([
      [owner.address, null],
      [alias.address, owner.address],
    ]),
  )
})

test('the figures are those that the ledger alone leads to, and a difference is named', async () => {
  const seller = await world.fund('seller')
  const friend = await world.fund('friend')
  const token = await world.mint(seller, { taxon: 7, transferFee: 5000 })
  const other = await world.mint(seller, { taxon: 7 })
  await world.addCollection({ id: 'moving', issuer: seller.address, taxon: 7, name: 'Moving' })
  const sell = async (from: DemoAccount, to: DemoAccount, work: string, drops: bigint) => {
    const offer = await world.list(from, work, drops)
    await world.run(to, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  }
  await sell(seller, friend, token, 70_000_000n)
  await sell(friend, seller, token, 80_000_000n)
  await sell(seller, friend, other, 20_000_000n)
  await world.list(friend, other, 35_000_000n)
  await world.bid(friend, seller.address, token, 12_000_000n)
  const db = openPool(world.databaseUrl, 1)
  const differences = async () => {
    const subject = {
      issuer: seller.address,
      taxon: 7,
      marketplace: world.marketplace.address,
      minimumDrops: 100_000n,
      excludedAccounts: await excludedOffers(db),
    }
    const ledger = createJsonRpcLedger({ urls: [world.ledgerUrl], timeoutMs: 10_000, fetch })
    const range = { from: 3, to: await world.followedLedger() }
    return compareFigures(
      await figuresFromIndex(db, seller.address, 7),
      await figuresFromLedger(ledger, subject, range),
    )
  }
  try {
    await cronUntil(world, 'the sales are counted', async () => {
      await world.changeCollection('moving', { stats_due: true })
      return world.hasRow('collections', {
        id: 'moving',
        sales_count: 1,
        marked_sales: 2,
        best_offer_drops: 12000000,
      })
    })
    expect(await differences()).toEqual([])
    const collection = { issuer: seller.address, taxon: 7 }
    for (const { day, volume_drops: drops } of await world.rowsOf('collection_days', collection))
      await world.changeRows('collection_days', { ...collection, day }, { volume_drops: Number(drops) + 1 })
    await world.changeRows('history', { nft_id: other, type: 'sale' }, { marks: ['circle'] })
    await world.changeCollection('moving', { floor_drops: 1, volume_all_drops: 5 })
    const today = new Date(((await ledgerSeconds(world)) + rippleEpochSeconds) * 1000)
      .toISOString()
      .slice(0, 10)
    expect((await differences()).toSorted()).toEqual([
      expect.stringMatching(/^sale [0-9A-F]{64} of [0-9A-F]{64}: index 20000000, circle, ledger 20000000,$/),
      `sales of ${today}: index 1 for 20000001, marked 2 for 150000000, ledger 1 for 20000000, marked 2 for 150000000`,
      'volume in all: index 5, ledger 20000000',
    ])
  } finally {
    await db.end()
  }
})
