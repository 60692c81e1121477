import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type CountingProxy, startCountingProxy } from '#tests/support/counting-proxy.ts'
import { gif } from '#tests/support/media-files.ts'
import { promoDigest } from '#worker/domain/collection/promo-code.ts'
import { everythingReadable } from '#tests/support/public-replies.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, indexed } from './helpers.ts'
import { longDescribe, longTest } from '#tests/support/sample.ts'

let proxy: CountingProxy
let world: TestWorld
let nft: string
let cid: string

beforeAll(async () => {
  proxy = await startCountingProxy(inject('services').databaseProxy)
  world = await createTestWorld({
    runtime: true,
    bindings: { PUBLIC_READ_SECONDS: '5', AVIF: 'on', DATABASE_PROXY: proxy.address },
  })
  const artist = await world.fund('artist')
  const noise = Buffer.from(Array.from({ length: 900 * 700 * 3 }, (_, i) => (i * 7919) % 251))
  const picture = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    .png()
    .toBuffer()
  cid = await world.pin(new Uint8Array(picture))
  nft = await world.mint(artist, { metadata: { name: 'First name', image: `ipfs://${cid}` } })
  await indexed(world, nft)
  await world.addCollection({ id: 'c1', issuer: artist.address, taxon: 0, name: 'One' })
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const rename = (name: string) => world.changeRows('nfts', {}, { name })
/** Writes an event and returns its position. */
async function nextEvent(): Promise<string> {
  const [clock] = await world.query(
    `insert into event_clock (name, position) values ('log', 1)
    on conflict (name) do update set position = event_clock.position + 1 returning position`,
  )
  return String(clock?.['position'])
}
const card = '/api/collection/nfts?id=c1'

describe('reads of visitors', () => {
  test('have an ETag and answer 304 while nothing has changed', async () => {
    const first = await world.call(card)
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[0-9a-f]{24}"$/)])
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = await world.call(card, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.status, again.text]).toEqual([304, ''])
    // Even for a reader who has seen an event, no query is needed as long as the event is the newest.
    const headers = { 'if-none-match': etag, 'opx-position': await nextEvent() }
    await world.call(card, { headers })
    const before = proxy.roundTrips
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.call(card, { headers })))
    expect([new Set(replies.map(({ status }) => status)), proxy.roundTrips - before]).toEqual([
      new Set([304]),
      0,
    ])
  })

  longTest(
    'are cached for seconds and revalidated in the background; a signed-in account sees a change at once',
    async () => {
      const collector = await world.fund('collector')
      const session = await world.connect(collector)
      // A request that is not cached yet.
      const path = `${card}&sort=price_inc`
      const nameOf = async (options = {}) =>
        (await world.call(path, options)).text.match(/"name":"([^"]+)"/)?.[1]
      await rename('Before')
      expect(await nameOf()).toBe('Before')
      // The reply is cached after the response. From then on, the database is not queried.
      await vi.waitUntil(
        async () => {
          const before = proxy.roundTrips
          await nameOf()
          return proxy.roundTrips === before
        },
        { timeout: 20_000, interval: 50 },
      )
      // The same applies to a token that we have not issued.
      for (const authorization of ['x', 'Bearer x', `Bearer ${session.token.slice(0, -4)}AAAA`]) {
        await vi.waitUntil(
          async () => {
            const before = proxy.roundTrips
            await nameOf({ headers: { authorization } })
            return proxy.roundTrips === before
          },
          { timeout: 20_000, interval: 50 },
        )
      }
      await rename('After')
      expect(await nameOf()).toBe('Before')
      const own = await world.call(path, { session })
      expect([own.text.includes('After'), own.headers.get('cache-control')]).toEqual([true, 'no-store'])
      // One of these requests revalidates the copy, and a later one gets it before the maximum age (10 s).
      await vi.waitUntil(async () => (await nameOf()) === 'After', { timeout: 20_000, interval: 250 })
    },
  )

  test('have an event that the reader has seen, and are cached for those who have seen it too', async () => {
    const path = '/api/collection/nfts?id=c1&sort=price_dec'
    const reads = async (position?: string) => {
      const before = proxy.roundTrips
      const headers: Record<string, string> = position === undefined ? {} : { 'opx-position': position }
      const { text } = await world.call(path, { headers })
      return { name: text.match(/"name":"([^"]+)"/)?.[1], fromDatabase: proxy.roundTrips > before }
    }
    const isKept = async (position?: string) => !(await reads(position)).fromDatabase
    await rename('Earlier')
    await reads()
    await vi.waitUntil(() => isKept(), { timeout: 20_000, interval: 20 })
    await rename('Later')
    expect((await reads()).name).toBe('Earlier')
    const event = await nextEvent()
    expect(await reads(event)).toEqual({ name: 'Later', fromDatabase: true })
    await vi.waitUntil(() => isKept(event), { timeout: 20_000, interval: 20 })
    expect((await reads(event)).name).toBe('Later')
    // Invalid positions are ignored.
    for (const wrong of ['0', '-1', '1e3', 'x', '9'.repeat(40)]) expect(await isKept(wrong)).toBe(true)
  })

  test('are cached for those who name events that nobody has seen', async () => {
    const path = '/api/collection/nfts?id=c1&sort=rarity_inc'
    const newest = Number(await nextEvent())
    const readEvents = async (position: number) => {
      const before = proxy.roundTrips
      const reply = await world.call(path, { headers: { 'opx-position': String(position) } })
      return {
        name: reply.text.match(/"name":"([^"]+)"/)?.[1],
        trips: proxy.roundTrips - before,
      }
    }
    await rename('Kept')
    await readEvents(newest)
    await vi.waitUntil(async () => (await readEvents(newest)).trips === 0, { timeout: 20_000, interval: 20 })
    await rename('Not asked for')
    // Only the end of the log is queried.
    for (const beyond of [1, 2, 3, 1000, 1_000_000, 999_999_999_999_999 - newest])
      expect([beyond, await readEvents(newest + beyond)]).toEqual([beyond, { name: 'Kept', trips: 1 }])
    for (const position of [1, newest])
      expect([position, await readEvents(position)]).toEqual([position, { name: 'Kept', trips: 0 }])
    const next = Number(await nextEvent())
    expect(await readEvents(next)).toMatchObject({ name: 'Not asked for' })
  })

  test('a crowd asks the database once, and whoever names an event spares everyone else the query', async () => {
    const path = '/api/collection/nfts?id=c1&sort=listed_dec'
    const crowd = async (headers: Record<string, string> = {}) => {
      const before = proxy.roundTrips
      const replies = await Promise.all(Array.from({ length: 100 }, () => world.call(path, { headers })))
      const etags = new Set(replies.map((reply) => `${reply.status} ${reply.headers.get('etag')}`))
      return { trips: proxy.roundTrips - before, answers: etags.size }
    }
    // The log is queried once for whether the event exists.
    expect(await crowd({ 'opx-position': await nextEvent() })).toEqual({ trips: 2, answers: 1 })
    const again = await crowd()
    expect(again.answers).toBe(1)
    // An outdated reply is read only once more.
    expect(again.trips).toBeLessThanOrEqual(1)
    expect(await crowd({ 'opx-position': await nextEvent() })).toEqual({ trips: 2, answers: 1 })
  })

  test('ignore unknown parameters in the cache key', async () => {
    const path = '/api/marketplace/suggest?query=entries'
    const first = await world.call(path)
    // The reply is cached after the response.
    const isKept = async (address: string) => {
      const before = proxy.roundTrips
      const reply = await world.call(address)
      return reply.text === first.text && proxy.roundTrips === before
    }
    await vi.waitUntil(() => isKept(path), { timeout: 20_000, interval: 20 })
    for (const more of ['&utm_source=x', '&a=1&b=2', '&Query=x', `&${'x'.repeat(500)}=1`, '&query[]=x']) {
      expect([more, await isKept(`${path}${more}`)]).toEqual([more, true])
    }
    // Another value of a known parameter is another entry.
    expect(await isKept('/api/marketplace/suggest?query=others')).toBe(false)
  })

  test('show a changed profile at once, also without a session', async () => {
    const person = await world.connect(await world.fund('Followed'))
    const fan = await world.connect(await world.fund('Fan'))
    const path = `/api/account/profile?account=${person.account.address}`
    await world.addRow('profiles', {
      account: person.account.address,
      name: 'Followed',
      description: '',
      role: 'User',
      avatar_cid: cid,
      background_cid: cid,
    })
    const followers = async () => JSON.stringify((await world.call(path)).body['profile'])
    expect(await followers()).not.toContain(fan.account.address)
    const followed = await world.call('/api/account/follow', {
      session: fan,
      body: { account: fan.account.address, followee: person.account.address },
    })
    expect(followed.body).toMatchObject({ status: 'success' })
    expect(await followers()).toContain(fan.account.address)
  })

  test('do not cache refusals', async () => {
    const missing = await world.call('/api/collection/info?id=none')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})

longTest(
  'a crowd on a page asks the database once, whoever asks, and gets a change within seconds',
  async () => {
    const page = '/collection/c1/items?sort=rarity_inc'
    const rename = (name: string) => world.changeRows('collections', {}, { name })
    const crowd = async (path: string, count: number) => {
      const before = proxy.roundTrips
      const replies = await Promise.all(Array.from({ length: count }, () => world.call(path)))
      const titles = replies.map(({ text }) => text.match(/<title>(.+) · OPX</)?.[1])
      return { trips: proxy.roundTrips - before, titles: [...new Set(titles)] }
    }
    await rename('Shown')
    const first = await crowd(page, 50)
    // Queries for the collection, its items, their traits and its editions, and for price, ledger and servers, which are
    // cached for three seconds.
    expect([first.trips <= 7, first.titles]).toEqual([true, ['Shown']])
    await rename('Renamed')
    // Other parameters and a session make no difference.
    const session = await world.connect(await world.fund('visitor'))
    expect((await world.call(`${page}&utm_source=x`, { session })).text).toContain('<title>Shown')
    await vi.waitUntil(async () => (await crowd(page, 1)).titles[0] === 'Renamed', {
      timeout: 20_000,
      interval: 250,
    })
    // A missing page is read again each time.
    const missing = '/collection/later/items'
    expect((await world.call(missing)).status).toBe(404)
    await world.addCollection({ id: 'later', issuer: 'r', taxon: 9, name: 'Later' })
    expect((await crowd(missing, 1)).titles).toEqual(['Later'])
  },
)

test('public reads take one database round trip each', async () => {
  const reads = [
    '/api/nft/featured',
    '/api/collection/featured',
    '/api/collection/auction',
    '/api/collection/trading_top?days=7',
    '/api/collection/list?sort=price_inc&verified=false',
    '/api/collection/info?id=c1',
    '/api/collection/nfts?id=c1&sort=rarity_dec&buyable=false',
    '/api/collection/facets?id=c1',
    '/api/collection/history?id=c1',
    '/api/collection/figures?id=c1',
    '/api/collection/sales?id=c1',
    '/api/collection/owners?id=c1',
    `/api/nft/prices?id=${nft}`,
    '/api/marketplace/search?query=name',
    '/api/marketplace/suggest?query=name',
    `/api/nft?id=${nft}`,
  ]
  for (const path of reads) {
    const before = proxy.roundTrips
    expect([path, (await world.call(path)).status]).toEqual([path, 200])
    expect([path, proxy.roundTrips - before]).toEqual([path, 1])
  }
})

longDescribe('the image gateway', () => {
  const accept = (types: string) => ({ headers: { accept: types } })
  const path = (width: number) => `/media/ipfs/${cid}?w=${width}&q=60`

  longTest(
    'serves AVIF or WebP by Accept, JPEG otherwise, and the first response does not wait for AVIF',
    async () => {
      expect((await world.call(path(300), accept('image/*'))).headers.get('content-type')).toBe('image/jpeg')
      expect((await world.call(path(300), accept('image/webp'))).headers.get('content-type')).toBe(
        'image/webp',
      )
      const modern = accept('image/avif,image/webp,*/*')
      const first = await world.call(path(500), modern)
      expect(first.headers.get('content-type')).toBe('image/webp')
      expect(first.headers.get('cache-control')).toContain('max-age=60')
      const later = () => world.call(path(500), modern)
      await cronUntil(world, 'AVIF', async () => (await later()).headers.get('content-type') === 'image/avif')
      const { headers } = await later()
      expect(headers.get('cache-control')).toContain('immutable')
      expect(headers.get('vary')).toBe('accept')
    },
  )

  longTest('completes a picture for others when one visitor leaves', async () => {
    const headers = { accept: 'image/webp' }
    for (const [leavesAfterMs, quality] of [
      [1, 30],
      [5, 40],
      [10, 50],
      [20, 70],
      [40, 80],
      [80, 90],
    ] as const) {
      const url = `${world.url}/media/ipfs/${cid}?w=1600&q=${quality}`
      const leaving = new AbortController()
      const left = fetch(url, { headers, signal: leaving.signal }).catch((error: unknown) => error)
      await wait(leavesAfterMs)
      leaving.abort()
      await left
      const reply = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) })
      expect([leavesAfterMs, reply.status]).toEqual([leavesAfterMs, 200])
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
  })

  longTest(
    'never sends more than 200 KB where a size is requested: a GIF is a still picture there, a large drawing is none',
    async () => {
      const small = gif()
      // A comment of more than 1 MB before the trailer. Source: GIF89a, section 24.
      const block = Buffer.alloc(256, 'x')
      block[0] = 255
      const comment = [
        Buffer.from([0x21, 0xfe]),
        ...Array.from({ length: 4200 }, () => block),
        Buffer.from([0]),
      ]
      const large = Buffer.concat([small.subarray(0, -1), ...comment, small.subarray(-1)])
      const sized = async (file: Buffer, query: string) =>
        fetch(`${world.url}/media/ipfs/${await world.pin(new Uint8Array(file))}${query}`, {
          headers: { accept: 'image/webp' },
        })
      const still = await sized(large, '?w=300')
      expect(still.headers.get('content-type')).toBe('image/webp')
      expect((await still.arrayBuffer()).byteLength).toBeLessThan(200_000)
      expect((await sized(small, '?w=300')).headers.get('content-type')).toBe('image/webp')
      const whole = await sized(large, '')
      expect([whole.headers.get('content-type'), (await whole.arrayBuffer()).byteLength]).toEqual([
        'image/gif',
        large.length,
      ])
      const drawing = (comment: number) =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!--${'x'.repeat(comment)}--><circle r="4"/></svg>`,
        )
      const [plain, heavy] = [drawing(1000), drawing(210_000)]
      // Twice: first from the store, then from the edge.
      for (const _ of [1, 2]) {
        const small = await sized(plain, '?w=300')
        expect([small.headers.get('content-type'), await small.text()]).toEqual([
          'image/svg+xml',
          String(plain),
        ])
        expect([(await sized(heavy, '?w=300')).status, (await sized(heavy, '')).status]).toEqual([404, 200])
        // Opening a drawing runs no script of the drawing, and none on our origin.
        expect([
          small.headers.get('content-security-policy'),
          small.headers.get('x-content-type-options'),
        ]).toEqual([
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox",
          'nosniff',
        ])
      }
      // A file that cannot be resized and is too large for a card.
      const film = await sized(Buffer.from(new Uint8Array(210_000)), '?w=300')
      expect(film.status).toBe(404)
    },
  )

  longTest('makes one picture for identical concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => world.call(path(800), accept('image/webp'))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(replies.filter(({ headers }) => headers.get('x-picture') === 'made')).toHaveLength(1)
    expect((await world.call(path(800), accept('image/webp'))).headers.get('x-picture')).toBe('kept')
  })
})

describe('search engines', () => {
  test('get robots.txt with the address of the sitemaps', async () => {
    const robots = await world.call('/robots.txt')
    expect(robots.text).toContain(`Sitemap: ${world.url}/sitemap.xml`)
    const index = await world.call('/sitemap.xml')
    expect(index.text).toContain(`<loc>${world.url}/sitemap/collection/c1.xml</loc>`)
    const items = await world.call('/sitemap/collection/c1.xml')
    expect(items.text).toContain(`<loc>${world.url}/nft/${nft}</loc>`)
    expect((await world.call('/sitemap/collection/none.xml')).status).toBe(404)
    const fixed = await world.call('/sitemap/pages.xml')
    expect([...fixed.text.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url?.replace(world.url, ''))).toEqual([
      '/',
      '/collections_explorer',
      '/create',
      '/art_society',
      '/help',
    ])
  })
})

describe('while the database is unavailable', () => {
  test('every call and page says so with Retry-After, and recovers by itself', async () => {
    const session = await world.connect(await world.fund('Nina'))
    const answers = async () => ({
      health: await world.call('/api/health'),
      read: await world.call('/api/collection/info?id=away'),
      own: await world.call('/api/account/payouts', { session }),
      write: await world.call('/api/account/payout_tag', { session, body: { destinationTag: 1 } }),
    })
    proxy.cut = 'everything'
    for (const [name, reply] of Object.entries(await answers())) {
      expect([name, reply.status, reply.body['code'], reply.headers.get('retry-after')]).toEqual([
        name,
        503,
        'database_unavailable',
        '10',
      ])
    }
    for (const path of ['/', `/nft/${nft}`, '/collection/c1/items', '/collections_explorer?q=away']) {
      const page = await world.call(path)
      expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '10'])
      expect(page.text).toContain('data-problem="database_unavailable"')
      expect(page.text).toContain('The database is not responding at the moment.')
    }
    // Pages that need no data still work.
    expect((await world.call('/create')).status).toBe(200)
    // Only calls that need a transaction are refused.
    proxy.cut = 'transactions'
    const half = await answers()
    expect([half.own.status, half.write.status, half.write.body['code']]).toEqual([
      200,
      503,
      'database_unavailable',
    ])
    proxy.cut = 'nothing'
    const after = await answers()
    expect([after.health.status, after.own.status, after.write.status]).toEqual([200, 200, 200])
    expect((await world.call(`/nft/${nft}`)).status).toBe(200)
  })
})

// The last test, because it fills the edge with every page.
test('pages have nothing of a promo code', async () => {
  const code = 'violets-4711'
  const digest = promoDigest('c1', code)
  await world.setRules('c1', { promo_code_enabled: true, promo_code: code, promo_digest: digest })
  const [collection] = await world.rowsOf('collections', { id: 'c1' })
  const artist = String(collection?.['issuer'])
  const readable = await everythingReadable(world, {
    collectionId: 'c1',
    artist,
    ids: [nft],
    words: ['viol'],
  })
  expect(readable).toContain('</html>')
  for (const secret of ['violets', digest, digest.slice(0, 16)]) expect(readable).not.toContain(secret)
})
