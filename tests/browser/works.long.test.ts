import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import { markExplicit } from '#contract/rules/explicit.ts'
import { asJson } from '#local/lib/rpc.ts'
import { htmlFile, modelFile, soundFile } from '#local/seed/field-files.ts'
import { textPdf } from '#local/seed/pdf.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { launchBrowser, newPage, type WatchedPage } from '#tests/support/browser.ts'
import { filmFile, mp4Box, png } from '#tests/support/media-files.ts'
import { makeNoisyFilm } from '#tests/support/noisy-film.ts'
import { longDescribe, longTest } from '#tests/support/sample.ts'
import { hoursFromNow, notNull } from '#tests/support/state.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { cronUntil, offerIndexed } from '#tests/worker/helpers.ts'
import { desktop, type Person, phone, signedIn } from './visits.ts'

let world: TestWorld
let browser: Browser
let artist: DemoAccount
/** Another site that counts the requests that reach it. */
let elsewhere: Server
let elsewhereUrl: string
let reached: string[] = []
/** A server that counts peer connections in the same way. */
const stun = createSocket('udp4')

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('hello')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  stun.on('message', () => reached.push('stun'))
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve))
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  // A browser that renders 3D without a graphics card.
  browser = await launchBrowser(['--use-angle=swiftshader', '--enable-unsafe-swiftshader'])
  world = await createTestWorld({ runtime: true, bindings: { RATE_LIMITS: 'off' } })
  artist = await world.fund('Mara')
  await world.addCollection({ id: 'studies', issuer: artist.address, taxon: 9, name: 'Field Studies' })
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  elsewhere?.close()
  stun.close()
})

const pinned = async (
  bytes: Uint8Array | string,
  kind: Media['kind'],
  contentType: string,
  more: Partial<Media> = {},
): Promise<Media> => ({
  kind,
  src: `/media/ipfs/${await world.pin(typeof bytes === 'string' ? bytes : new Uint8Array(bytes))}`,
  contentType,
  width: null,
  height: null,
  bytes: bytes.length,
  color: null,
  ...more,
})

const cover = () => pinned(png(400, 300), 'image', 'image/png', { width: 400, height: 300 })

/** Adds a work with these files to the index, as if they had been read. */
async function exhibit(name: string, files: Partial<TokenMetadata>): Promise<string> {
  const id = await world.mint(artist, { taxon: 9, metadata: { name } })
  await cronUntil(world, 'the work is read', () => world.hasRow('nfts', { id, metadata_state: 'ready' }))
  const metadata: TokenMetadata = {
    name,
    description: '',
    image: null,
    animation: null,
    attachment: null,
    files: [],
    attributes: [],
    moreAttributes: 0,
    collection: null,
    explicit: false,
    ...files,
  }
  await world.changeToken(id, { metadata: markExplicit(metadata) })
  return id
}

async function visit(
  path: string,
  act: (page: Page, watched: WatchedPage) => Promise<void>,
  size: typeof desktop = desktop,
) {
  const watched = await newPage(browser, { viewport: size })
  await watched.page.goto(`${world.url}${path}`)
  await watched.page.locator('#main').waitFor()
  await act(watched.page, watched)
  await watched.close()
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Returns everything that the page has requested from the media route, except resized pictures. */
function filesRequested(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/media/') && search === '') paths.push(pathname)
  })
  return paths
}

describe('a work that is', () => {
  longTest('a sound plays under its cover', async () => {
    const sound = await pinned(soundFile(), 'audio', 'audio/wav')
    const id = await exhibit('Bells', { image: await cover(), animation: sound })
    await visit(`/nft/${id}`, async (page) => {
      await page.getByRole('img', { name: 'Bells' }).waitFor()
      const player = page.locator('audio')
      await player.waitFor()
      expect(await player.getAttribute('aria-label')).toBe('Bells')
      await player.evaluate(async (audio) => {
        if (!(audio instanceof HTMLAudioElement)) throw new Error('This is no sound.')
        audio.muted = true
        await audio.play()
        await new Promise((resolve) => audio.addEventListener('timeupdate', resolve, { once: true }))
      })
      await page.getByRole('link', { name: 'Download (audio/wav, 86.2 KB)' }).waitFor()
      await expectAccessible(page)
    })
  })

  longTest('a 3D model is drawn after a press, turned by keys, and removed by Stop', async () => {
    const model = await pinned(modelFile(), 'model', 'model/gltf-binary')
    const id = await exhibit('Trefoil', { image: await cover(), animation: model })
    await visit(
      `/nft/${id}`,
      async (page) => {
        const files = filesRequested(page)
        await page.getByRole('button', { name: /^Show in 3D/ }).waitFor()
        expect(page.frames()).toHaveLength(1)
        expect(files).toEqual([])
        await press(page, /^Show in 3D/)
        await page.locator('iframe[data-state="shown"]').waitFor()
        const canvas = page.frameLocator('iframe').getByRole('img', { name: 'Trefoil' })
        const before = await canvas.screenshot()
        await canvas.press('ArrowRight')
        await canvas.press('ArrowRight')
        await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false)
        await press(page, 'Stop')
        await page.getByRole('img', { name: 'Trefoil' }).waitFor()
        expect(await page.locator('iframe').count()).toBe(0)
      },
      phone,
    )
  })

  longTest('a 3D model that is compressed with Draco is drawn, by a decoder of our own', async () => {
    const bytes = await readFile(new URL('../fixtures/model-draco.glb', import.meta.url))
    const model = await pinned(bytes, 'model', 'model/gltf-binary')
    const id = await exhibit('Ring', { image: await cover(), animation: model })
    await visit(`/nft/${id}`, async (page) => {
      const decoders: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('draco')) decoders.push(new URL(request.url()).origin)
      })
      await press(page, /^Show in 3D/)
      await page.locator('iframe[data-state="shown"]').waitFor()
      const origin = new URL(page.url()).origin
      expect(decoders.filter((each) => each === origin)).toHaveLength(2)
      expect(decoders.filter((each) => each !== origin && each !== 'null')).toEqual([])
      const canvas = page.frameLocator('iframe').getByRole('img', { name: 'Ring' })
      const before = await canvas.screenshot()
      await canvas.press('ArrowUp')
      await canvas.press('ArrowUp')
      await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false)
    })
  })

  test('a model with an external file is refused, and nothing is fetched for it', async () => {
    const gltf = JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      buffers: [{ byteLength: 36, uri: `${elsewhereUrl}/buffer.bin` }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      ],
    })
    const model = await pinned(gltf, 'model', 'model/gltf+json')
    const id = await exhibit('Borrowed', { image: await cover(), animation: model })
    reached = []
    await visit(`/nft/${id}`, async (page) => {
      await press(page, /^Show in 3D/)
      await page.getByText('This model cannot be shown here').waitFor()
    })
    expect(reached).toEqual([])
  })

  longTest('a document is read page by page after a press', async () => {
    const document = await pinned(textPdf('Field notes', ['Go outside.']), 'pdf', 'application/pdf')
    const id = await exhibit('Field notes', { image: await cover(), animation: document })
    await visit(`/nft/${id}`, async (page) => {
      await press(page, /^Open the document/)
      const sheet = page.getByRole('img', { name: 'Field notes, page 1 of 1' })
      await expect
        .poll(() =>
          sheet.evaluate((canvas) => {
            if (!(canvas instanceof HTMLCanvasElement)) return 0
            const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
              data: [],
            }
            return data.filter((value, at) => at % 4 === 0 && value < 100).length
          }),
        )
        .toBeGreaterThan(100)
    })
  })

  longTest('of an unknown kind is offered as a download', async () => {
    const file = await pinned('PK\u0003\u0004 anything', 'other', 'application/zip')
    const id = await exhibit('Archive', { image: null, animation: file })
    await visit(`/nft/${id}`, async (page) => {
      await page.getByText('This type of file cannot be shown here.').waitFor()
      const link = page.getByRole('link', { name: 'Download (application/zip, 13 bytes)' })
      expect(await link.getAttribute('href')).toBe(file.src)
    })
  })

  test('a film that this browser cannot play is offered as a download, also from its cache', async () => {
    const film = await pinned(filmFile('hevc'), 'video', 'video/mp4', { width: 320, height: 180 })
    const id = await exhibit('Foreign film', { image: film })
    // The later visits load the film from the cache, so that it often fails before its element is mounted.
    for (let visits = 1; visits <= 4; visits += 1) {
      await visit(`/nft/${id}`, async (page, { allow }) => {
        allow('/media/stills/')
        await page.getByText('The file is damaged, or this browser cannot show its type.').waitFor()
        const link = page.getByRole('link', { name: /^Download \(video\/mp4, / })
        expect(await link.getAttribute('href')).toBe(film.src)
      })
    }
  })

  test('a picture that could not be fetched says why in its frame, and is shown once it is there', async () => {
    const bytes = png(400, 300, [12, 34, 56])
    const path = await cidOf(Uint8Array.from(bytes))
    const src = `/media/ipfs/${path}`
    const id = await exhibit('Late', {
      image: { kind: 'image', src, contentType: null, width: null, height: null, color: null },
    })
    await world.addRow('work_files', {
      src,
      place: 'ipfs',
      address: path,
      host: 'ipfs',
      issuer: artist.address,
      error: 'unreachable',
      tries: 9,
      due_at: hoursFromNow(1),
    })
    await world.addRow('work_file_uses', { nft_id: id, src })
    await visit(`/nft/${id}`, async (page, { allow }) => {
      allow(src)
      await page.getByText('The file could not be fetched from IPFS.').first().waitFor()
      await page.getByText(/We will try again in/).waitFor()
      await expectAccessible(page)
      expect(await world.pin(Uint8Array.from(bytes))).toBe(path)
      await press(page, 'Try again now')
      const picture = page.getByRole('img', { name: 'Late' })
      await expect
        .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
        .toBeGreaterThan(0)
      expect(await page.getByText('No picture').count()).toBe(0)
    })
  })

  longTest('an animated WebP can be played and paused, and one of a single frame cannot', async () => {
    const frames = sharp({ create: { width: 40, height: 80, channels: 3, background: '#c9a86a' } })
    const drawn = await frames
      .composite([
        { input: { create: { width: 40, height: 40, channels: 3, background: '#264653' } }, top: 0, left: 0 },
      ])
      .removeAlpha()
      .raw()
      .toBuffer()
    const webp = async (pageHeight: number) =>
      pinned(
        Uint8Array.from(
          await sharp(drawn, { raw: { width: 40, height: 80, channels: 3, pageHeight } })
            .webp()
            .toBuffer(),
        ),
        'image',
        'image/webp',
        { width: 40, height: pageHeight },
      )
    const moving = await exhibit('Moving', { image: await webp(40) })
    const calm = await exhibit('Calm', { image: await webp(80) })
    await visit(`/nft/${moving}`, async (page) => {
      await press(page, 'Play')
      await page.getByRole('button', { name: 'Pause' }).waitFor()
    })
    await visit(`/nft/${calm}`, async (page) => {
      const answer = page.waitForResponse((reply) => reply.status() === 206)
      await page.reload()
      await (await answer).finished()
      await page.getByRole('img', { name: 'Calm' }).waitFor()
      expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(0)
    })
  })

  longTest('a damaged picture is offered as a download', async () => {
    // A picture that ends after its header.
    const torn = Buffer.concat([png(400, 300).subarray(0, 33), Buffer.alloc(37, 7)])
    const damaged = await pinned(Uint8Array.from(torn), 'image', 'image/png')
    const id = await exhibit('Torn', { image: damaged })
    await visit(`/nft/${id}`, async (page, { allow }) => {
      allow(damaged.src)
      await page.getByText('The file is damaged, or this browser cannot show its type.').waitFor()
      const link = page.getByRole('link', { name: 'Download (image/png, 70 bytes)' })
      expect(await link.getAttribute('href')).toBe(damaged.src)
      expect(await page.getByRole('button', { name: 'Try again now' }).count()).toBe(0)
    })
  })

  test('several files has a strip to choose a sound, a model and a document from, also by keyboard on a phone', async () => {
    const sound = await pinned(soundFile(), 'audio', 'audio/wav')
    const model = await pinned(modelFile(), 'model', 'model/gltf-binary')
    const document = await pinned(textPdf('Drawer', ['Go outside.']), 'pdf', 'application/pdf')
    const id = await exhibit('Drawer', { image: await cover(), files: [sound, model, document] })
    await visit(
      `/nft/${id}`,
      async (page) => {
        const strip = page.getByRole('list', { name: 'Files of this work' })
        const first = strip.getByRole('button', { name: 'Picture, file 1 of 4' })
        expect(await first.getAttribute('aria-pressed')).toBe('true')
        await first.focus()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await page.locator('audio').waitFor()
        await strip.getByRole('button', { name: '3D model, file 3 of 4' }).click()
        await press(page, /^Show in 3D/)
        await page.locator('iframe[data-state="shown"]').waitFor()
        await strip.getByRole('button', { name: 'PDF, file 4 of 4' }).click()
        await press(page, /^Open the document/)
        await page.getByRole('img', { name: 'Drawer, page 1 of 1' }).waitFor()
        await expectAccessible(page)
      },
      phone,
    )
  })

  longTest('larger than 10 MB is loaded after a press that names its size', async () => {
    const film = await pinned('not really a film', 'video', 'video/mp4', { bytes: 24 * 1024 * 1024 })
    const id = await exhibit('Long film', { image: await cover(), animation: film })
    await visit(`/nft/${id}`, async (page, { allow }) => {
      allow('/media/ipfs/')
      const files = filesRequested(page)
      const start = page.getByRole('button', { name: 'Play (24.0 MB)' })
      await start.waitFor()
      // Cards below may load the beginning of other films.
      expect(files).not.toContain(film.src)
      await start.click()
      await expect.poll(() => files).toContain(film.src)
    })
  })
})

longTest('cards show the picture of every kind with a badge, and load little', async () => {
  const alone = await pinned('not really a film', 'video', 'video/mp4', { bytes: 24 * 1024 * 1024 })
  await exhibit('Film alone', { image: alone })
  const bytes = Buffer.concat([filmFile('h264'), mp4Box('free', Buffer.alloc(300_000))])
  const moving = await pinned(Uint8Array.from(bytes), 'video', 'video/mp4', { bytes: bytes.length })
  await exhibit('Red film', { image: moving })
  await world.addRow('work_files', {
    src: moving.src,
    place: 'ipfs',
    address: moving.src.slice('/media/ipfs/'.length),
    host: 'ipfs',
    issuer: artist.address,
    content_type: 'video/mp4',
    bytes: bytes.length,
  })
  await exhibit('Shape', { animation: await pinned(modelFile(), 'model', 'model/gltf-binary') })
  const owned = await world.call(`/api/account/nfts?account=${artist.address}`)
  expect(owned.body['nfts']).toContainEqual(
    expect.objectContaining({ name: 'Shape', image: null, kind: 'model' }),
  )
  await visit('/collection/studies/items', async (page, { allow }) => {
    allow('/media/stills/')
    allow('?part=first')
    const shape = page.getByRole('article', { name: 'Shape' })
    await shape.getByText('3D model').waitFor()
    expect(await shape.getByText('3D model').count()).toBe(1)
    expect(await shape.getByText('No picture').count()).toBe(0)
    const card = page.getByRole('article', { name: 'Bells', exact: true })
    await card.getByText('Sound', { exact: true }).waitFor()
    await page.getByRole('article', { name: 'Trefoil' }).getByText('3D model').waitFor()
    // A large video without a picture shows the name of its type.
    const film = page.getByRole('article', { name: 'Film alone' })
    await film.getByText('Video').first().waitFor()
    await film.scrollIntoViewIfNeeded()
    await expect.poll(() => film.locator('video').count()).toBe(0)
    // Any other video shows its first frame.
    const still = page.getByRole('article', { name: 'Red film' }).locator('img')
    await still.scrollIntoViewIfNeeded()
    await expect
      .poll(() => still.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(100)
    await page.waitForLoadState('networkidle')
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes('/media/'))
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0)),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThan(200 * 1024)
  })
})

test('a card shows the first frame of a large film that has no still, from its first 200 KB', async ({
  skip,
}) => {
  const film = await makeNoisyFilm()
  if (film === null) return skip('This machine has no encoder.')
  expect(film.length).toBeGreaterThan(250_000)
  await exhibit('Noise', { image: await pinned(film, 'video', 'video/webm', { width: 320, height: 180 }) })
  await visit('/collection/studies/items', async (page, { allow }) => {
    // Errors of the invalid videos above.
    allow('/media/stills/')
    allow('?part=first')
    const sizes: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('?part=first')) sizes.push(Number(response.headers()['content-length']))
    })
    const frame = page.getByRole('article', { name: 'Noise' }).locator('video')
    await frame.scrollIntoViewIfNeeded()
    await expect.poll(() => frame.getAttribute('data-loaded')).toBe('true')
    const [red = 0, green = 255] = await frame.evaluate((video) => {
      const drawing = document.createElement('canvas').getContext('2d')
      if (!(video instanceof HTMLVideoElement) || drawing === null) return []
      drawing.drawImage(video, 0, 0, 1, 1)
      return [...drawing.getImageData(0, 0, 1, 1).data]
    })
    expect(red - green).toBeGreaterThan(60)
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200_000)
  })
})

describe('a work that is a program', () => {
  longTest('runs after a press and ends with Stop', async () => {
    const program = await pinned(htmlFile(), 'html', 'text/html')
    const id = await exhibit('Sunflower clock', { image: await cover(), animation: program })
    await visit(`/nft/${id}`, async (page) => {
      const start = page.getByRole('button', { name: /^Start the work/ })
      await start.focus()
      await page.keyboard.press('Enter')
      await page.frameLocator('iframe').locator('canvas').waitFor()
      await expectAccessible(page)
      // The focus stays on the button, which now pauses the work.
      await page.keyboard.press('Enter')
      await page.locator('iframe').waitFor({ state: 'detached' })
    })
  })

  longTest('of several files loads those of its own folder', async () => {
    const form = new FormData()
    const files = {
      'index.html': '<!doctype html><body><script type="module" src="./sketch.js"></script></body>',
      'sketch.js': `import { word } from './words.js'
        const { line } = await (await fetch('./line.json')).json()
        document.body.textContent = word + line`,
      'words.js': 'export const word = "Drawn "',
      'line.json': '{"line":"by hand"}',
    }
    for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name)
    const url = `${inject('services').ipfsUrl}/api/v0/add?cid-version=1&raw-leaves=true&wrap-with-directory=true`
    const reply = await (await fetch(url, { method: 'POST', body: form })).text()
    const root = asJson(JSON.parse(reply.trim().split('\n').at(-1) ?? ''))['Hash']
    const program: Media = {
      ...(await cover()),
      kind: 'html',
      contentType: 'text/html',
      src: `/media/ipfs/${String(root)}`,
    }
    const id = await exhibit('Sketchbook', { animation: program })
    await visit(`/nft/${id}`, async (page) => {
      await press(page, /^Start the work/)
      await page.frameLocator('iframe').getByText('Drawn by hand').waitFor()
    })
  })

  /** Attacks that a hostile work tries in its frame. Each returns its result. */
  const attempts: Record<string, (frame: Frame) => Promise<unknown>> = {
    'has no origin': (frame) => frame.evaluate(() => window.origin),
    'reads no cookies': (frame) => frame.evaluate(() => document.cookie),
    'has no storage': (frame) => frame.evaluate(() => localStorage.length),
    'has no database': (frame) => frame.evaluate(() => indexedDB.open('x').readyState),
    'reads nothing of the page': (frame) => frame.evaluate(() => window.parent.document.title),
    'does not navigate the page': (frame) =>
      frame.evaluate((url) => {
        if (window.top !== null) window.top.location.href = url
        return 'navigated'
      }, elsewhereUrl),
    'opens no window': (frame) => frame.evaluate((url) => window.open(url) === null, elsewhereUrl),
    'asks the visitor nothing': (frame) => frame.evaluate(() => window.confirm('Your seed?')),
    'fetches nothing of other sites': (frame) =>
      frame.evaluate(async (url) => (await fetch(url)).status, elsewhereUrl),
    'calls no API of ours': (frame) =>
      frame.evaluate(async (url) => (await fetch(url)).status, `${world.url}/api/marketplace/settings`),
    'opens no socket': (frame) =>
      frame.evaluate(
        (url) =>
          new Promise((resolve) => {
            new WebSocket(url.replace('http', 'ws')).onerror = () => resolve('refused')
          }),
        elsewhereUrl,
      ),
    'sends no beacon': (frame) =>
      frame.evaluate((url) => {
        navigator.sendBeacon(`${url}/beacon`, 'x')
      }, elsewhereUrl),
    'opens no peer connection': (frame) =>
      frame.evaluate(async (urls) => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls }] })
        peer.createDataChannel('x')
        const gathered = new Promise((resolve) => {
          peer.addEventListener('icegatheringstatechange', () => {
            if (peer.iceGatheringState === 'complete') resolve(peer.iceGatheringState)
          })
        })
        await peer.setLocalDescription(await peer.createOffer())
        return gathered
      }, `stun:127.0.0.1:${stun.address().port}`),
    'loads no picture': (frame) =>
      frame.evaluate(
        (url) =>
          new Promise((resolve) => {
            const image = new Image()
            image.onload = () => resolve('loaded')
            image.onerror = () => resolve('refused')
            image.src = `${url}/pixel.png`
          }),
        elsewhereUrl,
      ),
    'loads no script': (frame) =>
      frame.evaluate(
        (url) =>
          new Promise((resolve) => {
            const script = document.createElement('script')
            script.onload = () => resolve('loaded')
            script.onerror = () => resolve('refused')
            script.src = `${url}/library.js`
            document.body.appendChild(script)
          }),
        elsewhereUrl,
      ),
    'has no frames of other sites': (frame) =>
      frame.evaluate(
        (url) =>
          new Promise((resolve) => {
            const inner = document.createElement('iframe')
            inner.onload = () => resolve('a page of the browser')
            inner.src = `${url}/frame`
            document.body.appendChild(inner)
          }),
        elsewhereUrl,
      ),
    'submits no form': (frame) =>
      frame.evaluate((url) => {
        const form = document.createElement('form')
        form.action = `${url}/form`
        document.body.appendChild(form)
        form.submit()
      }, elsewhereUrl),
    'gets no place': (frame) =>
      frame.evaluate(
        () =>
          new Promise((resolve) => {
            navigator.geolocation.getCurrentPosition(
              () => resolve('a place'),
              ({ code }) => resolve(code),
            )
          }),
      ),
    'gets no camera': (frame) =>
      frame.evaluate(async () => {
        await navigator.mediaDevices.getUserMedia({ video: true })
        return 'a camera'
      }),
    'may not notify': (frame) =>
      frame.evaluate(async () => (await Notification.requestPermission()) === 'granted'),
    'has no service worker': (frame) =>
      frame.evaluate(async () => {
        await navigator.serviceWorker.register('/sw.js')
        return 'registered'
      }),
    'does not leave its frame': (frame) =>
      frame.evaluate((url) => {
        window.location.href = `${url}/left`
      }, elsewhereUrl),
  }
  /** Results that are not refusals but have no effect either. */
  const outcomes: Record<string, unknown> = {
    'has no origin': 'null',
    'opens no window': true,
    'asks the visitor nothing': false,
    'opens no socket': 'refused',
    'opens no peer connection': 'complete',
    'sends no beacon': undefined,
    'loads no picture': 'refused',
    'loads no script': 'refused',
    'has no frames of other sites': 'a page of the browser',
    'submits no form': undefined,
    'gets no place': 1,
    'may not notify': false,
    'does not leave its frame': undefined,
  }

  test('cannot leave its frame', async () => {
    const program = await pinned('<!doctype html><body><p>Hello</p></body>', 'html', 'text/html')
    const id = await exhibit('Intruder', { image: await cover(), animation: program })
    await visit(`/nft/${id}`, async (page, { allow }) => {
      for (const text of ['Content Security Policy', 'sandbox', 'ermissions', 'request: ', 'Unsafe attempt'])
        allow(text)
      await press(page, /^Start the work/)
      await page.frameLocator('iframe').getByText('Hello').waitFor()
      const frame = page.frames().find((each) => each.url().includes('/play/'))
      if (frame === undefined) throw new Error('The work has no frame.')
      reached = []
      const results: Record<string, unknown> = {}
      for (const [name, attempt] of Object.entries(attempts))
        results[name] = await attempt(frame).catch((error: unknown) => String(error))
      const refused: unknown = expect.stringMatching(/Error|denied|refused/i)
      expect(results).toEqual(
        Object.fromEntries(
          Object.keys(attempts).map((name) => [name, name in outcomes ? outcomes[name] : refused]),
        ),
      )
      await expect.poll(() => page.frames().some((each) => each.url().startsWith('chrome-error:'))).toBe(true)
      expect(page.url()).toBe(`${world.url}/nft/${id}`)
      expect(page.context().pages()).toHaveLength(1)
    })
    expect(reached).toEqual([])
  })

  test('loads other files of its own folder only, and is not shown at the top of a tab', async () => {
    const program = await pinned('<!doctype html><body><p>Hello</p></body>', 'html', 'text/html')
    const address = `${program.src.replace('/media/', '/play/')}/`
    const framed = await world.call(address, { headers: { 'sec-fetch-dest': 'iframe' } })
    const policy = framed.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox allow-scripts;/)
    expect(policy).not.toMatch(/allow-same-origin|allow-top|allow-popups|allow-forms/)
    expect(policy).toContain(`connect-src data: blob: ${world.url}${address};`)
    expect(policy).toContain(`frame-ancestors ${world.url}`)
    expect(framed.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const watched = await newPage(browser)
    watched.allow('403')
    await watched.page.goto(`${world.url}${address}`)
    await watched.page.getByText('This work is a program.').waitFor()
    expect(await watched.page.evaluate(() => window.origin)).toBe('null')
    await watched.close()
  })
})

describe('adult content', () => {
  test('is blurred on cards and page until the visitor agrees, and again when that is taken back', async () => {
    const image = await cover()
    const id = await exhibit('Life class', { image, explicit: true })
    await visit('/collection/studies/items', async (page, { allow }) => {
      // Error of the invalid video above.
      allow('/media/stills/')
      allow('?part=first')
      const card = page.getByRole('article', { name: 'Life class' })
      const sizes = (root: typeof card) =>
        root
          .locator('img')
          .evaluateAll((images) =>
            images.map((each) => (each instanceof HTMLImageElement ? each.currentSrc || each.src : '')),
          )
      await card.getByText('Adult content').waitFor()
      expect(await sizes(card)).toEqual([expect.stringContaining('w=64')])
      await card.getByRole('link', { name: 'Life class' }).click()

      await page.getByRole('heading', { name: 'Life class', level: 1 }).waitFor()
      expect(await page.getByRole('button', { name: 'See it closer' }).count()).toBe(0)
      await expectAccessible(page)
      await press(page, 'Show adult content')
      await page.getByRole('button', { name: 'See it closer' }).waitFor()
      await page.getByRole('img', { name: 'Life class' }).waitFor()

      await page.goto(`${world.url}/collection/studies/items`)
      await card.waitFor()
      await expect.poll(() => sizes(card)).toEqual([expect.not.stringContaining('w=64')])
      await press(page, 'Hide adult content again')
      await card.getByText('Adult content').waitFor()
    })
    const page = await world.call(`/nft/${id}`)
    expect(page.text).toContain(`<meta property="og:image" content="${world.url}/preview.png">`)
    expect(page.text).not.toContain(`<img src="${image.src}`)
  })
})

longTest('the owner of a work has its files kept with one press in Token detail', async () => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(png(40, 30))]), 'work.png')
  const { ipfsUrl } = inject('services')
  const added = await fetch(`${ipfsUrl}/api/v0/add?wrap-with-directory=true`, { method: 'POST', body: form })
  const picture = `${String(asJson(JSON.parse(await added.text()))['Hash'])}/work.png`
  const metadata = { name: 'Kept work', image: `ipfs://${picture}` }
  const id = await world.mint(artist, { taxon: 9, metadata })
  await cronUntil(
    world,
    'the work is read',
    async () => (await world.tokenOf(id))?.['metadata_state'] === 'ready',
  )
  // Only verified bytes may be cached forever.
  const served = await fetch(`${world.url}/media/ipfs/${picture}`)
  expect([served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  await served.body?.cancel()
  const owner = { account: artist, session: await world.connect(artist) }
  const watched = await newPage(browser, { viewport: phone })
  const { page } = watched
  await signedIn(page, owner)
  await page.goto(`${world.url}/nft/${id}`)
  await page.getByRole('tab', { name: 'Token detail' }).click()
  await page
    .getByText('This work does not depend on a web server: every file hosted on one also has a copy here.')
    .waitFor()
  await page.getByText('1 of 1 gateways had the file').first().waitFor()
  await expectAccessible(page)
  await press(page, 'Keep a copy')
  await page.getByRole('status').getByText('Pinned to IPFS').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'Token detail' }).click()
  await page.getByText('OPX has a copy and serves it.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Keep a copy' }).count()).toBe(0)
  await watched.close()
  // Visitors do not see this button.
  await visit(`/nft/${id}`, async (visitor) => {
    await visitor.getByRole('tab', { name: 'Token detail' }).click()
    await visitor.getByText('OPX has a copy and serves it.').first().waitFor()
    expect(await visitor.getByRole('button', { name: 'Keep a copy' }).count()).toBe(0)
  })
})

longTest(
  'a changed work marks older bids for the bidder and for its owner, and can be reported',
  async () => {
    const id = await world.mint(artist, {
      taxon: 9,
      flags: nftokenFlags.transferable | nftokenFlags.mutable,
      metadata: { name: 'Weathervane' },
    })
    const account = await world.fund('Jonas')
    const bidder = { account, session: await world.connect(account) }
    const bid = await world.bid(account, artist.address, id, 5_000_000n)
    await offerIndexed(world, bid)
    const uri = `ipfs://${await world.pin(JSON.stringify({ name: 'Weathercock' }))}`
    await world.run(artist, {
      TransactionType: 'NFTokenModify',
      NFTokenID: id,
      URI: Buffer.from(uri).toString('hex').toUpperCase(),
    })
    await cronUntil(
      world,
      'the change is read',
      async () => (await world.tokenOf(id))?.['name'] === 'Weathercock',
    )
    const see = async (person: Person, act: (page: Page) => Promise<void>) => {
      const watched = await newPage(browser, { viewport: phone })
      await signedIn(watched.page, person)
      await act(watched.page)
      await watched.close()
    }
    await see(bidder, async (page) => {
      await page.goto(`${world.url}/nft/${id}`)
      await page.getByText('The work has changed since your bid').scrollIntoViewIfNeeded()
      await press(page, 'Report adult content')
      await page.getByText('Thank you. Once several accounts report a work').first().waitFor()
      await page.goto(`${world.url}/account/${account.address}/profile/offers`)
      await page.getByText('The work has changed since your bid').waitFor()
    })
    expect(await world.rowsOf('content_reports', { nft_id: id })).toMatchObject([
      { account: account.address },
    ])
    await see({ account: artist, session: await world.connect(artist) }, async (page) => {
      await page.goto(`${world.url}/nft/${id}`)
      await page.getByText('The work has changed since this bid').waitFor()
      await page.getByText(/^The issuer changed this work .* Earlier bids are marked\.$/).waitFor()
    })
  },
)

longTest('traits beyond the limit are counted', async () => {
  const id = await exhibit('Many sides', {
    attributes: [{ trait_type: 'Side', value: 'First' }],
    moreAttributes: 3,
  })
  await visit(`/nft/${id}`, async (page) => {
    await page.getByText('3 more traits are not shown here.').waitFor()
  })
})

longDescribe('a work whose metadata is missing', () => {
  const noticesOf = (page: Page) => page.getByRole('main').getByRole('listitem')
  const tried = (id: string) =>
    cronUntil(world, 'the first try', () => world.hasRow('nfts', { id, metadata_problem: notNull }))

  longTest('says at once why its address can never be read', async () => {
    const id = await world.mint(artist, { taxon: 10, uri: 'ipfs://undefined/1.json' })
    await tried(id)
    const reason = "The token's address cannot be fetched: it has no valid CID."
    await visit(`/nft/${id}`, async (page) => {
      await noticesOf(page).getByText(reason).waitFor()
      expect(await page.getByRole('button', { name: 'Try again now' }).count()).toBe(0)
      expect(await page.getByText('We will try again').count()).toBe(0)
      await page.getByRole('tab', { name: 'Token detail' }).click()
      await page.getByRole('tabpanel').getByText('ipfs://undefined/1.json').waitFor()
      await expectAccessible(page)
    })
  })

  longTest('says when it is tried again, and is tried when the visitor asks for it', async () => {
    let document: string | null = null
    const server = createServer((_request, response) => {
      if (document === null) response.writeHead(503).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(document)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.json`
    const id = await world.mint(artist, { taxon: 10, uri })
    await tried(id)
    await visit(
      `/nft/${id}`,
      async (page, watched) => {
        await noticesOf(page)
          .getByText(/^The server at the token's address answered 503\. We will try again in /)
          .waitFor()
        await expectAccessible(page)
        watched.allow('429')
        await press(page, 'Try again now')
        await page.getByText(/^This was tried a moment ago/).waitFor()
        await world.changeToken(id, { metadata_tried_at: new Date(Date.now() - 61_000) })
        document = '{"name":"Late arrival"}'
        await press(page, 'Try again now')
        await page.getByRole('heading', { name: 'Late arrival', level: 1 }).waitFor()
        expect(await page.getByRole('button', { name: 'Try again now' }).count()).toBe(0)
      },
      phone,
    )
    server.close()
  })
})
