import type { Browser, Locator, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textPdf } from '#local/seed/pdf.ts'
import { intercept, launchBrowser } from '#tests/support/browser.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { png } from '#tests/support/media-files.ts'
import { cronUntil, offerIndexed } from '#tests/worker/helpers.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { ageSessions, fits, manage, shown, signInAfresh, type Visit, visitAs } from './gallery-visits.ts'
import { createVisits, desktop, phone } from './visits.ts'

let gallery: Gallery
let browser: Browser
let visits: ReturnType<typeof createVisits>

beforeAll(async () => {
  browser = await launchBrowser()
  gallery = await openGallery()
  gallery.world.signer.accounts.push(gallery.world.marketplace)
  visits = createVisits(browser, gallery.world, new Map())
})
afterAll(async () => {
  await browser?.close()
  await gallery?.world.close()
})

const visit: Visit = (...visitor) => visitAs(browser, gallery.world, ...visitor)

/** Returns the id of the collection whose page is open. */
const idOf = (page: Page) => /\/collection\/([\w-]+)/.exec(page.url())?.[1] ?? ''

test('creation starts at the hub, and without a wallet every page redirects to it', async () => {
  await visit('/create/collection', null, async (page) => {
    await page.waitForURL(`${gallery.world.url}/create`)
    await page.getByRole('heading', { level: 1, name: 'Create' }).waitFor()
    for (const name of ['Create NFTs', 'Create many NFTs', 'Create a collection'])
      await page.getByRole('button', { name, exact: true }).waitFor()
    await shown(page, 'Connect your wallet to create.')
    await expectAccessible(page)
    await fits(page)
  })
  await visit('/create/nonsense', gallery.artist, async (page) => {
    await page.waitForURL(`${gallery.world.url}/create`)
    await page.getByRole('link', { name: 'Create a collection' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create a collection' }).waitFor()
  })
})

/** Drops a file onto its field, or pastes it while the pointer is over the field. */
async function provideFile(
  page: Page,
  way: 'drop' | 'paste',
  file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: textPdf('Notes', ['On the orchard.']) },
) {
  const place = page.locator('[data-file-place]').first()
  await place.hover()
  await place.evaluate(
    (element, { type, name, mimeType, text }) => {
      const files = new DataTransfer()
      files.items.add(new File([text], name, { type: mimeType }))
      const stored =
        type === 'drop'
          ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true })
      const target = type === 'drop' ? element : document.body
      target.dispatchEvent(stored)
    },
    { type: way, name: file.name, mimeType: file.mimeType, text: file.buffer.toString('latin1') },
  )
}

let created = ''

/** Selects the picture of a collection. A wrong file is refused, and a PDF shows its first page. */
async function choosePicture(page: Page): Promise<void> {
  const file = page.locator('input[type=file][aria-label="Picture"]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
  await shown(page, 'Choose one of PNG, JPEG, JPG, GIF, SVG, WEBM, PDF.')
  await shown(page, 'Unknown file type')
  await provideFile(page, 'drop')
  await shown(page, 'PDF selected')
  const sheet = page.getByRole('img', { name: 'First page of a.pdf' })
  await sheet.waitFor()
  const ink = await sheet.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
    }
    return [...data].filter((value, place) => place % 4 === 0 && value < 128).length
  })
  expect(ink).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await provideFile(page, 'paste')
  await shown(page, 'PDF selected')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Take a photo: picture' }).waitFor()
  await page.setViewportSize(desktop)
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(400, 500) })
}

/** Fills in the form with errors, corrects them and reloads the page. */
async function fillCollection(page: Page, create: Locator): Promise<void> {
  await page.getByLabel('Name *', { exact: true }).fill('Night Orchard')
  await page.getByLabel('Description *').fill('Trees that only flower at night.')
  await page.getByLabel('Royalty *').fill('60')
  await page.getByLabel('Taxon *').fill('x')
  await page.getByLabel('Name *', { exact: true }).focus()
  await shown(page, 'A royalty can be at most 50 %.')
  await shown(page, 'A taxon must be a whole number.')
  await page.getByLabel('Royalty *').fill('7.5')
  await page.getByLabel('Taxon *').fill('3')
  await page.getByLabel('Promo access').check()
  await page.getByLabel('Promo code *').fill('short')
  await create.click()
  await shown(page, 'A promo code must have at least 8 characters.')
  await page.getByLabel('Promo code *').fill('open sesame')
  await page.getByLabel('Pre-announce').check()
  await page.getByLabel('Website').fill('https://orchard.example')
  await page.reload()
  await expect
    .poll(() => page.getByLabel('Description *').inputValue())
    .toBe('Trees that only flower at night.')
}

/** Grants the marketplace permission to mint, which on-demand minting needs. */
async function authorizeMinter(page: Page, artist: DemoAccount): Promise<void> {
  await page.getByLabel('On-demand mint').check()
  await page.getByRole('button', { name: 'Let the marketplace mint' }).click()
  const person = { account: artist, session: await gallery.world.connect(artist) }
  await visits.answerRequest(person)
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: 'The marketplace can mint for you' })
    .waitFor({ timeout: 25_000 })
  await page.keyboard.press('Escape')
  await shown(page, 'Your account already lets the marketplace mint for you.')
  await expectAccessible(page)
  await fits(page)
}

test('an issuer creates a collection; every mistake is shown, and input is kept', async () => {
  const { artist, world } = gallery
  await visit('/create/collection', artist, async (page) => {
    const create = page.getByRole('button', { name: 'Create Collection' })
    const name = page.getByLabel('Name *')
    await name.fill('Tidewriting \u2705')
    await shown(page, 'Remove check marks, stacked accents')
    await name.fill('')
    // The next free taxon is proposed.
    await expect.poll(() => page.getByLabel('Taxon *').inputValue()).toMatch(/^\d+$/)
    await create.click()
    await shown(page, 'Please fix 3 fields:')
    for (const text of ['Choose a picture.', 'Give the collection a name.', 'Write a description.'])
      await shown(page, text)
    await expectAccessible(page)
    await choosePicture(page)
    await fillCollection(page, create)
    await authorizeMinter(page, artist)

    // The gallery's own collection has taxon 3, which the index knows from its tokens, so it can be added once.
    await world.changeCollection('orchard', { added_at: new Date() })
    await create.click()
    await shown(page, 'You already have a collection with the taxon 3. Your entries are still here.')
    await page.getByLabel('Taxon *').fill('31')
    await create.click()
    await page.getByRole('heading', { level: 1, name: 'Night Orchard' }).waitFor()
    await shown(page, 'Request completed successfully')
    await shown(page, 'This collection has not been announced yet.')
    await shown(page, 'No items yet')
    created = idOf(page)
    await page.getByRole('main').getByRole('link', { name: 'Add works' }).click()
    await page.waitForURL(`${world.url}/create/multiple?taxon=31`)
    await page.goto(`${world.url}/create/collection`)
    await expect.poll(() => page.getByLabel('Name *', { exact: true }).inputValue()).toBe('')
  })
  expect(await world.collectionOf(created)).toMatchObject({
    taxon: '31',
    announced: false,
    on_demand_mint: true,
  })
})

test('the issuer edits it: the taxon is fixed, the code is shown, a refusal gives a reason', async () => {
  const { artist, collector, world } = gallery
  await visit(`/collection/${created}/items`, artist, async (page, watched) => {
    await manage(page, 'Edit')
    await page.getByRole('heading', { level: 1, name: 'Edit your collection' }).waitFor()
    expect(await page.getByLabel('Taxon *').isDisabled()).toBe(true)
    await expect.poll(() => page.getByLabel('Promo code *').inputValue()).toBe('open sesame')
    await shown(page, /Pinned to IPFS|Waiting to be pinned/)
    await page.getByLabel('Name *', { exact: true }).fill('Day Orchard')
    await expectAccessible(page)
    watched.allow('503')
    const stopIntercepting = await intercept(page, '**/api/collection/edit', (route) =>
      route.fulfill({
        status: 503,
        json: {
          status: 'failed',
          data: 'The media store is not responding at the moment.',
          code: 'storage_unavailable',
          requestId: 'x',
        },
      }),
    )
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await shown(page, 'The media store is not responding at the moment. Your entries are still here.')
    stopIntercepting()
    // An old session needs a fresh sign-in, after which the input is saved.
    watched.allow('401')
    await ageSessions(world, artist)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await signInAfresh(world, page, artist)
    await shown(page, 'Changes have been saved')
    await page.getByRole('heading', { level: 1, name: 'Day Orchard' }).waitFor()
  })
  await visit(`/create/edit_collection/${created}`, artist, async (page, watched) => {
    watched.allow('401')
    await ageSessions(world, artist)
    await page.reload()
    await shown(page, 'Your sign-in is more than an hour old. Sign in with your wallet again.')
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signInAfresh(world, page, artist)
    await expect.poll(() => page.getByLabel('Promo code *').inputValue()).toBe('open sesame')
  })
  await visit(`/create/edit_collection/${created}`, collector, async (page) => {
    await page.waitForURL(`${world.url}/collection/${created}/items`)
    expect(await page.getByRole('button', { name: 'Manage' }).count()).toBe(0)
  })
})

test('lines of a whitelist are checked while typing, and saved', async () => {
  const { artist, collector } = gallery
  await visit(`/collection/${created}/whitelist`, artist, async (page) => {
    const lines = page.getByLabel('Addresses', { exact: true })
    await lines.fill(`${collector.address}:2\nnobody:1\n${artist.address}:many`)
    await shown(page, '1 address, 2 invalid.')
    await shown(page, 'These lines will be left out:')
    await shown(page, /Line 2.*This is not an XRP Ledger address\./)
    // A wrong checksum and an X-address are reported before they are sent.
    const mistyped = `${collector.address.slice(0, -1)}${collector.address.endsWith('x') ? 'y' : 'x'}`
    await lines.fill(
      `${collector.address}:2\n${mistyped}:1\nX7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ:1\n${artist.address}:many`,
    )
    await shown(page, '1 address, 3 invalid.')
    await shown(page, /Line 2.*This is not an XRP Ledger address\./)
    await shown(page, /Line 3.*This is not an XRP Ledger address\./)
    await lines.fill(`${collector.address}:2\nnobody:1\n${artist.address}:many`)
    const whitelistEnabled = page.getByLabel('Only listed addresses can buy from me')
    await shown(page, 'Not active: every address can buy from you.')
    expect(await whitelistEnabled.isChecked()).toBe(true)
    await whitelistEnabled.uncheck()
    await lines.fill(`${collector.address}:2\nnobody:1\n${artist.address}:many\n`)
    expect(await whitelistEnabled.isChecked()).toBe(false)
    await whitelistEnabled.check()
    await expectAccessible(page)
    await fits(page)
    await page.reload()
    await shown(page, '1 address, 2 invalid.')
    await page.getByRole('button', { name: 'Save Whitelist' }).click()
    await shown(page, 'Whitelist has been updated')
    await shown(page, 'Active: only 1 listed address can buy from you.')
    await shown(page, 'These lines were left out:')
    await page.reload()
    await expect.poll(() => lines.inputValue(), { timeout: 10_000 }).toBe(`${collector.address}:2`)
  })
})

test('a whitelist is imported and exported', async () => {
  const { artist, collector } = gallery
  await visit(`/collection/${created}/whitelist`, artist, async (page) => {
    const lines = page.getByLabel('Addresses', { exact: true })
    await expect.poll(() => lines.inputValue(), { timeout: 10_000 }).toBe(`${collector.address}:2`)
    const csv = {
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`"${artist.address}",5\n`),
    }
    await page.locator('input[type=file]').setInputFiles(csv)
    await expect
      .poll(() => lines.inputValue(), { timeout: 10_000 })
      .toBe(`${collector.address}:2\n${artist.address}:5`)
    await provideFile(page, 'drop', csv)
    await shown(page, /Line 3.*This address is already listed/)
    await lines.fill(`${collector.address}:2\n${artist.address}:5`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toBe(`whitelist-${created}.txt`)
  })
})

test('a blacklist is saved after a fresh sign-in, and only the issuer sees the lists', async () => {
  const { artist, collector, world } = gallery
  await visit(`/collection/${created}/whitelist`, artist, async (page, watched) => {
    const lines = page.getByLabel('Addresses', { exact: true })
    await page.getByRole('link', { name: 'Blacklist' }).click()
    await page.getByRole('heading', { name: 'Blacklist' }).waitFor()
    await lines.fill(collector.address)
    watched.allow('401')
    await ageSessions(world, artist)
    await page.getByRole('button', { name: 'Save Blacklist' }).click()
    await signInAfresh(world, page, artist)
    await shown(page, 'Blacklist has been updated')
    await shown(page, 'Active: 1 listed address cannot buy from you.')
  })
  await visit(`/collection/${created}/whitelist`, collector, async (page) => {
    await page.waitForURL(`${world.url}/collection/${created}/items`)
    expect(await page.getByRole('link', { name: 'Whitelist' }).count()).toBe(0)
  })
})

test('the issuer announces, cancels all sell offers and removes', async () => {
  const { artist, world } = gallery
  const work = await world.mint(artist, { taxon: 31 })
  const marketplaceOffer = await world.list(artist, work, 9_000_000n, {
    destination: world.marketplace.address,
  })
  const direct = await world.list(artist, work, 8_000_000n, {})
  await offerIndexed(world, direct)
  await visit(`/collection/${created}/items`, artist, async (page) => {
    const dialog = page.getByRole('dialog')
    await manage(page, 'Announce')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Announce this collection' }).click()
    await shown(page, 'This collection has been announced')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Announce' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Edit' }).press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })

    await manage(page, 'Cancel All Sell Offers')
    await dialog.getByRole('button', { name: 'Cancel all sell offers' }).click()
    await shown(page, 'Canceling all sell offers (takes a few minutes)')
    const person = { account: artist, session: await world.connect(artist) }
    await visits.answerRequest(person)
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: 'Your sell offers are cancelled' })
      .waitFor({ timeout: 25_000 })
    await page.keyboard.press('Escape')
    await cronUntil(
      world,
      'cancelled',
      async () => !(await world.hasRow('offers', { id: [marketplaceOffer, direct], state: 'open' })),
    )

    await world.addReservation({ collection_id: created })
    await manage(page, 'Remove')
    await dialog.getByRole('button', { name: 'Remove this collection' }).click()
    await shown(page, 'This collection cannot be removed now: items are reserved for buyers.')
    await world.changeRows('reservations', {}, { state: 'released', ended_at: new Date() })
    await dialog.getByRole('button', { name: 'Remove this collection' }).click()
    await page.waitForURL(/\/collections_explorer/)
    await shown(page, 'This Collection is removed')
  })
})
