import { createServer, type IncomingHttpHeaders } from 'node:http'
import { SaxesParser } from 'saxes'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeServer, listen, readBody } from '#local/lib/http.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { pauses } from '#contract/limits/webhooks.ts'
import { openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursAgo, hoursFromNow, minutesAgo, notNull } from '#tests/support/state.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

let world: TestWorld
let artist: DemoAccount
let collector: DemoAccount
let session: Session
let origin: string
const received: Received[] = []
/** The receiver's answer, by path or by the parent path. */
const answers = new Map<string, number>()
/** The receiver does not answer. */
const silent = 0
/** The receivers' own clock counts calls: waiting for a call that is never answered counts as many calls. */
let turns = 0
const turnsOfSilence = 100
const receiver = createServer(async (request, response) => {
  const path = request.url ?? ''
  turns += 1
  response.once('close', () => {
    if (!response.writableEnded) turns += turnsOfSilence
  })
  received.push({ path, headers: request.headers, body: (await readBody(request)).toString() })
  const status = answers.get(path) ?? answers.get(path.replace(/\/\d$/, '')) ?? 204
  if (status === silent) return
  response.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end()
})

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(receiver, 0, 'The receiver')}`
  world = await createTestWorld()
  artist = await world.fund('artist')
  collector = await world.fund('collector')
  await openForBusiness(world)
  session = await world.connect(artist)
})
afterAll(async () => {
  await world?.close()
  await closeServer(receiver)
})
beforeEach(async () => {
  received.length = 0
  answers.clear()
  await world.removeRows('webhooks')
})

const act = (name: string, body: Json, as = session) =>
  world.call(`/api/account/webhook${name}`, { body, session: as })

async function create(path: string, more: Json = {}): Promise<Json> {
  const { status, body } = await act('', {
    url: `${origin}${path}`,
    scope: 'works',
    kinds: ['minted', 'sold', 'transferred'],
    ...more,
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success' } })
  return asJson(body['data'])
}

async function logOf({ id }: Json): Promise<Json[]> {
  const { body } = await world.call(`/api/account/webhook/deliveries?id=${String(id)}`, { session })
  const { deliveries } = body
  return Array.isArray(deliveries) ? deliveries.map(asJson) : []
}

async function ownWebhooks(): Promise<Json[]> {
  const { body } = await world.call('/api/account/webhooks', { session })
  const { webhooks } = body
  return Array.isArray(webhooks) ? webhooks.map(asJson) : []
}

/** Makes waiting messages due, and runs the cron. */
async function sendAgain() {
  await world.changeRows('webhook_deliveries', { state: 'waiting' }, { due_at: new Date(), held_until: null })
  await world.cron()
}

test('a receiver gets the events that it asked for, signed, once each', async () => {
  const webhook = await create('/artist')
  const other = await create('/quiet', { kinds: ['burned'] })
  const nft = await world.mint(artist)
  await world.mint(collector)
  const offer = await world.list(artist, nft, 3_000_000n)
  await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  await world.cron()
  await world.cron()
  expect(received.map(({ path, body }) => [path, asJson(JSON.parse(body))['type']])).toEqual([
    ['/artist', 'minted'],
    ['/artist', 'sold'],
  ])
  const verifier = new Webhook(String(webhook['secret']))
  for (const { body, headers } of received) {
    const message = asJson(verifier.verify(body, asHeaders(headers)))
    expect(message).toMatchObject({ data: { nft, issuer: artist.address } })
    expect(() => new Webhook(String(other['secret'])).verify(body, asHeaders(headers))).toThrow(
      'No matching signature found',
    )
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(await logOf(webhook)).toMatchObject([
    { kind: 'sold', state: 'delivered', tries: 1, status: 204, error: null, dueAt: null },
    { kind: 'minted', state: 'delivered', tries: 1 },
  ])
  expect(await logOf(other)).toEqual([])
})

const asHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

describe('a receiver that fails', () => {
  test('is tried again with the same id, with pauses, until the message is given up', async () => {
    const webhook = await create('/failing', { kinds: ['minted'] })
    answers.set('/failing', 500)
    await world.mint(artist)
    await world.cron()
    const [first] = await world.rowsOf('webhook_deliveries')
    const pause = (Number(first?.['due_at']) - Date.now()) / 1000
    expect(pause).toBeGreaterThan(0)
    expect(pause).toBeLessThanOrEqual(pauses[0])
    for (let tries = 1; tries <= pauses.length; tries += 1) await sendAgain()
    expect(received).toHaveLength(pauses.length + 1)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await logOf(webhook)).toMatchObject([
      {
        state: 'failed',
        tries: pauses.length + 1,
        status: 500,
        error: 'The server responded with status 500.',
      },
    ])
  })

  test('is not followed to another address', async () => {
    const webhook = await create('/moved', { kinds: ['minted'] })
    answers.set('/moved', 302)
    await world.mint(artist)
    await world.cron()
    expect(received.map(({ path }) => path)).toEqual(['/moved'])
    expect(await logOf(webhook)).toMatchObject([{ state: 'waiting', status: 302 }])
  })

  test('does not hold up others, and is switched off after three days; switched on, it gets what happens from then on', async () => {
    const failing = await create('/failing', { kinds: ['minted'] })
    await create('/working', { kinds: ['minted'] })
    answers.set('/failing', 503)
    await world.mint(artist)
    await world.cron()
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/failing', '/working'])
    await world.changeRows('webhooks', { id: failing['id'] }, { failing_since: hoursAgo(73) })
    await sendAgain()
    expect(await ownWebhooks()).toMatchObject([
      { state: 'off', offReason: 'Nothing could be delivered for 3 days.', waiting: 0 },
      { state: 'on', offReason: null },
    ])
    answers.clear()
    received.length = 0
    await world.mint(artist)
    await world.cron()
    await act('/change', { id: failing['id'], state: 'on' })
    await world.mint(artist)
    await world.cron()
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/failing', '/working', '/working'])
  })

  test('is switched off at once when it says that it is gone', async () => {
    await create('/gone', { kinds: ['minted'] })
    answers.set('/gone', 410)
    await world.mint(artist)
    await world.cron()
    expect(await ownWebhooks()).toMatchObject([
      { state: 'off', offReason: 'The receiving server answered that this address is gone.' },
    ])
  })
})

describe('receivers that never answer', () => {
  const callsOf = (path: string) => received.filter((call) => call.path.startsWith(path)).length

  longTest('delay no other account: three calls at a time, and then a lane of their own', async () => {
    for (const place of [1, 2, 3, 4, 5]) await create(`/hanging/${place}`, { kinds: ['minted'] })
    const other = await world.connect(collector)
    const { status } = await act('', { url: `${origin}/prompt`, scope: 'works', kinds: ['minted'] }, other)
    expect(status).toBe(200)
    answers.set('/hanging', silent)
    /** Returns the time until all of the collector's messages have arrived. */
    async function serveCollector(
      before: () => Promise<unknown>,
    ): Promise<{ time: number; round: Promise<void> }> {
      await before()
      for (let count = 0; count < 5; count += 1) await world.mint(collector)
      const turnsBefore = turns
      received.length = 0
      const round = world.cron()
      await expect.poll(() => callsOf('/prompt')).toBe(5)
      return { time: turns - turnsBefore, round }
    }
    const usual = await serveCollector(async () => undefined)
    await usual.round
    const beside = await serveCollector(async () => {
      for (let count = 0; count < 2; count += 1) await world.mint(artist)
    })
    expect(beside.time / usual.time).toBeLessThanOrEqual(2)
    const { round } = beside
    // All of the collector's messages are delivered, while none of the artist's has been answered or dropped.
    expect(callsOf('/hanging')).toBe(3)
    expect(await world.rowsOf('webhook_deliveries', { status: null, error: notNull })).toEqual([])
    await round
    const hanging = (await world.rowsOf('webhooks')).filter(({ url }) => String(url).includes('hanging'))
    expect(new Set(hanging.map((row) => row['is_slow']))).toEqual(new Set([true]))
    await world.removeRows('webhook_deliveries', { state: 'waiting' })
    received.length = 0
    answers.set('/hanging', 204)
    await world.mint(artist)
    await world.mint(collector)
    await world.cron()
    expect(received.map(({ path }) => path.slice(0, 5))).toEqual(['/prom', ...Array(5).fill('/hang')])
    // The receivers answer quickly again.
    expect(await world.rowsOf('webhooks', { is_slow: true })).toEqual([])
  })

  test('are left alone after minutes, and one message tries whether they answer again', async () => {
    await create('/down', { kinds: ['minted'] })
    answers.set('/down', 503)
    for (let count = 0; count < 3; count += 1) await world.mint(artist)
    await world.cron()
    await world.changeRows('webhooks', {}, { failing_since: minutesAgo(6) })
    await sendAgain()
    const pauses = (await world.rowsOf('webhooks')).map((row) => Number(row['paused_until']))
    expect(pauses.filter((until) => until > Date.now())).toHaveLength(1)
    received.length = 0
    await sendAgain()
    expect(received).toEqual([])
    const endPause = () => world.changeRows('webhooks', {}, { paused_until: new Date() })
    await endPause()
    await sendAgain()
    expect(received).toHaveLength(1)
    answers.clear()
    await endPause()
    received.length = 0
    await sendAgain()
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    expect(await world.rowsOf('webhook_deliveries', { state: 'waiting' })).toEqual([])
  })
})

test('a crash between sending and storing sends the message again, with the same id', async () => {
  await create('/twice', { kinds: ['minted'] })
  await world.mint(artist)
  await world.cron()
  // The state if the worker had crashed before it stored the answer.
  await world.changeRows(
    'webhook_deliveries',
    {},
    { state: 'waiting', ended_at: null, held_until: hoursFromNow(1) },
  )
  await world.cron()
  expect(received).toHaveLength(1)
  await sendAgain()
  expect(received).toHaveLength(2)
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
})

test('a test message is signed, and its answer shown', async () => {
  const { id, secret } = await create('/test')
  const sent = await act('/test', { id })
  expect(sent.body).toMatchObject({ status: 'success', data: { delivered: true, status: 204, error: null } })
  const [{ body = '', headers = {} } = {}] = received
  expect(new Webhook(String(secret)).verify(body, asHeaders(headers))).toMatchObject({ type: 'test' })
  answers.set('/test', 404)
  expect((await act('/test', { id })).body).toMatchObject({
    data: { delivered: false, status: 404, error: 'The server responded with status 404.' },
  })
})

describe('a webhook is refused', () => {
  test.each([
    ['a private address', { url: 'https://10.0.0.1/hook' }, /private address/],
    ['http on the open network', { url: 'http://hooks.opx.dev/hook' }, /not https/],
    ['an address with a password', { url: 'https://me:pass@hooks.opx.dev/hook' }, /password/],
    ['no address at all', { url: 'hooks' }, /complete address/],
    ['no kind of event', { kinds: [] }, /at least one kind/],
    ['an unknown kind', { kinds: ['sold', 'stolen'] }, /kinds of events/],
  ])('%s', async (_what, wrong, message) => {
    const { status, text } = await act('', {
      url: `${origin}/x`,
      scope: 'account',
      kinds: ['sold'],
      ...wrong,
    })
    expect(status).toBe(400)
    expect(text).toMatch(message)
    expect(text).toContain('validation_failed')
  })

  test('all events of the marketplace are for operators', async () => {
    const { body } = await act('', { url: `${origin}/x`, scope: 'market', kinds: ['sold'] })
    expect(body).toMatchObject({ status: 'failed', code: 'forbidden' })
  })

  test('when its address is registered twice, and after five of them, also at the same time', async () => {
    const replies = await Promise.all(
      ['/1', '/2', '/2', '/3', '/4', '/5', '/6'].map((path) =>
        act('', { url: `${origin}${path}`, scope: 'account', kinds: ['sold'] }),
      ),
    )
    expect(replies.filter(({ body }) => body['status'] === 'success')).toHaveLength(5)
    expect(replies.map(({ body }) => body['code'])).toEqual(
      expect.arrayContaining(['webhook_exists', 'webhook_limit']),
    )
    expect(await ownWebhooks()).toHaveLength(5)
  })

  test('the webhooks of others can neither be read nor changed', async () => {
    const { id } = await create('/mine')
    const stranger = await world.connect(collector)
    for (const name of ['/change', '/remove', '/test'])
      expect((await act(name, { id, state: 'off' }, stranger)).body).toMatchObject({ code: 'not_found' })
    const { body } = await world.call(`/api/account/webhook/deliveries?id=${String(id)}`, {
      session: stranger,
    })
    expect(body).toEqual({ deliveries: [], cursor: null })
    expect((await world.call('/api/account/webhooks', { session: stranger })).body).toEqual({ webhooks: [] })
    expect(received).toEqual([])
  })
})

describe('feeds', () => {
  test('of an artist tell what happened to the works, newest first, in valid XML', async () => {
    const nft = await world.mint(artist, { metadata: { name: 'Fish & <Chips>' } })
    const offer = await world.list(artist, nft, 4_500_000n)
    await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    await world.cron()
    await world.cron()
    const { status, headers, text } = await world.call(`/feeds/artist/${artist.address}.xml`)
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/atom+xml; charset=utf-8',
    })
    const titles = [...text.matchAll(/<entry><id>([^<]+)<\/id><title>([^<]+)<\/title>/g)].map(
      ([, , title]) => title,
    )
    expect(titles.slice(0, 3)).toEqual([
      'Fish &amp; &lt;Chips&gt; was sold for 4.5 XRP',
      'Fish &amp; &lt;Chips&gt; is for sale for 4.5 XRP',
      'Fish &amp; &lt;Chips&gt; was minted',
    ])
    expect(text).toContain(`href="${world.url}/nft/${nft}"`)
    const ids = [...text.matchAll(/<id>(tag:[^<]+)<\/id>/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('are valid XML whatever characters works, collections and profiles have in their names', async () => {
    // All control characters below the space, and the ends of planes. Postgres cannot store U+0000.
    const codes = [...Array(32).keys(), 0x7f, 0x80, 0x9f, 0xfffe, 0xffff, 0x1fffe].filter((code) => code > 0)
    const odd = `A${String.fromCodePoint(...codes)}<b>&#1;]]>&amp;"'\u2028B`
    const painter = await world.fund('painter of odd names')
    const nft = await world.mint(painter, { taxon: 5, metadata: { name: `${odd}\u0000\ud800` } })
    await world.list(painter, nft, 1_000_000n)
    await world.addCollection({ id: 'odd', issuer: painter.address, taxon: 5, name: odd })
    await world.addRow('profiles', {
      account: painter.address,
      name: odd,
      role: 'Artist',
      avatar_cid: 'x',
      background_cid: 'x',
      skeleton: 'odd',
    })
    await world.cron()
    await world.cron()
    const paths = ['/feeds/collection/odd.xml', `/feeds/artist/${painter.address}.xml`, '/feeds/auctions.xml']
    async function read() {
      const problems: string[] = []
      const names: string[] = []
      for (const path of paths) {
        const { status, text } = await world.call(path)
        const parser = new SaxesParser({ xmlns: true })
        parser.on('error', (error) => problems.push(`${path}: ${error.message}`))
        parser.on('text', (part) => names.push(part))
        parser.write(text).close()
        expect([path, status]).toEqual([path, 200])
      }
      return { problems, names: names.join('\n') }
    }
    const cleaned = await read()
    expect(cleaned.problems).toEqual([])
    expect(cleaned.names).toContain('was minted')
    // A name that was stored without cleaning.
    await world.changeToken(nft, { name: odd })
    const { problems, names } = await read()
    expect(problems).toEqual([])
    expect(names).toContain(`<b>&#1;]]>&amp;"'\u2028B was minted`)
  })

  test('of an unknown collection, or with a malformed address, are problems', async () => {
    expect((await world.call('/feeds/collection/none.xml')).status).toBe(404)
    expect((await world.call('/feeds/artist/rNobody.xml')).status).toBe(400)
    expect((await world.call('/feeds/auctions.xml')).status).toBe(200)
  })
})
