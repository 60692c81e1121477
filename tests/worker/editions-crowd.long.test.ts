import { afterAll, beforeAll, expect, test } from 'vitest'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import type { Session } from '#tests/support/api.ts'
import { crowd, sessionsOf } from '#tests/support/crowd.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { filled, sendForm, words } from './creating.ts'
import { advanceClock, askReply, cronUntil, ledgerSeconds, openForBusiness } from './helpers.ts'

const buyers = 500
const prints = 40

let world: TestWorld
let sessions: Session[]

beforeAll(async () => {
  world = await createTestWorld({ closeEveryMs: 500, cronOnTimer: true })
  await openForBusiness(world)
  sessions = await sessionsOf(world, await crowd(world, buyers))
})
afterAll(() => world?.close())

async function openEdition(): Promise<string> {
  const shop = await openShop(world)
  const artist = await world.connect(shop.artist)
  const startsAt = new Date(((await ledgerSeconds(world)) + 600 + rippleEpochSeconds) * 1000).toISOString()
  const phase = {
    startsAt,
    endsAt: null,
    priceDrops: '3000000',
    decline: null,
    perAccount: 1,
    audience: 'everyone',
    holdersOf: null,
  }
  const reply = await sendForm(world, 'addEdition', artist, {
    ...filled({ metadata: words({ name: 'Rush' }), taxon: String(shop.taxon) }),
    prints: String(prints),
    phases: JSON.stringify([phase]),
  })
  await advanceClock(world, 660)
  await world.cron()
  return String(Reflect.get(Object(reply.body['data']), 'edition'))
}

/** Returns the longest of several page load times while the crowd buys, in milliseconds. */
async function slowestPage(until: Promise<unknown>): Promise<number> {
  const times: number[] = []
  const over = new AbortController()
  void until.finally(() => over.abort())
  while (!over.signal.aborted) {
    const began = performance.now()
    const reply = await world.call('/api/collection/featured')
    expect(reply.status).toBe(200)
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return Math.max(...times)
}

test(`${buyers} accounts buy ${prints} prints at the start: each print once, one for each account, an honest answer for the rest`, async () => {
  const edition = await openEdition()
  const buying = Promise.all(
    sessions.map(async (session) => {
      const reply = await askReply(world, 'buyPrint', session, { edition, expectedAmount: '3000000' })
      if (reply.status === 202)
        await world.sign(String(Reflect.get(Object(reply.body['data']), 'uuid')), session.account)
      return reply
    }),
  )
  const slowest = await slowestPage(buying)
  const replies = await buying
  const codes = new Set(
    replies.filter(({ status }) => status !== 202).map(({ body }) => String(body['code'])),
  )
  const honest = new Set(['sold_out', 'reserved', 'marketplace_busy', 'signer_unavailable'])
  expect([...codes].filter((code) => !honest.has(code))).toEqual([])
  await cronUntil(
    world,
    'everything paid for',
    async () =>
      (await world.openReservations({ edition_id: edition })).length === 0 &&
      (await world.countRows('payouts', { state: 'owed' })) === 0,
    240_000,
  )
  const sold = await world.query(
    `select i.number, r.buyer, n.owner from reservations r join demand_items i on i.id = r.item_id join nfts n on n.id = i.token_id
     where r.edition_id = $1 and r.state = 'sold' order by i.number`,
    [edition],
  )
  expect(sold.map((row) => row['number'])).toEqual(Array.from(sold, (_, index) => index + 1))
  expect(new Set(sold.map((row) => row['buyer'])).size).toBe(sold.length)
  for (const row of sold) expect(row['owner']).toBe(row['buyer'])
  console.log(
    `${sold.length} sold, the slowest page took ${Math.round(slowest)} ms, refused with ${[...codes].join()}`,
  )
})
