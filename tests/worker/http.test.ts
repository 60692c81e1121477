import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { expectContract } from '#tests/support/contract.ts'
import { sessionsOf } from '#tests/support/crowd.ts'
import { png, svg } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { sendForm, upload } from './creating.ts'
import { indexed } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let nft: string
let pictureCid: string

beforeAll(async () => {
  world = await createTestWorld({
    runtime: true,
    bindings: { RATE_LIMITS: 'on', LINK_CONTACT: 'mailto:security@opx.example' },
  })
  const artist = await world.fund('artist')
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#884422' } })
    .png()
    .toBuffer()
  pictureCid = await world.pin(new Uint8Array(picture))
  nft = await world.mint(artist, { metadata: { name: '</script><b>Sly</b>', image: `ipfs://${pictureCid}` } })
  await indexed(world, nft)
  await world.addCollection({ id: 'night', issuer: artist.address, taxon: 0, name: 'Night' })
  for (let i = 0; i < 20; i += 1) await world.cron()
})
afterAll(() => world.close())

describe('pages', () => {
  test('contain the first screen’s data in an inert block, and no inline script that runs', async () => {
    const home = await world.call('/')
    expect(home.status).toBe(200)
    expect(home.text).toMatch(/<script type="application\/json" id="opx-data">/)
    expect(home.text).not.toMatch(/<script(?![^>]*(src=|type="application\/json"))[^>]*>/)
    expect(home.text).not.toContain('<style')
    expect(home.text).not.toContain('rel="canonical"')
  })

  test('of an NFT have its social metadata, with hostile names escaped', async () => {
    const page = await world.call(`/nft/${nft}`)
    expect(page.text).toContain('<meta property="og:description" content="A Gateway to Digital Luxury">')
    expect(page.text).toContain(`<link rel="canonical" href="${world.url}/nft/${nft}">`)
    const label = /property="og:image:alt" content="([^"]*)"/.exec(page.text)?.[1]
    expect(label).toMatch(/ · .+Sly · \d{4} · Picture, 640 × 480 px · Night$/)
    expect(page.text).toContain(`/media/ipfs/${pictureCid}?w=1200`)
    expect(page.text).not.toContain('</script><b>')
    expect(page.text).toContain('&lt;/script&gt;')
    const missing = await world.call(`/nft/${'0'.repeat(64)}`)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('id="opx-data"')
  })

  test('of a collection show the cover and the first works before any code runs', async () => {
    const { text } = await world.call('/collection/night/items')
    expect(text).toContain('data-first-paint="cover"')
    const [, works = ''] = text.split('<div class="first-paint-works">')
    expect(works.split('</main>')[0]).toContain(`<img src="/media/ipfs/${pictureCid}?w=800"`)
    expect(text.split('<main')[0]).toContain(
      `<link rel="preload" as="image" href="/media/ipfs/${pictureCid}?w=800"`,
    )
  })

  test('without a picture of their own use the default picture as social image', async () => {
    const account = `/account/${world.marketplace.address}/profile/nfts`
    for (const path of ['/art_society', '/collections_explorer', '/create', '/search/night', account]) {
      const { text } = await world.call(path)
      expect(text).toContain(`<link rel="canonical" href="${world.url}${path}">`)
      expect(text).toContain('<meta property="og:description" content="A Gateway to Digital Luxury">')
      expect(text).toContain(`<meta property="og:image" content="${world.url}/preview.png">`)
    }
    const picture = await fetch(`${world.url}/preview.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('outside the client have the same social metadata', async () => {
    for (const [path, title] of [
      ['/legal/privacy', 'Privacy Policy · OPX'],
      ['/legal/terms', 'Terms · OPX'],
      ['/admin', 'Operations · OPX'],
    ] as const) {
      const { text } = await world.call(path)
      expect(text).toContain(`<link rel="canonical" href="${world.url}${path}">`)
      expect(text).toContain(`<meta property="og:title" content="${title}">`)
      expect(text).toContain('<meta property="og:description" content="A Gateway to Digital Luxury">')
    }
  })

  test('have one address each: a trailing slash redirects to it, and never to another host', async () => {
    for (const [path, to] of [
      ['/collections_explorer/?q=a', '/collections_explorer?q=a'],
      [`/nft/${nft}/`, `/nft/${nft}`],
      ['//other.example/', '//other.example'],
    ] as const) {
      const reply = await world.call(path)
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 301, `${world.url}${to}`])
    }
  })

  test('with an unknown path serve the client; a missing file is a 404', async () => {
    const unknown = await world.call('/no/such/page')
    for (const path of [
      '/no/such/page',
      '/no/such.page',
      '/.git/config',
      '/.env',
      '/index.php',
      '/a.b/c',
      '/x/..y',
    ]) {
      const page = await world.call(path)
      // The client redirects all of them to the home page.
      expect([path, page.status, page.text.includes('id="opx-data"')]).toEqual([path, 200, true])
    }
    for (const path of [
      '/assets/index-old.js',
      '/assets/none',
      '/robots-old.txt',
      '/favicon.ico',
      '/media/none',
      '/.well-known/none',
      '/.well-known/',
    ]) {
      const missing = await world.call(path)
      // The missing file is not cached, because the next release may contain it.
      expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
    }
    const script = /data-app="(\/assets\/[^"]+\.js)/.exec(unknown.text)?.[1] ?? ''
    const reply = await world.call(script)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
  })

  test('below /.well-known/ name the contact for security reports', async () => {
    const { status, headers, text } = await world.call('/.well-known/security.txt')
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    expect(text).toContain('Contact: mailto:security@opx.example\n')
    const expires = Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  })

  test('below /api/ that do not exist are problem replies', async () => {
    for (const path of ['/api/none', '/api/.env', '/api/x.html', '/api/a/b.js']) {
      const reply = await world.call(path)
      expect([path, reply.status, reply.body['code']]).toEqual([path, 404, 'not_found'])
    }
  })

  test('with legal documents and the API reference work without JavaScript', async () => {
    for (const path of ['/legal/privacy', '/legal/terms']) {
      const page = await world.call(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.text).toMatch(/<h1>/)
      expect(page.text).not.toContain('class="note"')
      const german = await world.call(path, { headers: { 'accept-language': 'de' } })
      expect(german.text).toContain('<p class="note" lang="de">Dieses Dokument gibt es nur auf Englisch')
      expect(german.headers.get('vary')).toContain('Accept-Language')
    }
    const api = await world.call('/api')
    expect(api.text).toMatch(/POST<\/span> \/api\/nft\/buy_now/)
    const problems = await world.call('/api/problems')
    const [path, section] = String((await world.call('/api/none')).body['type']).split('#')
    expect([path, problems.status]).toEqual(['/api/problems', 200])
    expect(problems.text).toContain(`id="${section}"`)
    const document = await world.call('/api/openapi.json')
    expect(document.body['openapi']).toBe('3.1.0')
  })
})

describe('every answer', () => {
  test('has the content security policy, the security headers and a request id', async () => {
    for (const path of [
      '/',
      `/nft/${nft}`,
      '/api/nft/featured',
      '/api/nothing',
      '/favicon.svg',
      '/legal/terms',
      '/sw.js',
      '/offline',
      '/manifest.webmanifest',
      '/icon-512.png',
    ]) {
      const { headers } = await world.call(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect([path, policy]).toEqual([path, expect.stringContaining("script-src 'self'")])
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types opx-worker-scripts")
    }
  })

  test('can only be embedded by our own pages, as can every file of the client', async () => {
    const page = await world.call('/')
    const files = [...page.text.matchAll(/\/assets\/[^" ]+/g)].map(([path]) => path)
    expect(files.length).toBeGreaterThan(1)
    for (const path of files) {
      const { headers } = await world.call(path)
      expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'same-origin'])
    }
  })

  test('lets cards of works on other sites load the fonts, and documents load them ahead', async () => {
    for (const path of ['/legal/terms', '/api']) {
      const { text } = await world.call(path)
      const fonts = [...text.matchAll(/rel="preload" href="([^"]+\.woff2)"/g)].map(([, font = '']) => font)
      expect([path, fonts]).toEqual([path, ['/fonts/inter-text.woff2', '/fonts/fraunces-display.woff2']])
      for (const font of fonts) {
        const { status, headers } = await world.call(font)
        expect([font, status, headers.get('access-control-allow-origin')]).toEqual([font, 200, '*'])
        expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      }
    }
    const card = await world.call(`/embed/nft/${nft}`)
    expect(card.text).toContain(`${world.url}/fonts/inter-text.woff2`)
    const [style = ''] = /(?<=<style>)[\s\S]*(?=<\/style>)/.exec(card.text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(card.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(card.headers.get('content-security-policy')).toContain(`font-src ${world.url}`)
  })

  test('keeps a given request id and puts it into errors', async () => {
    const reply = await world.call('/api/nothing', { headers: { 'x-request-id': 'test-request-1' } })
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(reply.body).toMatchObject({ code: 'not_found', requestId: 'test-request-1' })
  })
})

test('replies of the reading calls match the contract', async () => {
  const calls = [
    ['getFeaturedNfts', '/api/nft/featured'],
    ['getFeaturedCollections', '/api/collection/featured'],
    ['getAuctions', '/api/collection/auction'],
    ['getTrendingCollections', '/api/collection/trading_top?days=7'],
    ['getNft', `/api/nft?id=${nft.toLowerCase()}`],
    ['getMarketplaceOwner', '/api/marketplace/owner'],
    ['getSettings', '/api/marketplace/settings'],
    ['getHealth', '/api/health'],
  ] as const
  for (const [name, path] of calls) {
    const reply = await world.call(path)
    expect([name, reply.status]).toEqual([name, 200])
    expectContract(name, reply)
  }
  for (const path of ['/api/nft?id=xyz', '/api/nft', '/api/collection/trading_top?days=3']) {
    const reply = await world.call(path)
    expect([path, reply.status, reply.body['code']]).toEqual([path, 400, 'validation_failed'])
  }
})

test('every field refuses the character NUL, which Postgres cannot store in text', async () => {
  const after = btoa(encodeURIComponent(JSON.stringify({ value: null, id: '\0' })))
  for (const path of [
    '/api/marketplace/search?query=%00a',
    '/api/marketplace/suggest?query=a%00',
    '/api/collection/list?q=%00',
    `/api/collection/list?after=${encodeURIComponent(after)}`,
    '/api/collection/nfts?id=none&name=%00',
    '/api/collection/nfts?id=none&trait=a&trait=%00:a',
  ]) {
    const reply = await world.call(path)
    expect([path, reply.status, reply.body['code']]).toEqual([path, 400, 'validation_failed'])
  }
  // In a page's address, NUL is ignored.
  for (const path of ['/search/%00night', '/collections_explorer?q=%00night']) {
    expect([path, (await world.call(path)).text]).toEqual([
      path,
      expect.stringMatching(/"(query|q)":"night"/),
    ])
  }
})

describe('media', () => {
  const raw = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${world.url}${path}`, { headers })
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
  }

  test('are served by content hash, resized in steps, and sandboxed', async () => {
    const { reply, bytes } = await raw(`/media/ipfs/${pictureCid}`)
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect((await sharp(bytes).metadata()).width).toBe(640)
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    const small = await raw(`/media/ipfs/${pictureCid}?w=140`, { accept: 'image/webp,*/*' })
    expect(small.reply.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(small.bytes).metadata()).width).toBe(150)
    expect(small.reply.headers.get('cache-control')).toContain('immutable')
    // The default size is 500 by 500.
    for (const size of ['w=', 'q=60', 'w=none&h=none']) {
      const usual = await raw(`/media/ipfs/${pictureCid}?${size}`, { accept: 'image/webp' })
      const { width, height } = await sharp(usual.bytes).metadata()
      expect([size, width, height]).toEqual([size, 500, 500])
    }
  })

  test('have width, height and quality as part of their key', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const create = { width: 900, height: 600, channels: 3, noise, background: '#224466' } as const
    const cid = await world.pin(Uint8Array.from(await sharp({ create }).jpeg().toBuffer()))
    const sized = async (query: string) => {
      const { reply, bytes } = await raw(`/media/ipfs/${cid}?${query}`, { accept: 'image/webp' })
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const { width, height } = await sharp(bytes).metadata()
      return { width, height, bytes: bytes.length }
    }
    const [usual, fine, coarse] = [
      await sized('w=300&q=60'),
      await sized('w=300&q=90'),
      await sized('w=300&q=30'),
    ]
    expect(usual).toMatchObject({ width: 300, height: 200 })
    expect(fine.bytes).toBeGreaterThan(usual.bytes)
    expect(usual.bytes).toBeGreaterThan(coarse.bytes)
    expect(await sized('w=300')).toEqual(usual)
    expect(await sized('w=300&h=150')).toMatchObject({ width: 300, height: 150 })
    expect(await sized('h=150')).toMatchObject({ width: 500, height: 150 })
    expect(await sized('q=60')).toMatchObject({ width: 500, height: 500 })
  })

  test('have the same ranges from the store and from the edge', async () => {
    const file = png(40, 30)
    const [una] = await sessionsOf(world, [await world.fund('Una')])
    if (una === undefined) throw new Error('There is no session.')
    const { cid } = asJson((await upload(world, una, 'display', file)).body['data'])
    const path = `/media/ipfs/${String(cid)}`
    const parts: [range: string, from: number, to: number, status: number][] = [
      ['bytes=0-9', 0, 10, 206],
      ['bytes=5-', 5, file.length, 206],
      ['bytes=-7', file.length - 7, file.length, 206],
      [`bytes=${file.length + 1}-`, 0, file.length, 200],
    ]
    const expectParts = async () => {
      for (const [range, from, to, status] of parts) {
        const { reply, bytes } = await raw(path, { range })
        expect([range, reply.status, bytes.equals(file.subarray(from, to))]).toEqual([range, status, true])
        expect(reply.headers.get('content-range')).toBe(
          status === 206 ? `bytes ${from}-${to - 1}/${file.length}` : null,
        )
        expect(reply.headers.get('content-type')).toBe('image/png')
        expect(reply.headers.get('content-security-policy')).toContain('sandbox')
      }
    }
    const fromEdge = async (headers = {}) => (await raw(path, headers)).reply.headers.get('x-file') === 'kept'
    expect(await fromEdge({ range: 'bytes=0-9' })).toBe(false)
    await expectParts()
    // An unpublished file may still be removed.
    expect([await fromEdge(), await fromEdge()]).toEqual([false, false])
    await world.addRow('pins', { cid, state: 'pinned' })
    await expect.poll(() => fromEdge()).toBe(true)
    expect(await fromEdge({ range: 'bytes=0-9' })).toBe(true)
    await expectParts()
  })

  test('that do not exist are not found', async () => {
    for (const path of ['/media/ipfs/nothing', `/media/ipfs/${pictureCid}/..%2Fsecret`, '/media/ipfs/Qm']) {
      expect([path, (await raw(path)).reply.status]).toEqual([path, 404])
    }
    // A path that leaves the folder gets the client's page, not a file.
    expect((await raw('/media/ipfs/../../etc/passwd')).reply.headers.get('content-type')).toContain(
      'text/html',
    )
  })
})

test('signature requests are rate limited, with a clear answer', async () => {
  // The count restarts each clock minute, which may happen once in between.
  const minute = () => Math.floor(Date.now() / 60_000)
  const startMinute = minute()
  const ask = async () => {
    const reply = await world.call('/api/xumm/connect')
    expectContract('connectWallet', reply)
    return reply
  }
  let accepted = 0
  let reply = await ask()
  for (; reply.status === 200 && accepted <= 40; accepted += 1) reply = await ask()
  expect(accepted).toBeGreaterThanOrEqual(20)
  expect(accepted).toBeLessThanOrEqual(minute() === startMinute ? 20 : 40)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '30'])
})

longTest('adding on-demand items has its own rate limit, and the reply says when to retry', async () => {
  const [seller] = await sessionsOf(world, [await world.fund('seller')])
  const add = async () => {
    const form = new FormData()
    const fields = {
      metadata:
        '{"name":"Work","description":"One of many.","attributes":[{"trait_type":"Sky","value":"clear"}]}',
      taxon: '7',
      royalty: '5',
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const reply = await fetch(`${world.url}/api/nft/demand/add`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${seller?.token}` },
    })
    const text = await reply.text()
    const { status, headers } = reply
    expectContract('addDemandItem', { status, headers, text, body: JSON.parse(text) })
    return { status, retryAfter: headers.get('retry-after') }
  }
  const replies: Awaited<ReturnType<typeof add>>[] = []
  // The count restarts each clock minute, which may happen once in between.
  while (replies.length < 250 && replies.at(-1)?.status !== 429)
    replies.push(...(await Promise.all(Array.from({ length: 15 }, add))))
  const accepted = replies.filter(({ status }) => status !== 429)
  expect(accepted.length).toBeGreaterThanOrEqual(120)
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([404]))
  expect(replies.at(-1)).toEqual({ status: 429, retryAfter: '30' })
})

longTest('a form beyond its account’s limit is refused before any of its files is stored', async () => {
  const [session] = await sessionsOf(world, [await world.fund('Many')])
  if (session === undefined) throw new Error('There is no session.')
  const send = () =>
    sendForm(world, 'pinMedia', session, { mediaFile: new Blob([Buffer.from(svg(crypto.randomUUID()))]) }, {})
  const replies = [await send()]
  while (replies.length < 60 && replies.at(-1)?.status !== 429) replies.push(await send())
  expect(replies.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const [counted] = await world.rowsOf('storage_accounts', { account: session.account.address })
  expect(counted).toMatchObject({ files: replies.length - 1 })
})
