import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { startLocalFrames } from '#local/stack/local-frames.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { filmFile, gif, mp4, mp4Box, png, webmFilm } from '#tests/support/media-files.ts'
import { openOwnDatabase } from '#tests/support/own-database.ts'
import { type PinningProxy, startPinningProxy } from '#tests/support/pinning-proxy.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil } from './helpers.ts'
import { openPool } from '#local/postgres/databases.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { claimForCount, takeWorkFile } from '#db/queries/media/work-files.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { compose } from '#worker/compose.ts'
import { checkFilesSoon } from '#worker/domain/media/check-files.ts'
import { copyKey, storageKey } from '#worker/domain/media/find-file.ts'
import { createStills, type MediaAddress } from '#worker/handlers/files.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { streamOf } from '#worker/ledger/bounded-body.ts'
import { createS3Storage } from '#worker/ports/storage/s3.ts'
import { daysAgo, hoursFromNow, minutesAgo, notNull } from '#tests/support/state.ts'
import { longTest } from '#tests/support/sample.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

let world: TestWorld
let artist: DemoAccount
let session: Session
const { ipfsUrl } = inject('services')

/** Answers of an external web server, which also acts as the Arweave gateway. */
const answers = new Map<string, Answer>()
let requests: string[] = []
const server = createServer((request, response) => {
  const url = request.url ?? ''
  requests.push(url)
  const answer = answers.get(url)
  if (answer === undefined) response.writeHead(404).end()
  else void answer(request, response)
})
let web = ''
let frames: Awaited<ReturnType<typeof startLocalFrames>>
let pinning: PinningProxy

/** Sends a picture that never ends. */
const endless: Answer = (_request, response) => {
  response.writeHead(200)
  response.write(png(2, 2))
  const chunk = Buffer.alloc(64 * 1024)
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', send)
  send()
}

const sends =
  (bytes: Uint8Array | string, contentType = 'text/plain'): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(bytes)

/** Creates a file on the web under a new address. */
function onWeb(answer: Answer, name = crypto.randomUUID()): string {
  answers.set(`/${name}`, answer)
  return `${web}/${name}`
}

beforeAll(async () => {
  web = `http://127.0.0.1:${await listen(server, 0, 'The web server')}`
  frames = await startLocalFrames()
  pinning = await startPinningProxy()
  pinning.target = ipfsUrl
  world = await createTestWorld({
    // In this process, because the edge of the Workers runtime caches replies about files for longer than these tests need
    // to change them.
    runtime: false,
    bindings: {
      PINNING_URL: pinning.url,
      FRAMES_URL: frames.url,
      ARWEAVE_GATEWAY: web,
      COPIES_ISSUER_MB: '1',
      COPY_MB: '2',
      STORAGE_NEW_DAY_MB: '1',
    },
  })
  artist = await world.fund('Mara')
  session = await world.connect(artist)
})
beforeEach(() => {
  requests = []
})
afterAll(async () => {
  await world.close()
  await frames.close()
  await pinning.close()
  await closeServer(server)
})

const storage = () => createS3Storage(world.stack.urls.s3)

const fileOf = async (src: string): Promise<Json> => {
  const [row] = await world.rowsOf('work_files', { src })
  return asJson(row)
}

/** Mints a work with this metadata, and runs the cron until its files were read or have failed. */
async function mintWork(metadata: Json, issuer = artist): Promise<{ id: string; metadata: Json }> {
  const id = await world.mint(issuer, { metadata: { name: 'A work', ...metadata } })
  await cronUntil(world, 'metadata and its files', async () => {
    const row = await world.tokenOf(id)
    if (row?.['metadata_state'] !== 'ready') return false
    const files = await world.filesOf(id)
    return files.every((file) => file['content_type'] !== null || file['error'] !== null)
  })
  const reply = await world.call(`/api/nft?id=${id}`)
  return { id, metadata: asJson(asJson(reply.body['nft'])['metadata']) }
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${world.url}${path}`, { headers })

async function folder(files: Record<string, Uint8Array<ArrayBuffer> | string>): Promise<string> {
  const form = new FormData()
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name)
  const url = `${ipfsUrl}/api/v0/add?cid-version=1&raw-leaves=true&wrap-with-directory=true`
  const reply = await fetch(url, { method: 'POST', body: form })
  return String(asJson(JSON.parse(await reply.text()))['Hash'])
}

describe('a file of a work', () => {
  test('is what its first bytes say, whatever its field and name', async () => {
    const film = await world.pin(Uint8Array.from(mp4()))
    const picture = await world.pin(png(30, 20))
    const page = await world.pin('<!doctype html><p>art')
    const { metadata } = await mintWork({
      image: `ipfs://${picture}`,
      animation: `ipfs://${await world.pin(gif())}`,
      video: `ipfs://${film}`,
      file: `ipfs://${page}`,
    })
    expect(metadata['imageFile']).toMatchObject({
      kind: 'image',
      contentType: 'image/png',
      width: 30,
      height: 20,
    })
    expect(asJson(metadata['imageFile'])['bytes']).toBe(png(30, 20).length)
    const kinds = [metadata['animationFile'], metadata['attachment'], ...[metadata['files']].flat()]
      .filter((file) => file !== null && file !== undefined)
      .map((file) => [asJson(file)['src'], asJson(file)['kind']])
    expect(kinds).toContainEqual([`/media/ipfs/${page}`, 'html'])
    expect(kinds).toContainEqual([`/media/ipfs/${film}`, 'video'])
    const served = await get(`/media/ipfs/${picture}`)
    expect(served.headers.get('content-type')).toBe('image/png')
    await served.body?.cancel()
  })

  longTest('of a work that was read before files were is read when somebody looks at the work', async () => {
    const { id, metadata } = await mintWork({ image: `ipfs://${await world.pin(png(61, 62))}` })
    const { src } = asJson(metadata['imageFile'])
    const unread = { contentType: null, width: null, height: null, bytes: null }
    const image = async () => asJson(asJson((await world.tokenOf(id))?.['metadata'])['image'])
    await world.changeMetadata(id, ['image'], { ...(await image()), ...unread })
    await world.removeRows('work_file_uses', { nft_id: id })
    await world.removeRows('work_files', { src })
    await world.call(`/api/nft?id=${id}`)
    await cronUntil(world, 'the file is read', async () => (await image())['contentType'] !== null)
    expect(await image()).toMatchObject({ contentType: 'image/png', width: 61, height: 62 })
  })

  longTest('is found by the part of its path that is its name', async () => {
    const root = await folder({
      'Work.png': Uint8Array.from(png(31, 33)),
      'Work #7.png': Uint8Array.from(png(7, 7)),
    })
    const { metadata } = await mintWork({
      image: `ipfs://${root}/Work.png#x`,
      animation: `ipfs://${root}/Work #7.png`,
    })
    const sizes = [metadata['imageFile'], metadata['animationFile']].map((file) => asJson(file)['width'])
    expect(sizes).toEqual([31, 7])
    for (const file of [metadata['imageFile'], metadata['animationFile']]) {
      const reply = await get(String(asJson(file)['src']))
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
      await reply.body?.cancel()
    }
  })

  longTest('with the longest path that an address may have harms nothing', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `${at}${'ü'.repeat(190)}`).join('/')
    const { id, metadata } = await mintWork({ image: `ipfs://${await world.pin('x')}/${names}` })
    expect(asJson(metadata['imageFile'])['kind']).toBe('image')
    const reply = await world.call(`/api/nft/permanence?id=${id}`)
    expect(reply.status).toBe(200)
    expect((await world.call('/api/nft/keep_copy', { body: { id }, session })).status).toBe(200)
  })

  test('that nobody has is tried again later, and then reaches the stored metadata', async () => {
    const late = Buffer.from(png(7, 5, [1, 2, 3]))
    const url = onWeb((_request, response) => response.writeHead(503).end())
    const { id, metadata } = await mintWork({ image: url })
    const { src } = asJson(metadata['imageFile'])
    expect(await fileOf(String(src))).toMatchObject({ error: 'unreachable', tries: 1, hash: null })
    const files = await world.call(`/api/nft/permanence?id=${id}`)
    expectContract('getPermanence', files)
    expect(files.body['files']).toContainEqual(
      expect.objectContaining({ role: 'image', place: 'web', problem: 'unreachable', hasCopy: false }),
    )
    expect(files.body['lostWithWeb']).toEqual(['image'])
    answers.set(new URL(url).pathname, sends(late))
    const retry = await world.call('/api/nft/metadata', { body: { id } })
    expect([retry.status, retry.body]).toEqual([200, { metadataState: 'ready' }])
    const row = await world.tokenOf(id)
    expect(asJson(asJson(row?.['metadata'])['image'])).toMatchObject({
      width: 7,
      height: 5,
      contentType: 'image/png',
    })
    expect(Buffer.from(await (await get(String(src))).arrayBuffer())).toEqual(late)
  })

  longTest('that a visitor has tried again is asked for once in a minute', async () => {
    const url = onWeb((_request, response) => response.writeHead(503).end())
    const { id } = await mintWork({ image: url })
    const path = new URL(url).pathname
    const count = () => requests.filter((request) => request === path).length
    expect(count()).toBe(1)
    const retries = await Promise.all([1, 2, 3].map(() => world.call('/api/nft/metadata', { body: { id } })))
    expect(retries.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(count()).toBe(2)
    await world.changeToken(id, { metadata_tried_at: minutesAgo(2) })
    await world.call('/api/nft/metadata', { body: { id } })
    expect(count()).toBe(3)
  })

  longTest('that is a folder is no file, although gateways send a page for it', async () => {
    const form = new FormData()
    form.append('file', new Blob(['a text']), 'a.txt')
    const address = `${ipfsUrl}/api/v0/add?cid-version=1&raw-leaves=true&wrap-with-directory=true`
    const root = asJson(JSON.parse(await (await fetch(address, { method: 'POST', body: form })).text()))[
      'Hash'
    ]
    const { metadata } = await mintWork({ image: `ipfs://${root}` })
    const { kind, src } = asJson(metadata['imageFile'])
    expect(kind).toBe('image')
    expect(await fileOf(String(src))).toMatchObject({ error: 'folder', due_at: null })
  })
})

describe('a file of a web server', () => {
  test('is copied once, by its content, and served with the type of its bytes', async () => {
    const bytes = png(40, 30, [9, 9, 9])
    const [one, two] = [onWeb(sends(bytes, 'text/html')), onWeb(sends(bytes, 'video/mp4'))]
    const { metadata } = await mintWork({ image: one, animation: two })
    const { src } = asJson(metadata['imageFile'])
    expect(src).toMatch(/^\/media\/web\/[0-9a-f]{64}$/)
    expect(metadata['imageFile']).toMatchObject({ kind: 'image', width: 40, height: 30, bytes: bytes.length })
    const before = requests.length
    for (let view = 0; view < 3; view += 1) {
      const reply = await get(String(src))
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes)
    }
    const part = await get(String(src), { range: 'bytes=1-3' })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    // Nothing proves the bytes, so neither they nor a resized picture are cached permanently.
    for (const address of [`${src}`, `${src}?w=64`, `${src}?w=64`]) {
      const reply = await get(address, { accept: 'image/webp' })
      expect(reply.headers.get('cache-control')).toBe('public, max-age=86400')
      await reply.body?.cancel()
    }
    expect(requests.length).toBe(before)
    const { hash } = await fileOf(String(src))
    const copies = await world.rowsOf('web_copies', { hash })
    expect(copies).toMatchObject([{ bytes: String(bytes.length), issuer: artist.address }])
    const [counted] = await world.rowsOf('web_storage', { issuer: '' })
    const sizes = (await world.rowsOf('web_copies')).map((row) => Number(row['bytes']))
    expect(Number(counted?.['bytes'])).toBe(sizes.reduce((sum, size) => sum + size, 0))
  })

  test('that no metadata names is not fetched: the route is no open proxy', async () => {
    const url = onWeb(sends(png(3, 3)))
    const id = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(url))).toString('hex')
    for (const path of [
      `/media/web/${id}`,
      `/media/web/${encodeURIComponent(url)}`,
      `/media/web/${url}`,
      `/media/web/${id}?url=${url}`,
    ])
      expect((await get(path)).status).toBe(404)
    expect(requests).toEqual([])
  })

  test('on Arweave is fetched from its gateway', async () => {
    const id = 'Z7VF5BDH0yqRQN1wmf_4KQKp38_x3Av7SQMYfIoitSA'
    answers.set(`/${id}`, sends(png(11, 12)))
    const { id: nft, metadata } = await mintWork({ image: `ar://${id}` })
    expect(metadata['imageFile']).toMatchObject({ width: 11, height: 12 })
    const { body } = await world.call(`/api/nft/permanence?id=${nft}`)
    expect(body['files']).toContainEqual(
      expect.objectContaining({
        role: 'image',
        place: 'arweave',
        address: `ar://${id}`,
        hasCopy: true,
        verified: false,
      }),
    )
    expect(body['lostWithWeb']).toEqual([])
  })

  test('written into the metadata is stored with it, and is where that is', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><script>alert(1)</script></svg>'
    const { id, metadata } = await mintWork({
      image: `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`,
    })
    expect(metadata['imageFile']).toMatchObject({
      kind: 'image',
      contentType: 'image/svg+xml',
      width: 8,
      height: 4,
    })
    const reply = await get(String(asJson(metadata['imageFile'])['src']))
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    expect(await reply.text()).toBe(drawing)
    const { body } = await world.call(`/api/nft/permanence?id=${id}`)
    expect(body['files']).toContainEqual(
      expect.objectContaining({ role: 'image', place: 'ipfs', address: '' }),
    )
  })

  const scene = (uri: string) =>
    JSON.stringify({ asset: { version: '2.0' }, meshes: [], buffers: [{ uri }], images: [{ uri }] })
  test.each<[string, () => Answer, string, number]>([
    ['of no type that is shown', () => sends('#!/bin/sh', 'image/png'), 'type', 1],
    ['that is an endless body', () => endless, 'quota', 1],
    [
      'that says more than it may have',
      () => (_request, response) =>
        response.writeHead(200, { 'content-length': 3_000_000 }).end(Buffer.alloc(3_000_000, png(2, 2))),
      'size',
      1,
    ],
    ['that is a pixel bomb', () => sends(png(1, 1, [0, 0, 0], [65_000, 65_000]), 'image/png'), 'pixels', 1],
    [
      'that leads to a private network',
      () => (_request, response) => response.writeHead(302, { location: 'https://169.254.169.254/' }).end(),
      'unreachable',
      1,
    ],
    [
      'that breaks off',
      () => (_request, response) => {
        response.writeHead(200, { 'content-length': 1000 })
        response.write(png(2, 2))
        setTimeout(() => response.destroy(), 50)
      },
      'unreachable',
      1,
    ],
  ])('%s is refused', async (_name, answer, problem, count) => {
    const { metadata } = await mintWork({ image: onWeb(answer()) })
    const { src } = asJson(metadata['imageFile'])
    expect(await fileOf(String(src))).toMatchObject({ error: problem, hash: null })
    expect((await get(String(src))).status).toBe(404)
    expect(requests.length).toBe(count)
  })

  test('that names further files is stored alone', async () => {
    const other = onWeb(sends('secret'))
    const { metadata } = await mintWork({
      '3D_model': onWeb(sends(scene(other))),
      image: `ipfs://${await world.pin(png(2, 3))}`,
    })
    expect(metadata['animationFile']).toMatchObject({ kind: 'model', contentType: 'model/gltf+json' })
    expect(requests).toHaveLength(1)
  })

  longTest('at an address that is not public is never asked for', async () => {
    for (const url of [
      'https://10.0.0.1/x.png',
      'https://[::ffff:10.0.0.1]/x.png',
      'https://192.168.1.1/x.png',
      'https://metadata.internal/x.png',
      'http://169.254.169.254/x.png',
    ]) {
      const { metadata } = await mintWork({ image: url })
      const file = metadata['imageFile']
      // An http address is read as https, except on this machine.
      expect([url, file]).not.toEqual([url, null])
      expect([url, await fileOf(String(asJson(file)['src']))]).toEqual([
        url,
        expect.objectContaining({ error: 'address', due_at: null }),
      ])
    }
  })

  longTest('beyond the quota of its issuer is not copied, and others still are', async () => {
    const hog = await world.fund('Hog')
    const noise = (seed: number) => Buffer.concat([png(seed, 1), Buffer.alloc(700_000, seed)])
    const { metadata: first } = await mintWork({ image: onWeb(sends(noise(3))) }, hog)
    const { metadata: second } = await mintWork({ image: onWeb(sends(noise(4))) }, hog)
    const [one, two] = [first, second].map((metadata) => String(asJson(metadata['imageFile'])['src']))
    expect(await fileOf(one ?? '')).toMatchObject({ error: null })
    expect(await fileOf(two ?? '')).toMatchObject({ error: 'quota', hash: null })
    const [used] = await world.rowsOf('web_storage', { issuer: hog.address })
    expect(Number(used?.['bytes'])).toBe(noise(3).length)

    // Downloads no more than the remaining quota, and nothing of a file that announces a larger size.
    let sent = 0
    const counting =
      (length: Record<string, number>): Answer =>
      (_request, response) => {
        response.writeHead(200, length)
        const chunk = Buffer.alloc(64 * 1024)
        chunk.set(png(2, 2))
        const send = () => {
          while (!response.destroyed && sent < 100_000_000) {
            sent += chunk.length
            if (!response.write(chunk)) break
          }
        }
        response.on('drain', send)
        send()
      }
    for (const [length, most] of [
      [{}, 8_000_000],
      [{ 'content-length': 900_000 }, 4_000_000],
    ] as const) {
      sent = 0
      const { metadata } = await mintWork({ image: onWeb(counting(length)) }, hog)
      expect(await fileOf(String(asJson(metadata['imageFile'])['src']))).toMatchObject({ error: 'quota' })
      expect(sent).toBeLessThan(most)
    }
    await world.changeRows('web_storage', { issuer: hog.address }, { bytes: 2 ** 20 })
    const before = requests.length
    const { metadata: last } = await mintWork({ image: onWeb(sends(noise(5))) }, hog)
    expect(await fileOf(String(asJson(last['imageFile'])['src']))).toMatchObject({ error: 'quota' })
    expect(requests).toHaveLength(before)
  })
})

longTest(
  'web servers that hang delay no file of another issuer, and retries come after first tries',
  async () => {
    // The test has its own database, because a job of this world could take a file first.
    const own = await openOwnDatabase('work_files')
    const db = drizzle(own.client)
    const startedAt = minutesAgo(60).getTime()
    let count = 0
    const file = (name: string, host: string, issuer: string, tries = 0) => {
      count += 1
      return own.addRow('work_files', {
        src: name,
        place: host === 'ipfs' ? 'ipfs' : 'web',
        address: name,
        host,
        issuer,
        tries,
        // Each file is due later than the previous one.
        due_at: new Date(startedAt + count),
      })
    }
    await file('a1', 'a.net', 'hog', 3)
    await file('a2', 'a.net', 'hog')
    await file('b1', 'b.net', 'hog')
    await file('c1', 'c.net', 'other', 1)
    await file('d1', 'ipfs', 'hog', 2)
    const take = async (hosts: string[], issuers: string[]) =>
      (await takeWorkFile(db, { hosts, issuers }))?.src
    expect(await take(['a.net'], [])).toBe('b1')
    expect(await take([], ['hog'])).toBe('c1')
    expect(await take(['a.net'], ['hog'])).toBe('d1')
    expect(await take(['a.net'], [])).toBeUndefined()

    // If one issuer uses many hosts, a call does not check all of them, and each file gets its turn.
    const hosts = Array.from({ length: 550 }, (_, at) => `h${String(at).padStart(3, '0')}.net`)
    for (const host of hosts) await file(host, host, 'hog')
    await own.changeRows('work_files', { host: hosts }, { due_at: hoursFromNow(1) })
    await file('late', 'h599.net', 'other')
    await file('e1', 'ipfs', 'other')
    const takeAfter = async (afterHost: string) =>
      (await takeWorkFile(db, { hosts: ['a.net'], issuers: [] }, afterHost))?.src
    expect(
      [await takeAfter(''), await takeAfter('h300.net'), await takeAfter('h300.net')].toSorted(),
    ).toEqual(['e1', 'late', undefined])
    await own.close()
  },
)

test('a script of a work runs in the frame of the work only, never on our own pages', async () => {
  const root = await folder({ 'index.html': '<script src="code.js"></script>', 'code.js': '1' })
  const statusOf = async (name: string, use: string, from: string) => {
    const reply = await world.call(`/play/ipfs/${root}/${name}`, {
      headers: { 'sec-fetch-dest': use, 'sec-fetch-site': from },
    })
    return reply.status
  }
  expect(await statusOf('index.html', 'iframe', 'same-origin')).toBe(200)
  expect(await statusOf('code.js', 'script', 'cross-site')).toBe(200)
  expect(await statusOf('code.js', 'script', 'same-origin')).toBe(403)
  expect(await statusOf('code.js', 'serviceworker', 'same-origin')).toBe(403)
  expect(await statusOf('index.html', 'document', 'none')).toBe(403)
  const framed = await world.call(`/play/ipfs/${root}/index.html`, {
    headers: { 'sec-fetch-dest': 'iframe' },
  })
  const policy = framed.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none';/)
  expect(policy).not.toMatch(/allow-same-origin|allow-top|allow-popups|allow-forms/)
  expect(policy).toContain(`connect-src data: blob: ${world.url}/play/ipfs/${root}/;`)
  expect(policy).toContain(`frame-ancestors ${world.url}`)
})

describe('permanence', () => {
  test('names the place of each file, counts the gateways that have it, and says what is verified', async () => {
    const root = await folder({ '1.png': Uint8Array.from(png(12, 8)) })
    const { id } = await mintWork({ image: `ipfs://${root}/1.png`, file: onWeb(sends('%PDF-1.4\n%%EOF')) })
    expectContract('getPermanence', await world.call(`/api/nft/permanence?id=${id}`))
    let files: Json[] = []
    await cronUntil(world, 'gateways were counted', async () => {
      const { body } = await world.call(`/api/nft/permanence?id=${id}`)
      files = [body['files']].flat().map(asJson)
      return files.every(
        ({ place, gateways, verified }) => place !== 'ipfs' || (gateways !== null && verified !== null),
      )
    })
    expect(files).toEqual([
      expect.objectContaining({
        role: 'metadata',
        place: 'ipfs',
        verified: true,
        gateways: expect.objectContaining({ having: 1, asked: 1 }),
      }),
      expect.objectContaining({
        role: 'image',
        place: 'ipfs',
        address: `ipfs://${root}/1.png`,
        verified: true,
        hasCopy: false,
        pin: null,
      }),
      expect.objectContaining({ role: 'attachment', place: 'web', verified: false, hasCopy: true }),
    ])
  })
})

test('a large file is called verified only when its last byte was compared', async () => {
  const work: Promise<unknown>[] = []
  const context = compose(readEnvironment(world.stack.bindings))('verified', (later) => work.push(later))
  const src = '/media/ipfs/large'
  const row = { place: 'ipfs', address: 'large', host: 'ipfs', issuer: 'x', due_at: null }
  const block = new Uint8Array(1_000_000)
  async function* film(blocks: number, isWrong: boolean) {
    for (let count = 0; count < blocks; count += 1) yield block
    if (isWrong) throw new Error('A block has other bytes.')
  }
  async function verified(blocks: number, isWrong = false) {
    await world.addRow('work_files', { src, ...row })
    const body = streamOf(film(blocks, isWrong))
    const file = { body, bytes: blocks * block.length, range: null, isVerified: true }
    const ipfs = { ...context.ipfs, find: () => Promise.resolve(file) }
    checkFilesSoon({ ...context, ipfs }, [src])
    await Promise.all(work)
    const after = await fileOf(src)
    await world.removeRows('work_files', { src })
    return after['verified']
  }
  expect([await verified(3), await verified(3, true), await verified(70)]).toEqual([true, null, false])
})

longTest('the gateways of a file that is being counted again are not known until then', async () => {
  const pool = openPool(world.stack.urls.database, 1)
  await world.addRow('work_files', {
    src: 'counted',
    place: 'ipfs',
    address: 'x',
    host: 'ipfs',
    issuer: 'x',
    due_at: null,
    gateways_having: 3,
    gateways_asked: 3,
    gateways_at: daysAgo(2),
  })
  const yesterday = new Date(Date.now() - 86_400_000)
  const job = await claimForCount(drizzle(pool), 'counted', yesterday, new Date())
  expect(job).toMatchObject({ gatewaysHaving: null, gatewaysAsked: null })
  expect(await claimForCount(drizzle(pool), 'counted', yesterday, new Date())).toBeNull()
  await pool.end()
  await world.removeRows('work_files', { src: 'counted' })
})

describe('a copy of the files of a work', () => {
  const keep = (id: string, as: Session) => world.call('/api/nft/keep_copy', { body: { id }, session: as })

  test('is kept for its owner: the files are stored, verified and pinned', async () => {
    const root = await folder({ 'work.png': Uint8Array.from(png(21, 22)) })
    const { id } = await mintWork({ image: `ipfs://${root}/work.png` })
    const reply = await keep(id, session)
    expectContract('keepCopy', reply)
    expect([asJson(reply.body['data'])['pins']].flat()).toHaveLength(2)
    await cronUntil(world, 'pinned', async () => {
      const files = await world.call(`/api/nft/permanence?id=${id}`)
      return [files.body['files']].flat().every((file) => asJson(file)['pin'] === 'pinned')
    })
    const { body } = await world.call(`/api/nft/permanence?id=${id}`)
    for (const file of [body['files']].flat())
      expect(file).toMatchObject({ hasCopy: true, pin: 'pinned', verified: true })
    const stored = await world.rowsOf('media', { cid: `${root}/work.png`, s3_key: notNull })
    expect(stored).toHaveLength(1)
    const used = await world.storedBytes(artist.address)
    expect(used).toBeGreaterThan(png(21, 22).length)
    // Repeated: nothing is copied or counted twice.
    await keep(id, session)
    await world.cron()
    expect(await world.storedBytes(artist.address)).toBe(used)
  })

  longTest('is refused to others, and beyond the quota of the account', async () => {
    const large = Buffer.concat([png(5, 6), Buffer.alloc(1_500_000, 'x')])
    const { id } = await mintWork({ image: `ipfs://${await world.pin(Uint8Array.from(large))}` })
    const stranger = await world.connect(await world.fund('Nils'))
    expect((await keep(id, stranger)).body).toMatchObject({ code: 'not_owner' })
    expect((await keep(id, session)).body).toMatchObject({ code: 'storage_quota' })
  })
})

describe('the beginning of a film', () => {
  const film = Buffer.concat([mp4(), mp4Box('free', Buffer.alloc(300_000, 7))])

  test('has 200 KB at most, whole or in ranges, wherever the film is', async () => {
    const sources = [onWeb(sends(film)), `ipfs://${await world.pin(Uint8Array.from(film))}`]
    for (const image of sources) {
      const { metadata } = await mintWork({ image })
      const src = `${String(asJson(metadata['imageFile'])['src'])}?part=first`
      const answers: [string | undefined, number, Buffer][] = [
        ['bytes=0-', 206, film.subarray(0, 200_000)],
        [undefined, 200, film.subarray(0, 200_000)],
        ['bytes=0-1', 206, film.subarray(0, 2)],
        ['bytes=199990-400000', 206, film.subarray(199_990, 200_000)],
      ]
      for (const [range, status, bytes] of answers) {
        const reply = await get(src, range === undefined ? {} : { range })
        expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'video/mp4'])
        expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
      }
      const part = await get(src, { range: 'bytes=4-9' })
      expect(part.headers.get('content-range')).toBe('bytes 4-9/200000')
      await part.body?.cancel()
    }
  })

  test('is that of a short film as it is, and other files have none', async () => {
    const short = await mintWork({ image: onWeb(sends(mp4())), animation: onWeb(sends(png(9, 9))) })
    const sourceOf = (field: string) => `${String(asJson(short.metadata[field])['src'])}?part=first`
    const sources = [sourceOf('animationFile'), sourceOf('imageFile')]
    const replies = await Promise.all(sources.map((src) => get(src)))
    const film = replies.find(({ status }) => status === 200)
    expect(Buffer.from(await (film ?? new Response()).arrayBuffer()).equals(mp4())).toBe(true)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })
})

describe('the still picture of a film', () => {
  const stillOf = (src: string) => src.replace('/media/', '/media/stills/')
  const openFilm = () => Buffer.concat([filmFile('h264'), mp4Box('free', Buffer.from(crypto.randomUUID()))])

  test('is its first frame, made once, wherever the film is', async () => {
    const film = Uint8Array.from(openFilm())
    const copy = await mintWork({ image: onWeb(sends(film)) })
    const pinned = await mintWork({ image: `ipfs://${await world.pin(Uint8Array.from(openFilm()))}` })
    for (const { metadata } of [copy, pinned]) {
      const src = stillOf(String(asJson(metadata['imageFile'])['src']))
      const first = await get(src)
      // Machines without the decoder create no stills.
      expect(first.status).toBe(frames.isAvailable ? 200 : 404)
      if (!frames.isAvailable) continue
      expect(first.headers.get('content-type')).toBe('image/jpeg')
      const bytes = Buffer.from(await first.arrayBuffer())
      const { width, height } = await sharp(bytes).metadata()
      expect([width, height]).toEqual([320, 180])
      const [red = 0, green = 255] = await sharp(bytes).resize(1, 1).raw().toBuffer()
      expect(red - green).toBeGreaterThan(150)
      requests = []
      expect(Buffer.from(await (await get(src)).arrayBuffer())).toEqual(bytes)
      expect(requests).toEqual([])
    }
  })

  longTest('is missing for films that the platform cannot read', async () => {
    for (const film of [filmFile('hevc'), mp4(), Buffer.from(webmFilm(['V_VP9']))]) {
      const { metadata } = await mintWork({ image: onWeb(sends(film)) })
      expect((await get(stillOf(String(asJson(metadata['imageFile'])['src'])))).status).toBe(404)
    }
  })

  longTest('is not made of a film that may still be removed', async () => {
    const film = Uint8Array.from(openFilm())
    const cid = await cidOf(film)
    await storage().put(storageKey(cid), film, 'video/mp4')
    const row = { cid, s3_key: storageKey(cid), content_type: 'video/mp4', bytes: film.length }
    await world.addRow('media', row)
    expect((await get(`/media/ipfs/${cid}`)).status).toBe(200)
    expect((await get(`/media/stills/ipfs/${cid}`)).status).toBe(404)
    await world.addRow('pins', { cid, state: 'pinned' })
    expect((await get(`/media/stills/ipfs/${cid}`)).status).toBe(frames.isAvailable ? 200 : 404)
  })

  longTest(
    'is made once for simultaneous visitors, of no more bytes than the platform reads, and is a JPEG',
    async () => {
      const context = compose(readEnvironment(world.stack.bindings))('stills', () => undefined)
      const src = `/media/web/${'7'.repeat(64)}`
      const row = { src, place: 'web', address: 'x', host: 'x', issuer: 'x', due_at: null }
      await world.addRow('work_files', { ...row, content_type: 'video/mp4', bytes: 1000 })
      let bytes = 0
      let calls = 0
      let frame: Uint8Array = new TextEncoder().encode('{"error":true}')
      const maker = {
        firstFrame: async (body: ReadableStream<Uint8Array>) => {
          calls += 1
          for await (const chunk of body) bytes += chunk.length
          return frame
        },
      }
      const block = new Uint8Array(1_000_000)
      const addressOf = (blocks: number): MediaAddress => ({
        src,
        isPublished: () => Promise.resolve(true),
        find: () =>
          Promise.resolve({
            body: new Blob(Array.from({ length: blocks }, () => block)).stream(),
            bytes: 0,
            contentType: 'video/mp4',
            range: null,
            isPublic: true,
            isVerified: true,
          }),
      })
      const cache = { match: async () => undefined, put: async () => undefined }
      const stills = createStills(maker, cache)
      expect(await stills(addressOf(1)).find(context)).toBeNull()
      frame = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer()
      bytes = 0
      expect(await stills(addressOf(120)).find(context)).toBeNull()
      expect(bytes).toBeLessThan(100_000_000)
      calls = 0
      const both = await Promise.all([1, 2].map(() => stills(addressOf(1)).find(context)))
      expect(both.map((still) => still?.bytes)).toEqual([frame.length, frame.length])
      expect(calls).toBe(1)
      await world.removeRows('work_files', { src })
    },
  )

  test('is not made of films that no work names', async () => {
    const cid = await world.pin(Uint8Array.from(openFilm()))
    expect((await get(`/media/ipfs/${cid}`)).status).toBe(200)
    expect((await get(`/media/stills/ipfs/${cid}`)).status).toBe(404)
  })
})

describe('copies of a burned work', () => {
  const burn = async (id: string) => {
    await world.run(artist, { TransactionType: 'NFTokenBurn', NFTokenID: id })
    await cronUntil(world, 'burned', () => world.hasRow('nfts', { id, burned: true, files_freed: true }))
  }
  const issuerBytes = async () =>
    Number((await world.rowsOf('web_storage', { issuer: artist.address }))[0]?.['bytes'] ?? 0)
  const imageOf = ({ metadata }: { metadata: Json }) => String(asJson(metadata['imageFile'])['src'])

  test('are freed unless another work needs them, and their bytes are given back', async () => {
    const before = await issuerBytes()
    const [own, shared] = [png(31, 7), png(32, 7)]
    const image = onWeb(sends(shared))
    const alone = await mintWork({ image: onWeb(sends(own)), file: onWeb(sends(shared)) })
    const other = await mintWork({ image })
    expect(await issuerBytes()).toBe(before + own.length + shared.length)
    await burn(alone.id)
    expect((await get(imageOf(alone))).status).toBe(404)
    expect(await issuerBytes()).toBe(before + shared.length)
    // The same content at another address is not removed.
    expect((await get(imageOf(other))).status).toBe(200)
    await burn(other.id)
    expect((await get(imageOf(other))).status).toBe(404)
    expect(await issuerBytes()).toBe(before)
    expect(await world.rowsOf('work_file_uses', { nft_id: [alone.id, other.id] })).toEqual([])
    // A new work with the address makes the file available again.
    const again = await mintWork({ image })
    expect((await get(imageOf(again))).status).toBe(200)
  })

  longTest('take the still pictures of films with them', async () => {
    const film = await mintWork({ image: onWeb(sends(Buffer.concat([filmFile('h264'), mp4Box('free')]))) })
    const still = imageOf(film).replace('/media/', '/media/stills/')
    expect((await get(still)).status).toBe(frames.isAvailable ? 200 : 404)
    await burn(film.id)
    expect((await get(still)).status).toBe(404)
  })

  longTest('are no longer pinned for its owner, unless another work has the same files', async () => {
    const pinsAtNode = async () => {
      const reply = await fetch(`${ipfsUrl}/api/v0/pin/ls`, { method: 'POST' })
      return Object.keys(asJson(asJson(JSON.parse(await reply.text()))['Keys']))
    }
    const bytes = Uint8Array.from(png(33, 7))
    const path = `${await folder({ 'work.png': bytes })}/work.png`
    // Other tests use the same node for pinning.
    const file = await cidOf(bytes)
    const [first, second] = [
      await mintWork({ image: `ipfs://${path}` }),
      await mintWork({ image: `ipfs://${path}` }),
    ]
    await world.call('/api/nft/keep_copy', { body: { id: first.id }, session })
    await cronUntil(world, 'pinned', () => world.hasRow('pins', { cid: path, state: 'pinned' }))
    const used = await world.storedBytes(artist.address)
    expect(await pinsAtNode()).toContain(file)
    await burn(first.id)
    expect(await world.hasRow('pins', { cid: path })).toBe(true)
    await burn(second.id)
    expect(await world.rowsOf('pins', { cid: path })).toEqual([])
    expect(await world.rowsOf('pin_requests', { cid: path })).toEqual([])
    expect(await world.rowsOf('media', { cid: path })).toEqual([])
    expect(await world.storedBytes(artist.address)).toBeLessThan(used)
    expect(await pinsAtNode()).not.toContain(file)
  })

  const isStored = async (key: string) => {
    const object = await storage().find(key)
    await object?.body.cancel()
    return object !== null
  }
  /** Mints a work with a pinned file and a file on the web. */
  async function pinnedWork(seed: number) {
    const root = await folder({ 'work.png': Uint8Array.from(png(seed, 9)) })
    const path = `${root}/work.png`
    const file = onWeb(sends(png(seed, 10)))
    const work = await mintWork({ image: `ipfs://${path}`, file })
    await world.call('/api/nft/keep_copy', { body: { id: work.id }, session })
    await cronUntil(world, 'pinned', () => world.hasRow('pins', { cid: path, state: 'pinned' }))
    const onWebSrc = String(asJson(work.metadata['attachment'])['src'])
    const { hash } = await fileOf(onWebSrc)
    const uri = Buffer.from(String((await world.tokenOf(work.id))?.['uri']), 'hex').toString()
    const keys = [storageKey(uri.replace('ipfs://', '')), storageKey(path), copyKey(String(hash))]
    return { ...work, path, file, onWebSrc, keys }
  }
  /** Burns a work while the pinning service does not answer, so that its files are not freed. */
  async function burnInOutage(id: string) {
    pinning.mood = 'down'
    await world.run(artist, { TransactionType: 'NFTokenBurn', NFTokenID: id })
    await cronUntil(world, 'burned', () =>
      Promise.resolve(
        world.workerLog.some((line) => line.includes('burned_files_not_freed') && line.includes(id)),
      ),
    )
    pinning.mood = 'well'
  }
  const freed = (id: string) =>
    cronUntil(world, 'freed', () => world.hasRow('nfts', { id, files_freed: true }))

  longTest('stay while the pinning service does not answer, and are freed afterwards', async () => {
    const work = await pinnedWork(41)
    await burnInOutage(work.id)
    expect(await Promise.all(work.keys.map(isStored))).toEqual([true, true, true])
    await freed(work.id)
    expect(await Promise.all(work.keys.map(isStored))).toEqual([false, false, false])
  })

  longTest('come back if a run ends after it removed them, and a new work names them', async () => {
    const work = await pinnedWork(42)
    await burnInOutage(work.id)
    // A process that crashed here has removed the objects, and the database has rolled back.
    for (const key of work.keys) await storage().remove(key)
    await mintWork({ image: `ipfs://${work.path}`, file: work.file })
    await freed(work.id)
    await cronUntil(world, 'copied again', async () =>
      (await Promise.all(work.keys.map(isStored))).every(Boolean),
    )
    await cronUntil(world, 'pinned again', () => world.hasRow('pins', { cid: work.path, state: 'pinned' }))
    expect((await get(work.onWebSrc)).status).toBe(200)
  })

  longTest('stay if a collection has one as its cover, which nobody has uploaded', async () => {
    const cid = await world.pin(png(43, 9))
    const work = await mintWork({ image: `ipfs://${cid}` })
    await world.call('/api/nft/keep_copy', { body: { id: work.id }, session })
    await cronUntil(world, 'pinned', () => world.hasRow('pins', { cid, state: 'pinned' }))
    const form = new FormData()
    const fields = {
      name: 'Night Orchard',
      taxon: '7',
      preAnnounce: 'false',
      description: 'Trees at night.',
      random: 'false',
      royalty: '5',
      links: JSON.stringify({ website: 'https://orchard.example', twitter: '' }),
      onDemandMint: 'false',
      mutableNFTs: 'false',
      promoCodeEnabled: 'false',
      promoCode: '',
      thumbnailCid: cid,
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const reply = await fetch(`${world.url}/api/collection/add`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': crypto.randomUUID() },
      body: form,
    })
    expect(await reply.json()).toMatchObject({ status: 'success' })
    await burn(work.id)
    expect(await world.hasRow('media', { cid })).toBe(true)
    expect(await isStored(storageKey(cid))).toBe(true)
  })

  longTest('stay if another work has the same document under another address', async () => {
    const image = `ipfs://${await world.pin(png(44, 9))}`
    const document = await world.pin(new TextEncoder().encode(JSON.stringify({ name: 'A work', image })))
    const mintAt = async (uri: string) => {
      const id = await world.mint(artist, { uri })
      await cronUntil(
        world,
        'metadata',
        async () => (await world.tokenOf(id))?.['metadata_state'] === 'ready',
      )
      return id
    }
    const first = await mintAt(`ipfs://${document}`)
    await mintAt(`https://ipfs.io/ipfs/${document}`)
    await world.call('/api/nft/keep_copy', { body: { id: first }, session })
    await cronUntil(world, 'pinned', () => world.hasRow('pins', { cid: document, state: 'pinned' }))
    await burn(first)
    expect(await world.hasRow('pins', { cid: document })).toBe(true)
  })
})
