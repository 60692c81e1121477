import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
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
  world = await createTestWorld({
    closeEveryMs: 500,
    cronOnTimer: true,
    runtime: true,
    bindings: { PUBLIC_READ_SECONDS: '5' },
  })
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

const Times = v.array(v.tuple([v.string(), v.array(v.number())]))
const program = new URL('../support/time-pages.ts', import.meta.url).pathname

/** Measures pages in a process of its own while some work is done. Returns the times of each path in milliseconds. */
async function timesOf(paths: string[], work: () => Promise<unknown>): Promise<Map<string, number[]>> {
  const timing = spawn(process.execPath, [program, ...paths.map((path) => `${world.url}${path}`)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(timing.stdout)
  await work().finally(() => timing.stdin.end())
  return new Map(v.parse(Times, JSON.parse(await output)))
}

const share = (list: number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? 0
const figures = (times: Map<string, number[]>) =>
  [...times]
    .map(([url, list]) => {
      const [usual, most, worst] = [0.5, 0.9, 0.999].map((part) => Math.round(share(list, part)))
      return `${new URL(url).pathname}: ${list.length} times, half under ${usual} ms, nine of ten under ${most} ms, all under ${worst} ms`
    })
    .join('\n')

const signed = new Set<string>()

/** Asks for a print and signs the request, which is the same one for a repeated call. */
async function buy(edition: string, session: Session) {
  const reply = await askReply(world, 'buyPrint', session, { edition, expectedAmount: '3000000' })
  if (reply.status !== 202) return reply
  const uuid = uuidOf(reply)
  if (signed.has(uuid)) return reply
  signed.add(uuid)
  await world.sign(uuid, session.account)
  return reply
}

const settled = (edition: string) =>
  cronUntil(
    world,
    'everything paid for',
    async () =>
      (await world.openReservations({ edition_id: edition })).length === 0 &&
      (await world.countRows('payouts', { state: 'owed' })) === 0,
    240_000,
  )

test(`${buyers} accounts buy ${prints} prints at the start: each print once, one for each account, an honest answer for the rest`, async () => {
  const other = await openShop(world)
  const edition = await openEdition()
  const paths = [
    '/robots.txt',
    '/api/collection/featured',
    `/api/collection/info?id=${other.collectionId}`,
    '/',
    `/collection/${other.collectionId}/items`,
    `/nft/${other.items[0]}`,
  ]
  const before = await timesOf(paths, async () => undefined)
  let replies: Awaited<ReturnType<typeof buy>>[] = []
  const during = await timesOf(paths, async () => {
    // The first hundred press the button twice.
    const calls = [...sessions, ...sessions.slice(0, 100)]
    replies = await Promise.all(calls.map((session) => buy(edition, session)))
  })
  console.log(`Before:\n${figures(before)}\nDuring:\n${figures(during)}`)
  const codes = new Set(
    replies.filter(({ status }) => status !== 202).map(({ body }) => String(body['code'])),
  )
  const honest = new Set(['sold_out', 'reserved', 'phase_limit', 'marketplace_busy', 'signer_unavailable'])
  expect([...codes].filter((code) => !honest.has(code))).toEqual([])
  // Visitors read from the edge cache, as in production. Only a read that renews the cache may wait for the crowd.
  for (const list of during.values()) expect(share(list, 0.99)).toBeLessThan(1000)
  await settled(edition)
  // Whoever was told that the marketplace is busy tries again, until every number is sold.
  for (const session of sessions) {
    const reply = await buy(edition, session)
    await settled(edition)
    if (reply.body['code'] === 'sold_out') break
  }
  const sold = await world.soldItems({ edition_id: edition })
  expect(sold.map((row) => row['number'])).toEqual(Array.from({ length: prints }, (_, index) => index + 1))
  expect(new Set(sold.map((row) => row['buyer'])).size).toBe(sold.length)
  for (const row of sold) expect(row['owner']).toBe(row['buyer'])
  console.log(`${sold.length} sold; of the crowd refused with ${[...codes].join()}`)
})
