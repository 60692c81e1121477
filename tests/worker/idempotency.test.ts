import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { askReply, cronUntil, offerIndexed, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursAgo } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let buyer: DemoAccount
let session: Session

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  await openForBusiness(world)
  session = await world.connect(buyer)
})
afterAll(() => world.close())

async function listed(drops = 5_000_000n) {
  const nft = await world.mint(artist)
  await offerIndexed(world, await world.list(artist, nft, drops, { destination: world.marketplace.address }))
  return nft
}

const buy = (key: string, body: Record<string, unknown>) =>
  askReply(world, 'buyNow', session, body, { 'idempotency-key': key })
const payloads = () => world.signer.counters()['POST payload'] ?? 0
const faults = (change: Record<string, unknown>) =>
  fetch(`${world.signer.url}/dev/faults`, { method: 'POST', body: JSON.stringify(change) })

test('a repeated call gets the same request, concurrently and later, with one wallet prompt', async () => {
  const nft = await listed()
  const before = payloads()
  const key = randomUUID()
  const replies = await Promise.all([1, 2, 3, 4].map(() => buy(key, { nftokenID: nft })))
  replies.push(await buy(key, { nftokenID: nft }))
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(payloads() - before).toBe(1)

  // The blocking form returns the outcome even after the sale.
  const uuid = String(Reflect.get(Object(replies[0]?.body['data']), 'uuid'))
  await world.sign(uuid, buyer)
  await world.outcomeOf(uuid, session)
  const again = await world.call('/api/nft/buy_now', {
    session,
    body: { nftokenID: nft },
    headers: { 'idempotency-key': key },
  })
  expect(again.body).toMatchObject({ status: 'success' })
  expect(payloads() - before).toBe(1)
})

test('a key with another body is refused, and another key is another call', async () => {
  const nft = await listed()
  const key = randomUUID()
  await buy(key, { nftokenID: nft })
  const reply = await buy(key, { nftokenID: nft, expectedAmount: '5000000' })
  expect(reply).toMatchObject({ status: 422, body: { status: 'failed', code: 'idempotency_conflict' } })
  expect((await buy(randomUUID(), { nftokenID: nft })).status).toBe(202)
  expect((await buy('ä'.repeat(3), { nftokenID: nft })).status).toBe(400)
})

test('a refusal is stored under the key, and an outage is not', async () => {
  const nft = await listed()
  const key = randomUUID()
  const refused = await buy(key, { nftokenID: nft, expectedAmount: '1' })
  expect(refused.body).toMatchObject({ code: 'price_changed' })
  expect((await buy(key, { nftokenID: nft, expectedAmount: '1' })).body).toEqual(refused.body)
  const german = await askReply(
    world,
    'buyNow',
    session,
    { nftokenID: nft, expectedAmount: '1' },
    { 'idempotency-key': key, 'accept-language': 'de' },
  )
  expect(german.body).toEqual({
    ...refused.body,
    data: 'Der Preis hat sich geändert. Er beträgt jetzt 5 XRP.',
  })

  const other = randomUUID()
  await faults({ apiStatus: 503 })
  expect(await buy(other, { nftokenID: nft })).toMatchObject({
    status: 503,
    body: { code: 'signer_unavailable' },
  })
  await faults({})
  expect((await buy(other, { nftokenID: nft })).status).toBe(202)
})

longTest('after a kill between the wallet’s prompt and the reply, the request is found again', async () => {
  const nft = await listed()
  const before = payloads()
  const key = randomUUID()
  // The wallet's platform has created the payload, but its reply does not arrive.
  await faults({ loseCreated: true })
  expect((await buy(key, { nftokenID: nft })).status).toBe(503)
  await world.stack.worker.kill()
  await faults({})
  await world.stack.worker.start()
  const reply = await buy(key, { nftokenID: nft })
  expect(reply.status).toBe(202)
  expect(payloads() - before).toBe(1)
  const uuid = uuidOf(reply)
  await world.sign(uuid, buyer)
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
})

test('keys are forgotten after a day', async () => {
  await world.changeRows('idempotency_keys', {}, { created_at: hoursAgo(25) })
  await cronUntil(world, 'forgotten', async () => !(await world.hasRow('idempotency_keys')), 60_000)
  expect((await world.rowsOf('sign_requests')).length).toBeGreaterThan(0)
})
