import { setTimeout as wait } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#dev/lib/rpc.ts'
import { newPage, launchBrowser } from '#tests/support/browser.ts'
import { pdf, png } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { explorerLink } from './gallery.ts'
import { desktop, type Person, phone, signedIn } from './visits.ts'

let world: TestWorld
let browser: Browser
let mara: Person

beforeAll(async () => {
  browser = await launchBrowser()
  world = await createTestWorld({
    cronEveryMs: 400,
    bindings: { LINK_EXPLORER_TRANSACTION: explorerLink, RATE_LIMITS: 'off' },
  })
  const account = await world.fund('Mara')
  mara = { account, session: await world.connect(account) }
  await world.query(
    "insert into collections (id, issuer, taxon, name, royalty_percent, mutable_nfts) values ('tides', $1, 21, 'Tides', '7.5', true)",
    [account.address],
  )
})
afterAll(async () => {
  await world?.close()
  await browser?.close()
})

const picture = { name: 'moon.png', mimeType: 'image/png', buffer: png(60, 40, [39, 64, 96]) }

async function open(who: Person | null, size = desktop) {
  const watched = await newPage(browser, { viewport: size, reducedMotion: 'reduce' })
  watched.page.setDefaultTimeout(15_000)
  if (who !== null) await signedIn(watched.page, who)
  await watched.page.goto(`${world.url}/create/nft`)
  await watched.page.locator('#main').waitFor()
  return watched
}

const choose = (page: Page, label: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(file)
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

async function addAttribute(page: Page, name: string, value: string) {
  await field(page, 'Attribute name').fill(name)
  await field(page, 'Attribute value').fill(value)
  await field(page, 'Attribute value').press('Enter')
}

async function fillIn(page: Page, name: string) {
  await choose(page, 'Display picture', picture)
  await field(page, 'Name *').fill(name)
  await field(page, 'Description *').fill('A night without wind.')
  await addAttribute(page, 'Sky', 'clear')
  await page.getByText('moon.png, ').waitFor()
}

/** The request that waits in Mara's wallet. */
async function waiting(): Promise<string> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const [row] = await world.query(
      "select uuid from sign_requests where account = $1 and state = 'created' and uuid is not null",
      [mara.account.address],
    )
    if (row !== undefined) return String(row['uuid'])
    if (Date.now() > deadline) throw new Error('The wallet was not asked.')
    await wait(30)
  }
}

const answer = async (what: 'sign' | 'reject' = 'sign') =>
  what === 'sign' ? world.sign(await waiting(), mara.account) : world.reject(await waiting())

/** As coming back to the tab does: the page asks at once. */
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function shows(page: Page, text: string | RegExp) {
  const deadline = Date.now() + 20_000
  while (!(await page.getByText(text).first().isVisible())) {
    if (Date.now() > deadline) throw new Error(`Not in time: ${text}`)
    await look(page)
    await page.waitForTimeout(100)
  }
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

test('a visitor is led to the hub', async () => {
  const { page, close } = await open(null)
  await page.waitForURL(`${world.url}/create`)
  await close()
})

test('every error stands at its field and above the button, and files are refused by clear words', async () => {
  const { page, close, allow } = await open(mara, phone)
  // The marketplace answers 400 for the file that is not what it says.
  allow('400')
  await page.getByRole('radio', { name: 'Bulk' }).check()
  await field(page, 'Count *').fill('0')
  await field(page, 'Royalty *').fill('51')
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Give it a name.' })
  await summary.waitFor()
  expect(await summary.getByRole('listitem').allTextContents()).toEqual([
    'Choose a display picture.',
    'Give it a name.',
    'Write a description.',
    'Give a taxon number.',
    'A royalty is 50 % at most.',
    'Add at least one attribute.',
    'Give a count from 1 to 500.',
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await page.getByText('Give the attribute a name.').waitFor()
  await field(page, 'Attribute name').fill('Sky')
  await page.getByText('Give the attribute a value.').waitFor()
  await choose(page, 'Display picture', { ...picture, name: 'notes.pdf', mimeType: 'application/pdf' })
  await page.getByText('PDF selected').waitFor()
  await page.getByText('Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.').first().waitFor()
  await choose(page, 'Display picture', { ...picture, name: 'notes.txt', mimeType: 'text/plain' })
  await page.getByText('Unknown file type').waitFor()
  await choose(page, 'Display picture', { ...picture, buffer: Buffer.alloc(0) })
  await page.getByText('This file is empty.').waitFor()
  await choose(page, 'Display picture', {
    ...picture,
    buffer: Buffer.from('<html><script>1</script></html>'),
  })
  await page.getByText('This is not a file that we can take.').waitFor()
  await field(page, 'Description *').fill('x'.repeat(460))
  await page.getByText('450 of 450 characters').waitFor()
  await close()
})

test('an NFT is minted by the form, after a rejection, and is where it should be', async () => {
  const { page, close } = await open(mara)
  await fillIn(page, 'Moon over water')
  await choose(page, 'Attachment', { name: 'notes.pdf', mimeType: 'application/pdf', buffer: pdf('notes') })
  await page.getByText('PDF selected').waitFor()
  await page.getByText('notes.pdf, ').waitFor()
  await page.getByRole('combobox', { name: 'Collection', exact: true }).selectOption({ label: 'Tides' })
  expect(await field(page, 'Royalty *').inputValue()).toBe('7.5')
  await page.getByText('Advanced').click()
  await page.getByRole('checkbox', { name: /^Burnable/ }).check()
  await field(page, 'Memo').fill('For the north wall')
  await expectAccessible(page)
  // Nothing is lost by a reload: neither words nor files.
  await page.reload()
  await page.getByText('moon.png, ').waitFor()
  expect(await field(page, 'Name *').inputValue()).toBe('Moon over water')
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  await answer('reject')
  await shows(page, 'You rejected to sign.')
  await page.getByRole('button', { name: 'Retry: Moon over water' }).click()
  await answer()
  await shows(page, 'It is minted.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Moon over water' }).click()
  await page.getByRole('heading', { level: 1, name: 'Moon over water' }).waitFor()
  const [row] = await world.query("select id, metadata from nfts where name = 'Moon over water'")
  expect(identifyToken(String(row?.['id']))).toMatchObject({
    taxon: 21,
    transferFee: 7500,
    flags: 1 + 8 + 16,
  })
  expect(asJson(row?.['metadata'])).toMatchObject({
    collection: 'Tides',
    attachment: { kind: 'pdf' },
    image: { width: 60, height: 40 },
    attributes: [{ trait_type: 'Sky', value: 'clear' }],
  })
  await close()
})

test('a lost connection is told, and Retry mints once', async () => {
  const { page, close, allow } = await open(mara)
  allow('nft/add')
  allow('ERR_FAILED')
  await fillIn(page, 'Ebb')
  await field(page, 'Taxon *').fill('5')
  await page.route('**/api/nft/add', (route) => route.abort())
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  await page.getByText('Connection Error').waitFor({ timeout: 20_000 })
  await page.unroute('**/api/nft/add')
  await page.getByRole('button', { name: 'Retry: Ebb' }).click()
  await answer()
  await shows(page, 'It is minted.')
  expect(await world.query("select 1 from nfts where name = 'Ebb'")).toHaveLength(1)
  await close()
})

test('a signature whose outcome is unclear says so, and Retry asks about the same mint', async () => {
  const { page, close } = await open(mara)
  await fillIn(page, 'Neap')
  await field(page, 'Taxon *').fill('5')
  const txid = 'AB'.repeat(32)
  const unclear = JSON.stringify({ status: 'signed', data: 'x', txid })
  await page.route('**/api/xumm/check/*', (route) =>
    route.fulfill({ contentType: 'application/json', body: unclear }),
  )
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  await page
    .getByText(
      'The signer signed the request. But something went wrong. Confirm the transaction on bithomp before clicking the Retry button.',
    )
    .waitFor()
  expect(await page.getByRole('link', { name: /^Transaction ABABAB/ }).getAttribute('href')).toContain(txid)
  await page.unroute('**/api/xumm/check/*')
  await answer()
  await page.getByRole('button', { name: 'Retry: Neap' }).click()
  await shows(page, 'It is minted.')
  expect(await world.query("select 1 from nfts where name = 'Neap'")).toHaveLength(1)
  await close()
})

/** As large as wanted: each takes two seconds here. */
const bulk = Number(process.env['BULK_MINTS'] ?? 12)
const half = Math.floor(bulk / 2)

test('a bulk goes on after the browser was closed in the middle, and nothing is minted twice', async () => {
  const minted = async () => (await world.query("select 1 from nfts where name = 'Spring'")).length
  const first = await open(mara)
  await fillIn(first.page, 'Spring')
  await first.page.getByRole('radio', { name: 'Bulk' }).check()
  await field(first.page, 'Taxon *').fill('9')
  await field(first.page, 'Count *').fill(String(bulk))
  await first.page.getByRole('button', { name: `Mint ${bulk} NFTs` }).click()
  const signUntil = async (page: Page, count: number) => {
    for (let signed = await minted(); signed < count; signed += 1) {
      await answer()
      while ((await minted()) <= signed) {
        await look(page)
        await page.waitForTimeout(40)
      }
      await look(page)
    }
  }
  await signUntil(first.page, half)
  // One is in the wallet, asked for by a page that is no more, and is signed while nobody looks.
  await waiting()
  const storageState = await first.page.context().storageState()
  await first.close()
  await answer()
  const second = await newPage(browser, { viewport: phone, reducedMotion: 'reduce', storageState })
  await second.page.goto(`${world.url}/create/nft`)
  await shows(second.page, `Sign the mint of Spring, ${half + 2} of ${bulk}`)
  await expectAccessible(second.page)
  await signUntil(second.page, bulk)
  await shows(second.page, `All ${bulk} are minted.`)
  expect(await minted()).toBe(bulk)
  expect(
    await world.query("select 1 from sign_requests where purpose = 'mint' and txjson->>'NFTokenTaxon' = '9'"),
  ).toHaveLength(bulk)
  await second.close()
})
