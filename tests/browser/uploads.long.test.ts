import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { intercept, launchBrowser } from '#tests/support/browser.ts'
import { type CuttingProxy, startCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { mp4, png } from '#tests/support/media-files.ts'
import { partBytes } from '#contract/schemas/uploads.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { openStudio, type Studio } from './creator.ts'
import { phone } from './visits.ts'

let studio: Studio
let browser: Browser
/** A proxy between the browser and the media store. */
let line: CuttingProxy
/** A video that is uploaded in three parts. */
let film: { bytes: Buffer; file: string }
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'opx-film-'))
  const bytes = mp4('isom', Buffer.alloc(2.5 * partBytes, crypto.randomUUID()))
  film = { bytes, file: path.join(dir, 'ebb.mp4') }
  await writeFile(film.file, bytes)
  browser = await launchBrowser()
  const { s3 } = inject('services')
  line = await startCuttingProxy(s3.origin)
  studio = await openStudio(browser, {
    S3_ENDPOINT: s3.endpoint.replace(s3.origin, line.origin),
    S3_UPLOAD_ORIGIN: line.origin,
  })
})
afterAll(async () => {
  await studio?.world.close()
  await line?.close()
  await browser?.close()
  await rm(dir, { recursive: true, force: true })
})

const attachment = (page: Page) => page.locator('input[type=file][aria-label="Attachment"]')
const partOf = (address: string) => new URL(address).searchParams.get('partNumber')

/** Records the parts that a page starts to send from now on. */
function partsSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const part = partOf(request.url())
    if (request.method() === 'PUT' && part !== null) sent.push(part)
  })
  return sent
}

/** Returns the parts that the page has stored as sent, which happens shortly after the response. */
const storedParts = (page: Page) =>
  page.evaluate(() => {
    const entry = Object.entries(localStorage).find(([key]) => key.startsWith('opx_upload:'))
    const parts: unknown = Reflect.get(Object(JSON.parse(entry?.[1] ?? 'null')), 'parts')
    return Array.isArray(parts) ? parts.length : 0
  })

test('an upload is paused, and resumes after a reload', async () => {
  const { page, close, allow } = await studio.open(studio.mara, '/create/nft')
  allow('ERR_')
  // Lets the first part through and holds the others back.
  const releaseParts = await intercept(
    page,
    (url) => ['2', '3'].includes(partOf(url.href) ?? ''),
    () => undefined,
  )
  const first = page.waitForResponse((response) => partOf(response.url()) === '1')
  await attachment(page).setInputFiles(film.file)
  await first
  await expect.poll(() => storedParts(page)).toBe(1)
  await page.getByRole('button', { name: 'Pause ebb.mp4' }).click()
  await page.getByText(/MB of 20.0 MB, paused/).waitFor()
  await page.reload()
  releaseParts()
  const sent = partsSent(page)
  await attachment(page).setInputFiles(film.file)
  await page.getByText('ebb.mp4, 20.0 MB').waitFor({ timeout: 60_000 })
  expect(sent.toSorted()).toEqual(['2', '3'])
  await close()
})

test('a connection cut in the middle of a part costs that part only, and the file arrives complete', async () => {
  // Uses a new profile, because Chromium automatically repeats a request on a connection that has already been used.
  const { page, close, allow } = await studio.open(studio.mara, '/create/nft', phone, { own: {} })
  allow('ERR_')
  const sent = partsSent(page)
  line.cutAfter(partBytes / 2)
  await attachment(page).setInputFiles(film.file)
  await page.getByText('ebb.mp4, 20.0 MB').waitFor({ timeout: 60_000 })
  expect(line.cuts()).toBe(1)
  expect([...new Set(sent)].toSorted()).toEqual(['1', '2', '3'])
  // The browser may also repeat the cut request, invisibly to the page.
  expect(sent.length).toBeLessThanOrEqual(4)
  const stored = await fetch(`${studio.world.url}/media/ipfs/${await cidOf(film.bytes)}`)
  expect(Buffer.from(await stored.arrayBuffer()).equals(film.bytes)).toBe(true)
  await close()
})

test('an upload is cancelled, on the page and in the store', async () => {
  const { page, close, allow } = await studio.open(studio.mara, '/create/nft')
  allow('ERR_')
  await page.route(
    (url) => partOf(url.href) !== null,
    () => undefined,
  )
  const partRequest = page.waitForRequest((request) => partOf(request.url()) !== null)
  await attachment(page).setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: png(70, 70) })
  await partRequest
  await page.getByRole('button', { name: 'Cancel late.png' }).click()
  await page.getByRole('button', { name: 'Attachment' }).waitFor()
  await expect
    .poll(() => studio.world.rowsOf('uploads', { state: 'cancelled' }), { timeout: 10_000 })
    .toHaveLength(1)
  await close()
})
