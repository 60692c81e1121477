import { WebSocket as ForeignSocket } from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { livePath, maxMessageLetters } from '#contract/limits/live.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let artist: DemoAccount
let collector: DemoAccount

const token = 'c2f1d9a07be6438519e0f7a4d2b86c35'

beforeAll(async () => {
  world = await createTestWorld({ runtime: true, bindings: { METRICS_TOKEN: token } })
  artist = await world.fund('artist')
  collector = await world.fund('collector', 100)
})
afterAll(() => world.close())

interface Reader {
  frames: Json[]
  /** The events of all frames. */
  events: () => Json[]
  send: (message: unknown) => void
  socket: WebSocket
  closed: Promise<{ code: number; reason: string }>
}

async function connect(message?: object, to = world): Promise<Reader> {
  const socket = new WebSocket(`${to.url.replace('http', 'ws')}${livePath}`)
  const frames: Json[] = []
  socket.addEventListener('message', ({ data }) => frames.push(asJson(JSON.parse(String(data)))))
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
  )
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const send = (text: unknown) => socket.send(typeof text === 'string' ? text : JSON.stringify(text))
  if (message !== undefined) send(message)
  const events = () => frames.flatMap(({ events: some }) => (Array.isArray(some) ? some.map(asJson) : []))
  return { frames, events, send, socket, closed }
}

const kindsOf = ({ events }: Reader) => events().map(({ kind }) => kind)
const positionOf = ({ frames }: Reader) => Number(frames.at(-1)?.['position'])

/** Publishes an event, to which the shards answer with their readers, and returns the metric of these. */
async function countReaders(): Promise<string | undefined> {
  await world.mint(artist)
  await world.cron()
  const reply = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  // The same run of the cron has written the metrics as events.
  expect(text).not.toContain('opx_job_failures_total{')
  return /^opx_live_readers (\d+)$/m.exec(text)?.[1]
}

test('metrics count the readers that are connected, sockets and streams', async () => {
  expect(await countReaders()).toBe('0')
  const page = await connect({ topics: [`artist:${artist.address}`] })
  expect(await countReaders()).toBe('1')
  const leaving = new AbortController()
  const stream = await fetch(`${world.url}/api/events?topics=artist:${artist.address}`, {
    headers: { accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  expect(stream.status).toBe(200)
  expect(await countReaders()).toBe('2')
  page.socket.close()
  await page.closed
  expect(await countReaders()).toBe('1')
  leaving.abort()
  await expect.poll(countReaders).toBe('0')
})

test('a page hears what happens to its work, and continues where it left after a break', async () => {
  const nft = await world.mint(artist)
  await world.cron()
  const page = await connect({ topics: [`work:${nft}`] })
  const other = await connect({ topics: [`account:${collector.address}`] })
  await expect.poll(() => [page.frames.length, other.frames.length]).toEqual([1, 1])
  expect(kindsOf(page)).toEqual(['minted'])
  await world.list(artist, nft, 5_000_000n)
  await world.cron()
  await expect.poll(() => kindsOf(page)).toEqual(['minted', 'listed'])
  const position = positionOf(page)
  page.socket.close()
  await page.closed
  await world.bid(collector, artist.address, nft, 2_000_000n)
  await world.cron()
  const again = await connect({ topics: [`work:${nft}`], after: position })
  await expect.poll(() => kindsOf(again)).toEqual(['bid'])
  await expect.poll(() => kindsOf(other)).toEqual(['bid'])
  await world.list(artist, nft, 4_000_000n)
  await world.cron()
  await expect.poll(() => kindsOf(again)).toEqual(['bid', 'price_changed'])
  expect(kindsOf(other)).toEqual(['bid'])
  const keys = [...page.events(), ...again.events()].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  again.socket.close()
  other.socket.close()
})

test.each([
  ['a forged topic', { topics: ['secrets:all'] }, 'validation_failed'],
  [
    'too many topics',
    { topics: Array.from({ length: 65 }, (_, i) => `collection:c${i}`) },
    'validation_failed',
  ],
  ['a position that was never given out', { topics: ['home'], after: 9_000_000_000 }, 'validation_failed'],
  ['what is no message', 'hello', 'validation_failed'],
])('%s is refused with a reason', async (_what, message, code) => {
  const reader = await connect(message as object)
  const { code: closeCode } = await reader.closed
  expect(closeCode).toBe(1008)
  expect(reader.frames.at(-1)).toMatchObject({ problem: { code } })
})

test('a message that is too large, and too many messages, end the connection', async () => {
  const large = await connect()
  large.send('x'.repeat(maxMessageLetters + 1))
  expect((await large.closed).code).toBe(1009)
  const noisy = await connect()
  for (let i = 0; i < 40; i += 1) noisy.send({ seen: 0 })
  expect((await noisy.closed).code).toBe(1008)
})

longTest(
  'a page of another site cannot open a socket, and a reader that does not read is dropped',
  async () => {
    const foreign = new ForeignSocket(`${world.url.replace('http', 'ws')}${livePath}`, {
      origin: 'https://elsewhere.example',
    })
    const status = new Promise((resolve) =>
      foreign.on('unexpected-response', (request, { statusCode }) => {
        request.destroy()
        resolve(statusCode)
      }),
    )
    expect(await status).toBe(403)
    const lazy = await connect({ topics: [`artist:${artist.address}`] })
    await expect.poll(() => lazy.frames.length).toBe(1)
    // Long names make the events large. They are never acknowledged.
    await world.changeRows('nfts', { issuer: artist.address }, { name: 'x'.repeat(60_000) })
    const nft = lazy.events()[0]?.['nft']
    for (let i = 0; i < 6; i += 1) {
      await world.bid(collector, artist.address, String(nft), BigInt(1_000_000 + i))
      await world.cron()
    }
    expect((await lazy.closed).code).toBe(1013)
    await world.changeRows('nfts', { issuer: artist.address }, { name: null })
  },
)

test('a program gets the same as a stream, two of them for an address', async () => {
  const nft = await world.mint(artist)
  await world.cron()
  const leaving = new AbortController()
  const open = () =>
    fetch(`${world.url}/api/events?topics=work:${nft}&after=0`, {
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    })
  const [first, second] = [await open(), await open()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await open()).status).toBe(429)
  let text = ''
  const decoder = new TextDecoder()
  const listed = world.list(artist, nft, 1_000_000n).then(() => world.cron())
  for await (const chunk of first.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('event: listed')) break
  }
  await listed
  leaving.abort()
  expect(text).toMatch(/^id: [0-9]+\nevent: minted\ndata: \{/)
})

longTest(
  'an object follows the ledger by itself, and readers miss nothing when the runtime is killed',
  async () => {
    const own = await createTestWorld({ runtime: true, bindings: { CRON_BUDGET_MS: '200' } })
    try {
      const seller = await own.fund('seller')
      await own.cron()
      const page = await connect({ topics: [`artist:${seller.address}`] }, own)
      const first = await own.mint(seller)
      await expect.poll(() => page.events().map(({ nft }) => nft)).toEqual([first])
      // The Durable Object also notifies the accounts that an event concerns.
      await own.addRow('wallets', { account: seller.address })
      await own.bid(await own.fund('bidder'), seller.address, first, 1_000_000n)
      await expect.poll(() => kindsOf(page)).toEqual(['minted', 'bid'])
      await expect.poll(() => own.notificationsOf(seller.address)).toMatchObject([{ kind: 'bid_received' }])
      await own.stack.worker.kill()
      await page.closed
      const second = await own.mint(seller)
      await own.stack.worker.start()
      // The run waits for leases of the killed runtime; the object that it starts does not wait.
      const watchdog = own.stack.fireCron().catch(() => false)
      const again = await connect({ topics: [`artist:${seller.address}`], after: positionOf(page) }, own)
      await expect.poll(() => again.events().map(({ nft }) => nft)).toEqual([second])
      await own.list(seller, second, 1_000_000n)
      await expect.poll(() => kindsOf(again)).toEqual(['minted', 'listed'])
      again.socket.close()
      await own.stack.worker.kill()
      await watchdog
    } finally {
      await own.close()
    }
  },
)
