import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { intercept, launchBrowser } from '#tests/support/browser.ts'
import { png } from '#tests/support/media-files.ts'
import { choose, expectUsable, field, openStudio, shows, type Studio } from './creator.ts'
import { phone } from './visits.ts'
import { portionSize } from '#web/features/create/mint-state.ts'

let studio: Studio
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  studio = await openStudio(browser)
  const { world, mara } = studio
  await world.run(mara.account, {
    TransactionType: 'AccountSet',
    SetFlag: 10,
    NFTokenMinter: world.marketplace.address,
  })
})
afterAll(async () => {
  await studio?.world.close()
  await browser?.close()
})

const media = (name: string, width = 20, buffer: Buffer = png(width, 20)) => ({
  name,
  mimeType: 'image/png',
  buffer,
})
const json = (name: string, value: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
})
const words = (name: string, more: object = {}) => ({
  name,
  description: `${name} by night.`,
  attributes: [{ trait_type: 'Tide', value: name }],
  ...more,
})

test('conflicting files are reported before anything is sent', async () => {
  const { page, close } = await studio.open(studio.mara, '/create/multiple', phone)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  // Whoever has no collection that mints on demand is told how to sell without a signature for each work.
  await page.getByRole('link', { name: 'collection that mints on demand' }).waitFor()
  await choose(page, 'Media files', [media('1.png'), media('2.png')])
  await page.getByText('2 Files are selected.').waitFor()
  // A picture selected as metadata is named in the error and replaces nothing.
  await choose(page, 'Metadata files', [media('one.png'), media('two.png')])
  await page.getByText('one.png is not a metadata file: choose JSON, TXT or CSV.').waitFor()
  await page.getByText('two.png is not a metadata file: choose JSON, TXT or CSV.').waitFor()
  await page.getByText('2 Files are selected.').waitFor()
  await choose(page, 'Metadata files', json('ebb.json', words('Ebb')))
  await page.getByRole('button', { name: 'Review' }).click()
  await page
    .getByText(
      'The numbers of media files and metadata entries must match: you have 2 media files and 1 metadata entry.',
    )
    .waitFor()
  await choose(page, 'Metadata files', { ...json('1.json', ''), buffer: Buffer.from('{') })
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('1.json is not valid JSON.').waitFor()
  await choose(page, 'Media files', [
    media('1.png'),
    { ...media('film.mov'), mimeType: 'video/quicktime' },
    { ...media('song.mp3'), mimeType: 'audio/mpeg' },
  ])
  await page.getByText('film.mov: Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.').waitFor()
  await page.getByText('song.mp3: Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.').waitFor()
  expect(await page.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true)
  await expectUsable(page)
  expect(sent).toEqual([])
  await close()
})

test('a generator’s list and columns of a shop are recognised, and wrong files are removed', async () => {
  const { page, close } = await studio.open(studio.mara, '/create/multiple', phone)
  const table = 'tokenID,name,description,file,attributes[Sky]\n7,Ebb,,1.png,clear\n8,Flow,,2.png,grey\n'
  await choose(page, 'Media files', [
    media('1.png'),
    media('2.png'),
    { ...media('film.mov'), mimeType: 'video/quicktime' },
  ])
  await page.getByRole('button', { name: 'Remove film.mov' }).click()
  await page.getByText('2 Files are selected.').waitFor()
  await choose(page, 'Metadata files', { name: 'all.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByRole('button', { name: 'Review' }).click()
  // Unknown columns are shown before anything is minted. Columns of a shop are switched off.
  const token = page.getByRole('checkbox', { name: 'tokenID (2 works)' })
  await token.waitFor()
  expect(await token.isChecked()).toBe(false)
  expect(await page.getByRole('checkbox', { name: 'Sky (2 works)' }).isChecked()).toBe(true)
  await token.check()
  await page.getByText('2 attributes').first().waitFor()
  await token.uncheck()
  // One correction applies to all rows.
  await page.getByText('2 of 2 still need details.').waitFor()
  // The section is open initially, because all rows lack a description.
  await field(page, 'Description for all rows').fill('Water at night.')
  await page.getByRole('button', { name: 'Apply where none is set' }).first().click()
  await page.getByText('2 are ready.').waitFor()
  await field(page, 'Price for all rows').fill('12')
  await page.getByRole('button', { name: 'Use for all' }).last().click()
  const prices = page.getByRole('textbox', { name: 'Price', exact: true })
  expect(await prices.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value))).toEqual([
    '12',
    '12',
  ])
  await expectUsable(page)
  await page.getByRole('button', { name: 'Start over' }).click()

  await choose(page, 'Media files', [media('1.png'), media('2.png')])
  const [one, two] = [words('Ebb'), words('Flow')]
  const list = json('_metadata.json', [one, two])
  await choose(page, 'Metadata files', [json('1.json', one), json('2.json', two), list])
  await page.getByText('_metadata.json repeats the other metadata files and was left out.').waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('2 are ready.').waitFor()
  await close()
})

/** Drops files onto a file field, as with a mouse. */
async function drop(page: Page, onto: string, paths: string[]) {
  const box = await page.getByRole('button', { name: onto }).boundingBox()
  const spot = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 }
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      ...spot,
      type,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    })
}

test('a dropped folder is split into works and metadata, with its subfolders, and matched by name', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-folder-'))
  await mkdir(path.join(dir, 'words'))
  for (const [number, name] of [
    [1, 'Ebb'],
    [2, 'Flow'],
  ] as const) {
    await writeFile(path.join(dir, `${number}.png`), png(20 + number, 20))
    await writeFile(path.join(dir, 'words', `${number}.txt`), JSON.stringify(words(name)))
  }
  await writeFile(path.join(dir, '.DS_Store'), 'x')
  const { page, close } = await studio.open(studio.mara, '/create/multiple')
  await drop(page, 'Media files', [dir])
  await page.getByText('2 Files are selected.').nth(1).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('2 are ready.').waitFor()
  const items = page.getByRole('list', { name: 'To be minted' }).getByRole('listitem')
  await expect.poll(() => items.filter({ hasText: 'Ebb' }).textContent()).toContain('1.png')
  await expect.poll(() => items.filter({ hasText: 'Flow' }).textContent()).toContain('2.png')
  await rm(dir, { recursive: true })
  await page.getByRole('button', { name: 'Start over' }).click()
  await close()
})

test('a folder of Metaplex tools with strange files becomes works, and doubled files are named; nothing chosen is lost', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-metaplex-'))
  const write = async (name: string, content: Buffer | object) => {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
    await writeFile(path.join(dir, name), Buffer.isBuffer(content) ? content : JSON.stringify(content))
  }
  for (const number of [0, 1]) {
    await write(`assets/${number}.png`, png(20 + number, 20))
    await write(`assets/${number}.json`, words(`Tide ${number}`, { image: `${number}.png` }))
  }
  await write('assets/collection.png', png(30, 30))
  await write('assets/collection.json', words('Tides', { image: 'collection.png' }))
  await write('README.md', Buffer.from('<script>alert(1)</script>'))
  await write('Thumbs.db', Buffer.from('x'))
  const { page, close } = await studio.open(studio.mara, '/create/multiple')
  await drop(page, 'Media files', [dir])
  await page
    .getByText('collection.json describes the collection and was left out, with its picture.')
    .waitFor()
  await page.getByText('README.md: Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.').waitFor()
  await page.getByRole('button', { name: 'Remove README.md' }).click()
  await page.getByText('2 Files are selected.').nth(1).waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('2 are ready.').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()

  await rm(path.join(dir, 'README.md'))
  await write('old/1.png', png(40, 40))
  await drop(page, 'Media files', [dir])
  await page.getByText('3 Files are selected.').waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Two media files are called 1.png.').waitFor()
  await page.getByText('3 Files are selected.').waitFor()
  await page.getByText('2 Files are selected.').waitFor()
  await expectUsable(page)
  await rm(dir, { recursive: true })
  await close()
})

test('a ZIP of a generator becomes rows, the unfinished ones first, with the rarity that they will have', async () => {
  const pictures = Array.from({ length: 12 }, (_, at) => [
    `build/images/${at + 1}.png`,
    new Uint8Array(png(20 + at, 20)),
  ])
  // One picture has no metadata, and one entry has no picture.
  const documents = Array.from({ length: 12 }, (_, at) => ({
    name: `Tide #${at + 2}`,
    description: 'The sea.',
    image: `ipfs://NewUriToReplace/${at + 2}.png`,
    attributes: [{ trait_type: 'Moon', value: at === 3 ? 'full' : 'new' }],
  }))
  // Beside the file of each work is a list of all.
  const files = [...documents.entries(), ['_metadata', documents] as const].map(([at, content]) => [
    `build/json/${typeof at === 'number' ? at + 2 : at}.json`,
    strToU8(JSON.stringify(content)),
  ])
  const buffer = Buffer.from(zipSync(Object.fromEntries([...pictures, ...files])))
  const { page, close } = await studio.open(studio.mara, '/create/multiple', phone)
  await choose(page, 'Media files', { name: 'build.zip', mimeType: 'application/zip', buffer })
  await page.getByText('_metadata.json repeats the other metadata files and was left out.').waitFor()
  await page.getByText('12 Files are selected.').nth(1).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  const rows = page.getByRole('list', { name: 'To be minted' }).locator('> li')
  await expect.poll(() => rows.nth(0).textContent()).toContain('1.png')
  await expect.poll(() => rows.nth(1).textContent()).toContain('There is no media file for this entry.')
  await expect.poll(() => rows.filter({ hasText: 'Tide #5' }).textContent()).toContain('Rarity 1')
  await page.getByText('Rarity preview').click()
  await page.getByRole('row', { name: 'Moon full 1' }).waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Remove Tide #13' }).click()
  await page.getByText('1 of 12 still need details.').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await choose(page, 'Media files', { ...media('torn.zip'), buffer: buffer.subarray(0, 300) })
  await page.getByText('torn.zip cannot be unpacked: it is damaged or password-protected.').waitFor()
  await expectUsable(page)
  await close()
})

/** Selects files and a list that do not match, and corrects the marked rows. */
async function matchAndCorrect(page: Page): Promise<void> {
  const works = [
    media('10.png', 30),
    media('2.png', 22),
    media('broken.png', 1, Buffer.from('GIF89a')),
    media('spare.png'),
  ]
  await choose(page, 'Media files', works.slice(1))
  await choose(page, 'Metadata files', {
    name: 'all.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'name,description,file,Tide\nFlow,In,2.png,high\n,Out,10.png,low\nNeap,Still,broken.png,none\nSpare,Not wanted,spare.png,none\n',
    ),
  })
  await page.getByRole('button', { name: 'Review' }).click()
  const mismatch = page.getByText('There is no media file for this entry.')
  await mismatch.waitFor()
  await page.getByLabel('Another file for Number 2', { exact: true }).setInputFiles(media('10.png', 30))
  await mismatch.waitFor({ state: 'hidden' })
  await page.getByText('1 of 4 still need details.').waitFor()
  // Nothing is an error before the first attempt.
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
  await page.getByLabel('Edit Spare').click()
  await page.getByRole('button', { name: 'Remove Spare' }).click()
  await page.getByRole('button', { name: 'Upload and mint 3' }).click()
  await page.getByText('Correct the marked rows.').waitFor()
  await page.getByText('1 of 3 need to be corrected.').waitFor()
  await page.getByText('Enter a taxon number.').first().waitFor()
  await expectUsable(page)
  await field(page, 'Taxon *').fill('33')
  await field(page, 'Royalty *').fill('4')
  const row = page.getByRole('listitem', { name: 'Number 2' })
  // The open field stays open, although the first letter removes its last error.
  await row.getByRole('textbox', { name: 'Name *' }).pressSequentially('Ebb')
}

/** Uploads while every part is cut off. Expects the uploads to resume automatically when the connection is back. */
async function uploadOverCutConnection(page: Page): Promise<void> {
  const reconnect = await intercept(page, '**/uploads/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Upload and mint 3' }).click()
  await page.getByText('Connection Error').first().waitFor({ timeout: 30_000 })
  await page
    .getByText(/It continues automatically when the connection is back/)
    .first()
    .waitFor({ timeout: 30_000 })
  reconnect()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Expects a refused file to show the reason and to lead back to the table. */
async function replaceRefusedFile(page: Page): Promise<void> {
  await page.getByText('One file was not accepted.').waitFor({ timeout: 30_000 })
  await page.getByText('2 of 3 files uploaded.').waitFor()
  await page.getByText('This file is damaged or cut short.').waitFor()
  await page.getByLabel('Edit Neap').click()
  await choose(page, 'Another file for Neap', media('10.png', 30))
  await page.getByText('Two media files are called 10.png.').waitFor()
  await choose(page, 'Another file for Neap', media('mended.png', 34))
  await expectUsable(page)
}

test('many works are matched, corrected, uploaded with one cut connection and one refused file, and minted in order', async () => {
  const { page, close, allow } = await studio.open(studio.mara, '/create/multiple')
  allow('ERR_')
  allow('400')
  await matchAndCorrect(page)
  // A reload keeps everything except the files that were not uploaded, which the page lists by name.
  await page.reload()
  await page.getByText('Choose 10.png again: it was not uploaded before the page was closed.').waitFor()
  await choose(page, 'Missing media files', [
    media('10.png', 30),
    media('2.png', 22),
    media('broken.png', 1, Buffer.from('GIF89a')),
  ])
  await page.getByText('3 are ready.').waitFor()
  await uploadOverCutConnection(page)
  await replaceRefusedFile(page)
  await page.getByRole('button', { name: 'Upload and mint 3' }).click()
  await shows(page, 'Sign the mint of Flow')
  await studio.answer()
  await shows(page, 'Sign the mint of Ebb')
  await studio.answer()
  await shows(page, 'Sign the mint of Neap')
  await studio.answer()
  await shows(page, '3 works minted.')
  const tokens = await studio.world.rowsOf('nfts', { issuer: studio.mara.account.address })
  const rows = tokens.toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
  expect(rows.map(({ name, taxon, transfer_fee: fee }) => [name, Number(taxon), fee])).toEqual([
    ['Flow', 33, 4000],
    ['Ebb', 33, 4000],
    ['Neap', 33, 4000],
  ])
  expect(rows.map(({ metadata }) => asJson(asJson(metadata)['image'])['width'])).toEqual([22, 30, 34])
  await close()
})

test('a row with a refused file moves to the top, where it stays while another file is chosen', async () => {
  const { page, close, allow } = await studio.open(studio.mara, '/create/multiple')
  allow('400')
  const pictures = Array.from({ length: 55 }, (_, at) => media(`${at}.png`, 30 + at))
  await choose(page, 'Media files', [...pictures, media('torn.png', 1, Buffer.from('GIF89a'))])
  await page.getByRole('button', { name: 'Review' }).click()
  await field(page, 'Description for all rows').fill('Water at night.')
  await page.getByRole('button', { name: 'Apply where none is set' }).first().click()
  await page.getByText('56 are ready.').waitFor()
  const rows = page.getByRole('list', { name: 'To be minted' }).locator('> li')
  expect(await page.getByRole('listitem', { name: 'Torn' }).count()).toBe(0)
  await field(page, 'Taxon *').fill('35')
  await page.getByRole('button', { name: 'Upload and mint 56' }).click()
  await page.getByText('One file was not accepted.').waitFor({ timeout: 120_000 })
  await expect.poll(() => rows.first().textContent()).toContain('This file is damaged or cut short.')
  await page.getByLabel('Edit Torn').click()
  await choose(page, 'Another file for Torn', media('whole.png', 20))
  await shows(page, 'whole.png')
  expect(await rows.first().getAttribute('aria-label')).toBe('Torn')
  await page.getByRole('button', { name: 'Start over' }).click()
  await close()
}, 180_000)

/** Creates a folder as generators write it: pictures, each with a document of three traits. */
async function generatedFolder(count: number): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-folder-'))
  await Promise.all(['images', 'json'].map((folder) => mkdir(path.join(dir, folder))))
  for (let at = 0; at < count; at += 1) {
    // The dimensions make each picture a different file.
    await writeFile(path.join(dir, 'images', `${at}.png`), png(20 + (at % 100), 20 + Math.floor(at / 100)))
    const traits = ['Sky', 'Tide', 'Moon'].map((name, place) => ({
      trait_type: name,
      value: String((at >> place) % 7),
    }))
    await writeFile(
      path.join(dir, 'json', `${at}.json`),
      JSON.stringify({
        name: `Harbour #${at}`,
        description: 'A harbour at night.',
        image: `ipfs://NewUriToReplace/${at}.png`,
        attributes: traits,
        edition: at,
        dna: String(at),
      }),
    )
  }
  return dir
}

const choosePaths = (page: Page, label: string, dir: string, count: number) =>
  page
    .locator(`input[type=file][aria-label="${label}"]`)
    .setInputFiles(Array.from({ length: count }, (_, at) => path.join(dir, 'images', `${at}.png`)))

test('more works than a portion are uploaded and saved to sell on demand, and a reload continues', async () => {
  const { world, mara } = studio
  await world.addCollection({
    id: 'harbour',
    issuer: mara.account.address,
    taxon: 44,
    name: 'Harbour',
    on_demand_mint: true,
  })
  const count = portionSize + 5
  const dir = await generatedFolder(count)
  const { page, close } = await studio.open(mara, '/create/multiple?taxon=44')
  await drop(page, 'Media files', [dir])
  await page.getByText(`${count} Files are selected.`).nth(1).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText(`${count} are ready.`).waitFor()
  await page.getByRole('link', { name: 'collection that mints on demand' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Upload and add ${count}` }).click()
  await page.getByText(/^[1-9]\d of \d+ files uploaded/).waitFor({ timeout: 60_000 })
  await page.reload()
  await choosePaths(page, 'Missing media files', dir, count)
  await page.getByRole('button', { name: `Upload and add ${count}` }).click()
  await page.getByText(`${count} works saved.`).waitFor({ timeout: 600_000 })
  const saved = await world.rowsOf('demand_items', { collection_id: 'harbour' })
  expect(new Set(saved.map(({ name }) => name)).size).toBe(count)
  expect(saved).toHaveLength(count)
  await rm(dir, { recursive: true })
  await close()
}, 900_000)

test('a work that the server refuses is edited and saved', async () => {
  const { world, mara } = studio
  await world.addCollection({
    id: 'quay',
    issuer: mara.account.address,
    taxon: 45,
    name: 'Quay',
    on_demand_mint: true,
  })
  const dir = await generatedFolder(2)
  const { page, close, allow } = await studio.open(mara, '/create/multiple?taxon=45', phone)
  allow('403 (Forbidden)')
  await drop(page, 'Media files', [dir])
  await page.getByText('2 Files are selected.').nth(1).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('2 are ready.').waitFor()
  const add = page.getByRole('button', { name: 'Upload and add 2' })
  await add.waitFor()
  await field(page, 'Price').fill('4.5')
  await world.changeCollection('quay', { on_demand_mint: false })
  await add.click()
  // The second work was not sent, because the same refusal would follow.
  await page.getByText('This collection is not minted on demand.').waitFor()
  await page.getByRole('button', { name: 'Edit the 2 works that are not saved' }).waitFor()
  await expectUsable(page)
  await world.changeCollection('quay', { on_demand_mint: true })
  await page.reload()
  await page.getByRole('button', { name: 'Edit the 2 works that are not saved' }).click()
  await add.waitFor()
  expect(await field(page, 'Price').inputValue()).toBe('4.5')
  const rows = page.getByRole('list', { name: 'To be minted' }).locator('> li')
  await rows.first().getByRole('textbox', { name: 'Name *' }).fill('Low quay')
  await expectUsable(page)
  await add.click()
  await page.getByText('2 works saved.').waitFor()
  const saved = await world.rowsOf('demand_items', { collection_id: 'quay' })
  expect(saved.map(({ price_drops: price }) => price)).toEqual(['4500000', '4500000'])
  expect(saved.map(({ name }) => name)).toContain('Low quay')
  await rm(dir, { recursive: true })
  await close()
})

test('works wait for the network as long as it is away, and leave the list of a second tab', async () => {
  const { world, mara } = studio
  await world.addCollection({
    id: 'pier',
    issuer: mara.account.address,
    taxon: 46,
    name: 'Pier',
    on_demand_mint: true,
  })
  const dir = await generatedFolder(3)
  const { page, close, allow } = await studio.open(mara, '/create/multiple?taxon=46')
  for (const text of ['ERR_FAILED', 'ERR_INTERNET_DISCONNECTED']) allow(text)
  await page.clock.install()
  await page.reload()
  await drop(page, 'Media files', [dir])
  await page.getByRole('button', { name: 'Review' }).click()
  const add = (tab: Page) => tab.getByRole('button', { name: 'Upload and add 3' })
  await add(page).waitFor()
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await add(tab).waitFor()
  const isAway = Promise.withResolvers<void>()
  const reconnect = await intercept(page, '**/api/nft/demand/add', async (route) => {
    await page.context().setOffline(true)
    await route.abort()
    isAway.resolve()
  })
  await add(page).click()
  await isAway.promise
  await page.getByText('You are offline.').waitFor()
  for (let turn = 0; turn < 6; turn += 1) {
    await page.clock.fastForward(4000)
    await page.evaluate(() => fetch('/').catch(() => undefined))
  }
  expect(await page.getByText('Connection Error').count()).toBe(0)
  reconnect()
  await page.context().setOffline(false)
  await page.getByText('3 works saved.').waitFor()
  await tab.getByRole('button', { name: 'Review' }).waitFor()
  await tab.close()
  expect(await world.rowsOf('demand_items', { collection_id: 'pier' })).toHaveLength(3)
  await rm(dir, { recursive: true })
  await close()
})
