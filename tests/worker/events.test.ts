import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { asJson } from '#local/lib/rpc.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { advanceClock, askAndSign, cronUntil, ledgerSeconds, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { atMost } from '#tests/support/state.ts'

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
  return { position: Number(body['position']), events: Array.isArray(list) ? list.map(asJson) : [] }
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

longTest('an auction is told from its begin to its end, and once that it ends within the hour', async () => {
  const nft = await world.mint(artist)
  await world.cron()
  const session = await world.connect(artist)
  const outcome = await askAndSign(world, 'runAuction', session, {
    txjson: {
      TransactionType: 'NFTokenCreateOffer',
      Account: artist.address,
      NFTokenID: nft,
      Amount: '10000000',
      Destination: world.marketplace.address,
      Expiration: (await ledgerSeconds(world)) + 15 * 3600,
      Flags: tfSellNFToken,
    },
  })
  expect(outcome).toMatchObject({ status: 'success' })
  await world.bid(first, artist.address, nft, 12_000_000n, { destination: world.marketplace.address })
  const poor = await world.fund('poor', 20)
  await world.bid(poor, artist.address, nft, 15_000_000n, { destination: world.marketplace.address })
  await world.run(poor, { TransactionType: 'Payment', Destination: artist.address, Amount: '8000000' })
  await world.cron()
  await world.cron()
  await advanceClock(world, 2 * 3600 + 60)
  await world.cron()
  await world.cron()
  expect(await kindsOf(`work:${nft}`)).toEqual([
    'minted',
    'auction_begun',
    'bid',
    'bid',
    'outbid',
    'bid_unfunded',
    'auction_ending',
  ])
  await advanceClock(world, 3600)
  await cronUntil(world, 'settled', async () => (await kindsOf(`work:${nft}`)).includes('auction_settled'))
  const settled = (await eventsOf(`account:${first.address}`)).events.at(-1)
  expect(settled).toMatchObject({ kind: 'auction_settled', seller: artist.address, amount: '12000000' })
})

test('a purchase is one event: the offer that it takes is none', async () => {
  const nft = await world.mint(artist)
  await world.list(artist, nft, 3_000_000n, { destination: world.marketplace.address })
  await world.cron()
  const session = await world.connect(second)
  expect(await askAndSign(world, 'buyNow', session, { nftokenID: nft })).toMatchObject({ status: 'success' })
  await world.cron()
  expect(await kindsOf(`work:${nft}`)).toEqual(['minted', 'listed', 'sold'])
})

test('decisions of the marketplace and of people are events, once each', async () => {
  await world.addCollection({
    id: 'drop',
    issuer: artist.address,
    taxon: 77,
    name: 'Drop',
    announced: false,
    added_at: new Date(),
  })
  const issuer = await world.connect(artist)
  const owner = await world.connect(world.marketplace)
  const fan = await world.connect(first)
  const { position } = await eventsOf('home')
  await world.call('/api/collection/announce', { session: issuer, body: { collectionID: 'drop' } })
  const verify = (verification: boolean) =>
    world.call('/api/admin/verify_collection', {
      session: owner,
      body: { collectionID: 'drop', verification },
    })
  for (const verification of [true, false, true]) expect((await verify(verification)).status).toBe(200)
  for (const path of ['follow', 'unfollow', 'follow'])
    await world.call(`/api/account/${path}`, { session: fan, body: { followee: artist.address } })
  const topics = `collection:drop,account:${artist.address}`
  const { events } = await eventsOf(topics, position)
  expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['collection_announced', artist.address],
    ['collection_verified', world.marketplace.address],
    ['followed', first.address],
  ])
  expect((await eventsOf('home', position)).events).toHaveLength(2)
})

test('a reader gets every event once, page by page, from a position or after the ledger of a page', async () => {
  const topics = `artist:${artist.address}`
  const { events } = await eventsOf(topics)
  const seen: unknown[] = []
  let after = 0
  for (let more = true; more; ) {
    const { body } = await world.call(`/api/events?topics=${topics},home&after=${after}&limit=3`)
    const page = Array.isArray(body['events']) ? body['events'].map(asJson) : []
    seen.push(...page.map(({ key }) => key))
    after = Number(body['position'])
    more = body['more'] === true
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(events.map(({ key }) => key)))
  const middle = events[4]
  const { body } = await world.call(
    `/api/events?topics=${topics}&limit=200&ledger=${String(middle?.['ledgerIndex'])}`,
  )
  expect(body['events']).toEqual(
    events.filter(
      ({ ledgerIndex, position }) =>
        Number(ledgerIndex) > Number(middle?.['ledgerIndex']) ||
        (ledgerIndex === null && Number(position) > Number(middle?.['position'])),
    ),
  )
})

test.each([
  ['a forged topic', 'topics=wallet:all'],
  ['no topic', 'after=1'],
  ['too many topics', `topics=${Array.from({ length: 65 }, (_, i) => `collection:c${i}`).join()}`],
  ['a position that was never given out', 'topics=home&after=999999999'],
  ['what is no position', 'topics=home&after=-1'],
  ['too large a page', 'topics=home&limit=201'],
])('%s is refused', async (_what, query) => {
  const { status, body } = await world.call(`/api/events?${query}`)
  expect([status, body['code']]).toEqual([400, 'validation_failed'])
})

longTest('a program gets a stream, and continues it with the id of its last event', async () => {
  const nft = await world.mint(artist)
  await world.cron()
  const readStream = async (headers: Record<string, string>, until: string) => {
    const leaving = new AbortController()
    const response = await fetch(`${world.url}/api/events?topics=work:${nft}&after=0`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: leaving.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes(until)) break
    }
    leaving.abort()
    return text
  }
  const { position } = await eventsOf('home')
  const start = await readStream({}, 'id: ')
  expect(start).toContain('event: minted')
  const listing = world.list(artist, nft, 2_000_000n).then(() => world.cron())
  const continued = await readStream({ 'last-event-id': String(position) }, 'event: listed')
  await listing
  expect(continued).not.toContain('event: minted')
  const forged = await world.call(`/api/events?topics=work:${nft}`, {
    headers: { accept: 'text/event-stream', 'last-event-id': 'x' },
  })
  expect([forged.status, forged.body['code']]).toEqual([400, 'validation_failed'])
})

test('what is too old is dropped, and a reader who was there starts over', async () => {
  const before = (await eventsOf('home')).events
  const [oldest, ...others] = before.filter(({ ledgerIndex }) => ledgerIndex !== null)
  await world.makeOlder('events', 91 * 24 * 60, ['at'], { position: atMost(oldest?.['position']) })
  await world.cron()
  const { status, body } = await world.call('/api/events?topics=home&after=0')
  expect([status, body['code']]).toEqual([410, 'events_gone'])
  const { events } = await eventsOf('home', Number(oldest?.['position']))
  expect(events.filter(({ ledgerIndex }) => ledgerIndex !== null)).toEqual(others)
})
