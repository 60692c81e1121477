import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#dev/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { asJson } from '#dev/lib/rpc.ts'
import { openForBusiness } from './helpers.ts'

let world: TestWorld
let artist: DemoAccount
let first: DemoAccount
let second: DemoAccount

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  first = await world.fund('first', 100)
  second = await world.fund('second', 100)
  await openForBusiness(world)
})
afterAll(() => world.close())

async function eventsOf(topics: string, after = 0) {
  const { status, body } = await world.call(`/api/events?topics=${topics}&after=${after}&limit=200`)
  expect(status).toBe(200)
  const list = body['events']
  return { ...body, events: Array.isArray(list) ? list.map(asJson) : [] }
}
const kindsOf = async (topics: string) => (await eventsOf(topics)).events.map(({ kind }) => kind)

test('a work tells what happened to it, in order, with the accounts and amounts concerned', async () => {
  const nft = await world.mint(artist)
  const cheap = await world.list(artist, nft, 20_000_000n)
  await world.list(artist, nft, 15_000_000n)
  await world.run(artist, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [cheap] })
  await world.bid(first, artist.address, nft, 5_000_000n)
  const higher = await world.bid(second, artist.address, nft, 6_000_000n)
  await world.run(artist, { TransactionType: 'NFTokenAcceptOffer', NFTokenBuyOffer: higher })
  await world.cron()
  const { events } = await eventsOf(`work:${nft}`)
  const parties = events.map(({ kind, seller, buyer, account, amount, previousAmount }) => ({
    kind,
    seller,
    buyer,
    account,
    amount,
    previousAmount,
  }))
  const none = { seller: null, buyer: null, account: null, amount: null, previousAmount: null }
  const seller = artist.address
  expect(parties).toEqual([
    { ...none, kind: 'minted', buyer: seller },
    { ...none, kind: 'listed', seller, amount: '20000000' },
    { ...none, kind: 'price_changed', seller, amount: '15000000', previousAmount: '20000000' },
    { ...none, kind: 'bid', seller, buyer: first.address, amount: '5000000' },
    { ...none, kind: 'bid', seller, buyer: second.address, amount: '6000000' },
    {
      kind: 'outbid',
      seller,
      buyer: second.address,
      account: first.address,
      amount: '6000000',
      previousAmount: '5000000',
    },
    { ...none, kind: 'sold', seller, buyer: second.address, amount: '6000000' },
  ])
  expect(await kindsOf(`account:${first.address}`)).toEqual(['bid', 'outbid'])
})
