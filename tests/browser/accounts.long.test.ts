import type { Browser, Locator, Page } from 'playwright-core'
import { classicAddressToXAddress } from 'ripple-address-codec'
import { expectAccessible } from '#tests/support/axe.ts'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import papa from 'papaparse'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { parseXrp } from '#contract/rules/amounts.ts'
import { routes } from '#contract/addresses.ts'
import { maxHistory } from '#contract/schemas/profiles.ts'
import { intercept, launchBrowser } from '#tests/support/browser.ts'
import { cronUntil, offerIndexed } from '#tests/worker/helpers.ts'
import { explorerOffer, type Gallery, openGallery, workName } from './gallery.ts'
import { fits, type Visit, visitAs } from './gallery-visits.ts'
import { phone } from './visits.ts'

let gallery: Gallery
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  gallery = await openGallery()
})
afterAll(async () => {
  await browser?.close()
  await gallery?.world.close()
})

const visit: Visit = (...visitor) => visitAs(browser, gallery.world, ...visitor)

const paint = async (background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** Paints a picture of more than 5 MB. Its cropped part may be smaller. */
async function paintLarge() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({
    create: { width: 1700, height: 1400, channels: 3, background: '#335577', noise },
  })
    .png()
    .toBuffer()
  expect(picture.length).toBeGreaterThan(6 * 1024 * 1024)
  return { name: 'large.png', mimeType: 'image/png', buffer: picture }
}

test('an invalid address redirects home, and a visitor sees what an account holds', async () => {
  await visit('/account/nonsense/profile', null, async (page) => {
    await page.waitForURL(`${gallery.world.url}/`)
  })
  const invalidAddress = 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr'
  for (const rest of ['', '/profile/offers', '/edit']) {
    await visit(`/account/${invalidAddress}${rest}`, null, async (page, watched) => {
      watched.allow('400')
      await page.waitForURL(`${gallery.world.url}/`)
    })
  }
  await visit('/', null, async (page) => {
    const xAddress = classicAddressToXAddress(gallery.artist.address, false, false)
    await page.addInitScript(() => {
      const { replaceState } = history
      history.replaceState = (...parts) => {
        console.info('replaced', parts[2])
        replaceState.apply(history, parts)
      }
    })
    let replaced = 0
    page.on('console', (message) => {
      if (message.text().startsWith('replaced')) replaced += 1
    })
    await page.goto(`${gallery.world.url}/account/${xAddress}`)
    await page.waitForURL(`${gallery.world.url}/account/${gallery.artist.address}/profile/nfts`)
    await page.getByRole('button', { name: /Midnight Orchard/ }).waitFor()
    // Each address redirects once, so there is no redirect loop.
    expect(replaced).toBeLessThan(8)
  })
  await visit(`/account/${gallery.artist.address}`, null, async (page) => {
    await page.waitForURL(`${gallery.world.url}/account/${gallery.artist.address}/profile/nfts`)
    // Without a banner, the header shows the account's own works.
    const strip = page.getByRole('list', { name: 'Works', exact: true })
    await expect.poll(() => strip.getByRole('link').count()).toBe(3)
    await strip.getByRole('link', { name: workName }).waitFor()
    await page.getByRole('button', { name: /Midnight Orchard/ }).click()
    const panel = page.getByRole('dialog', { name: 'Midnight Orchard' })
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(3)
    expect(await panel.getByText('Floor').count()).toBe(0)
    await panel.getByRole('button', { name: 'Close' }).last().click()
    await panel.waitFor({ state: 'hidden' })
    expect(await page.getByRole('link', { name: 'Create Profile' }).count()).toBe(0)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('No History.').waitFor()
    await expectAccessible(page)
  })
  await visit(`/account/${gallery.artist.address}/create`, null, async (page) => {
    await page.waitForURL(`${gallery.world.url}/account/${gallery.artist.address}/profile/nfts`)
  })
})

test('any number of holdings costs a few calls at first, and more when the page is scrolled', async () => {
  const { artist } = gallery
  await visit('/', null, async (page) => {
    let calls = 0
    await page.route('**/api/account/nfts?*', (route) => {
      calls += 1
      const nfts = Array.from({ length: 100 }, (_, place) => ({
        nftokenID: (calls * 100 + place).toString(16).padStart(64, '0').toUpperCase(),
        issuer: artist.address,
        nftokenTaxon: 5,
        name: `Edition #${calls * 100 + place}`,
        image: null,
        collectionId: null,
        collectionName: null,
      }))
      return route.fulfill({ json: { nfts, marker: calls < 12 ? `1:${calls}` : null, ledgerIndex: 1 } })
    })
    await page.goto(`${gallery.world.url}/account/${artist.address}/profile/nfts`)
    await page.getByRole('button', { name: /Edition.*500\+ NFTs/ }).waitFor()
    await page.waitForTimeout(1000)
    expect(calls).toBe(5)
    await page.mouse.wheel(0, 200)
    await page.getByRole('button', { name: /900\+ NFTs/ }).waitFor()
    await page.mouse.wheel(0, -200)
    await page.getByRole('button', { name: /1,200 NFTs/ }).waitFor()
    await page.getByText('Here are all').waitFor()
    await page.route('**/api/account/history?*', (route) =>
      route.fulfill({
        json: Array.from({ length: maxHistory }, (_, place) => ({
          seller: artist.address,
          buyer: null,
          amount: '1000000',
          date: new Date(0).toISOString(),
          txid: place.toString(16).padStart(64, '0').toUpperCase(),
          nft: place.toString(16).padStart(64, '0').toUpperCase(),
          type: 'sale',
          name: `Edition #${place}`,
          image: null,
        })),
      }),
    )
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.getByRole('heading', { name: `History ${maxHistory}` }).waitFor()
    await page.getByText('Only the most recent entries are shown.').waitFor()
  })
})

const profilePictures = [
  ['Background', '#335577'],
  ['Avatar', '#775533'],
] as const

/** Tries a text file, which is refused, then crops a picture for each place. */
async function choosePictures(page: Page): Promise<void> {
  for (const [label, colour] of profilePictures) {
    const input = page.locator(`input[type=file][aria-label="${label}"]`)
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await page.getByText('Choose a JPG, PNG or GIF.', { exact: true }).waitFor()
    await input.setInputFiles(label === 'Background' ? await paintLarge() : await paint(colour))
    const dialog = page.getByRole('dialog', { name: label })
    const zoom = dialog.getByRole('slider')
    expect([await zoom.getAttribute('min'), await zoom.getAttribute('max')]).toEqual(['1', '10'])
    await zoom.fill('2')
    await dialog.getByRole('button', { name: 'Use' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
}

/** Fills in the texts of a profile. Links are completed, and a script is refused. */
async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('Profile name').fill('Mara of the Orchard')
  await page.getByLabel('Description').fill('Paints nights.')
  const website = page.getByLabel('Website')
  await website.fill('javascript:alert(1)')
  await website.blur()
  await page.getByText('Enter a web address, such as https://name.com.').waitFor()
  await website.fill('mara.example')
  await website.blur()
  await expect.poll(() => website.inputValue()).toBe('https://mara.example')
  await page.getByLabel('Twitter').fill('@mara')
  await page.getByLabel('Twitter').blur()
  await expect.poll(() => page.getByLabel('Twitter').inputValue()).toBe('https://x.com/mara')
}

/** Presses Create Profile while the network is down, and while the server answers with an unknown status. */
async function failToCreate(page: Page, create: Locator, status: Locator): Promise<void> {
  const broken = await intercept(page, '**/api/account/profile', (route) => route.abort())
  await create.click()
  await status.getByRole('heading', { name: 'The request is failed.' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Your input is still here.').waitFor()
  broken()
  const stopIntercepting = await intercept(page, '**/api/account/profile', (route) =>
    route.fulfill({ json: { status: 'under review', data: 'Somebody looks at it first.' } }),
  )
  await create.click()
  await status.getByRole('heading', { name: 'under review' }).waitFor()
  await status.getByText('Somebody looks at it first.').waitFor()
  stopIntercepting()
  await page.keyboard.press('Escape')
}

test('the owner creates a profile with cropped pictures', async () => {
  const { artist, world } = gallery
  await visit(`/account/${artist.address}/profile/nfts`, artist, async (page, watched) => {
    watched.allow('ERR_FAILED')
    await page.getByRole('link', { name: 'Create Profile' }).click()
    await page.getByRole('heading', { name: 'Create New Profile' }).waitFor()
    const create = page.getByRole('button', { name: 'Create Profile' })
    const status = page.getByRole('dialog')
    expect(await create.isDisabled()).toBe(true)
    await choosePictures(page)
    await fillProfile(page)
    await page.reload()
    await expect.poll(() => page.getByLabel('Profile name').inputValue()).toBe('Mara of the Orchard')
    expect(await create.isDisabled()).toBe(true)
    for (const [label, colour] of profilePictures) {
      await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(await paint(colour))
      await page.getByRole('dialog', { name: label }).getByRole('button', { name: 'Use' }).click()
    }
    await expectAccessible(page)
    await failToCreate(page, create, status)
    await create.click()
    await status.getByRole('heading', { name: 'Request completed successfully' }).waitFor()
    await status.getByText('Your profile has been created').waitFor()
    await status.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Mara of the Orchard' }).waitFor()
    await page.waitForURL(`${world.url}/account/${artist.address}/profile/collections`)
    await page.getByRole('link', { name: 'Midnight Orchard' }).waitFor()
    await expectAccessible(page)
    await page.goto(`${world.url}/account/${artist.address}/create`)
    await page.getByText('You already have a profile').waitFor()
    await page.getByRole('link', { name: 'Edit your profile' }).waitFor()
  })
})

test('a profile that cannot be read does not hide the rest of the account', async () => {
  const { artist, world } = gallery
  await visit(`/account/${artist.address}/profile/collections`, artist, async (page, watched) => {
    let refused = 0
    const down = await intercept(page, '**/api/account/profile?*', async (route) => {
      await route.fulfill({ status: 500, json: { detail: 'The profile is away.' } })
      refused += 1
    })
    watched.allow('500')
    await page.goto(`${world.url}/account/${artist.address}/profile/nfts`)
    await page.getByText('Everything else is below.').waitFor()
    await page.getByRole('link', { name: 'Offer', exact: true }).click()
    await page.getByRole('heading', { name: 'Offers Owned' }).waitFor()
    // The page has retried automatically and stopped, so nothing removes the button.
    await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    down()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mara of the Orchard' }).waitFor()
  })
})

test('the owner edits the profile, which another device has changed meanwhile', async () => {
  const { artist, world } = gallery
  await visit(`/account/${artist.address}/profile/collections`, artist, async (page) => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit Your Profile' }).waitFor()
    // Opens and closes the form; then another device changes the profile.
    await page.goBack()
    await world.changeRows('profiles', { account: artist.address }, { description: 'Paints noons.' })
    await page.reload()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Paints noons.')
    await page.getByRole('radio', { name: 'User' }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('dialog').getByText('Changes have been saved').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${world.url}/account/${artist.address}/profile/nfts`)
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Account' }).getByRole('link').allTextContents())
      // An account with collections reaches them even without a profile.
      .toEqual(['Owned NFTs', 'Offer', 'History', 'Portfolio', 'Collections'])
  })
})

test('the header of an account shows its address, and confirms copying for 3 seconds', async () => {
  const { world } = gallery
  const { address } = world.marketplace
  await visit(`/account/${address}`, null, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    const head = page.locator('#main header')
    await expect
      .poll(() => head.locator(`[title="${address}"]`).textContent())
      .toContain(shortenAddress(address))
    // An installed clock runs until it is paused.
    await page.clock.pauseAt(Date.now() + 60_000)
    await head.getByRole('button', { name: 'Copy address' }).click()
    const confirmed = head.getByText('Copied')
    await confirmed.waitFor()
    await page.clock.runFor(2900)
    await expect.poll(() => confirmed.count()).toBe(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.clock.runFor(200)
    await confirmed.waitFor({ state: 'detached' })
    // The following tests use the same tab.
    await page.clock.resume()
  })
})

test('gifts are one line without what strangers have put into their works; other notifications have the picture', async () => {
  const { artist, collector, world } = gallery
  const image = `ipfs://${await world.pin(new Uint8Array((await paint('#8a2be2')).buffer))}`
  const work = await world.mint(artist, { taxon: 8, metadata: { name: 'Claim your prize', image } })
  await cronUntil(world, 'the work', async () => (await world.tokenOf(work))?.['name'] === 'Claim your prize')
  const keys = ['gift:1', 'gift:2', 'gift:3']
  const gift = { kind: 'airdrop', at: new Date(), nft_id: work, other: artist.address }
  for (const key of keys) await world.addRow('notifications', { account: collector.address, key, ...gift })
  await world.addRow('notifications', {
    account: collector.address,
    key: 'drop:1',
    kind: 'price_drop',
    at: new Date(),
    nft_id: gallery.work,
    other: artist.address,
    amount: '"100000000"',
    previous_amount: '"120000000"',
  })
  await visit('/notifications', collector, async (page) => {
    const main = page.getByRole('main')
    const gifts = main.getByRole('button', { name: /gifts for you$/ })
    await gifts.waitFor()
    expect(await gifts.getAttribute('aria-expanded')).toBe('false')
    expect(await main.getByText('A gift for you').count()).toBe(0)
    await gifts.press('Enter')
    await main.getByText('A gift for you').nth(2).waitFor()
    await expectAccessible(page)
    expect(await page.getByText('Claim your prize').count()).toBe(0)
    const pictured = main.getByRole('link').filter({ has: page.locator('img') })
    await pictured.filter({ hasText: workName }).waitFor()
    expect(await pictured.count()).toBe(1)
  })
  await world.removeRows('notifications', { key: [...keys, 'drop:1'] })
})

test('another account follows and unfollows, and accepts a gift that is addressed to it', async () => {
  const { artist, collector, world } = gallery
  await visit(`/account/${artist.address}/profile/nfts`, collector, async (page) => {
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('dialog').getByText('You follow this account now').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await page.getByRole('dialog').getByText('You no longer follow this account').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  })
  const gift = await world.mint(artist, { taxon: 8, metadata: { name: 'A gift' } })
  const offer = await world.list(artist, gift, 0n, { destination: collector.address })
  await offerIndexed(world, offer)
  await visit(`/account/${collector.address}/profile/offers`, collector, async (page) => {
    const unsolicitedGifts = page.getByRole('region', { name: /^Gifts you did not ask for/ })
    const name = unsolicitedGifts.getByText('A gift', { exact: true })
    await unsolicitedGifts.waitFor()
    expect(await name.isVisible()).toBe(false)
    await unsolicitedGifts.getByText('Gifts you did not ask for').click()
    await unsolicitedGifts.getByText(/often scams/).waitFor()
    await name.waitFor()
    await unsolicitedGifts.getByRole('button', { name: /^Airdrop/ }).click()
    const dialog = page.getByRole('dialog', { name: /Accept/ })
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    const requested = () => world.waitingRequests(collector.address, { purpose: 'transaction' })
    await cronUntil(world, 'request', async () => (await requested()).length > 0)
    const [row] = await requested()
    await world.sign(String(row?.['uuid']), collector)
    await page
      .getByText(/is yours/)
      .first()
      .waitFor({ timeout: 20_000 })
    await page.keyboard.press('Escape')
    await unsolicitedGifts.waitFor({ state: 'hidden' })
    const bids = page.getByRole('region', { name: /^Offers Owned/ })
    await bids
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .waitFor()
    await expect.poll(() => bids.getByText('OPX', { exact: true }).count()).toBe(1)
    const [bid] = await world.rowsOf('offers', { owner: collector.address, state: 'open' })
    await expect
      .poll(() => bids.locator('a[target=_blank]').first().getAttribute('href'))
      .toBe(explorerOffer.replace('{offer}', String(bid?.['id'])))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'History' }).click()
    const giver = page.getByRole('row', { name: /A gift/ }).getByRole('link', { name: 'Mara of the Orchard' })
    await expect.poll(() => giver.getAttribute('href')).toBe(`/account/${artist.address}/profile/nfts`)
  })
})

/** Presses Sync beside the token's other details. */
async function pressSync(page: Page) {
  await page.getByRole('tab', { name: 'Token detail' }).click()
  await page.getByRole('button', { name: 'Sync', exact: true }).click()
}

test('only its owner can sync an NFT, and only its issuer can sync a collection', async () => {
  const { artist, collector, work } = gallery
  await visit(`/nft/${work}`, collector, async (page) => {
    await pressSync(page)
    await page.getByText('Only the owner can sync data.').first().waitFor()
  })
  await visit(`/nft/${work}`, artist, async (page) => {
    await pressSync(page)
    await page.getByText('NFToken sync started (takes some time)').first().waitFor()
  })
  await visit('/collection/orchard/items', artist, async (page) => {
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'Sync', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start the sync' }).click()
    await page.getByText('Collection sync started').first().waitFor()
    await page.getByText('Success, refresh collection to see change').first().waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
  })
  await visit('/collection/orchard/items', collector, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Midnight Orchard' }).waitFor()
    const actions = page.getByRole('group', { name: 'Collection actions' })
    await actions.getByRole('button', { name: 'Share' }).waitFor()
    expect(await actions.getByRole('button', { name: 'Manage' }).count()).toBe(0)
    // The keyboard focus stays while the page reloads.
    const releaseRequests = await intercept(page, '**/api/collection**', () => undefined)
    const reload = actions.getByRole('button', { name: 'Reload' })
    await reload.press('Enter')
    await expect.poll(() => reload.getAttribute('aria-disabled')).toBe('true')
    expect(await reload.evaluate((button) => button === document.activeElement)).toBe(true)
    releaseRequests()
  })
  // Visitors also see the button, which asks them to connect a wallet.
  await visit(`/nft/${work}`, null, async (page) => {
    await pressSync(page)
    await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor()
  })
})

test('a name is shown wherever the account is, and nobody else can take one that looks like it', async () => {
  const { artist, collector, work } = gallery
  const name = 'Mara of the Orchard'
  await visit(`/nft/${work}`, null, async (page) => {
    const by = page.locator('#main').getByRole('link', { name }).first()
    await expect.poll(() => by.getAttribute('title')).toBe(artist.address)
    await page.getByRole('img', { name: 'Verified' }).first().waitFor()
    await page.goto(`${gallery.world.url}/collection/orchard/items`)
    await page.locator('#main header').getByRole('link', { name }).waitFor()
    await page.getByRole('combobox', { name: /Search/ }).fill('mara of')
    await page.getByRole('option', { name }).waitFor()
  })
  // Nothing else on this page names the account.
  await visit('/create', artist, async (page) => {
    const menu = page.getByRole('banner').getByRole('button', { name: shortenAddress(artist.address) })
    await menu.locator('img').waitFor()
  })
  await visit(`/account/${collector.address}/create`, collector, async (page, watched) => {
    watched.allow('400')
    for (const label of ['Background', 'Avatar']) {
      await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(await paint('#446622'))
      await page.getByRole('dialog', { name: label }).getByRole('button', { name: 'Use' }).click()
    }
    await page.getByLabel('Description').fill('Collects.')
    const field = page.getByLabel('Profile name')
    await field.fill('Mara\u202e \u2713')
    await field.blur()
    await page.getByText('Remove check marks, stacked accents').waitFor()
    // The name has Cyrillic letters.
    await field.fill('\u041c\u0430ra of the Orchard')
    await page.getByRole('button', { name: 'Create Profile' }).click()
    await page
      .getByRole('dialog')
      .getByText('This name looks like the name of a verified artist or collection.')
      .waitFor()
    await page.keyboard.press('Escape')
    await field.fill('Jonas')
    await page.getByRole('button', { name: 'Create Profile' }).click()
    await page.getByRole('dialog').getByText('Your profile has been created').waitFor()
  })
})

test('the menu of an account leads to its own pages and requests', async () => {
  const { collector } = gallery
  await visit('/', collector, async (page) => {
    const menu = page.getByRole('button', { name: shortenAddress(collector.address) })
    const pages = [
      ['My NFTs', /\/profile\/nfts$/],
      ['Offers', /\/profile\/offers$/],
      // For an account without a profile, the link opens the form that creates one.
      ['Edit profile', /\/(edit|create)$/],
    ] as const
    for (const [name, path] of pages) {
      await menu.click()
      await page
        .getByText(/^[\d,.]+ XRP$/)
        .first()
        .waitFor()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.waitForURL(path)
    }
    await menu.press('Enter')
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Requests' }).click()
    await page.getByRole('dialog', { name: 'Requests' }).waitFor()
    await page.keyboard.press('Escape')
  })
})

test('a dialog links to the section of the help that explains it', async () => {
  const { collector, work } = gallery
  await visit(`/nft/${work}`, collector, async (page) => {
    await page.getByRole('button', { name: 'Place a Bid' }).first().click()
    const opened = page.waitForEvent('popup')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^What is a reserve/ })
      .click()
    const help = await opened
    await help.getByRole('heading', { name: 'Reserves' }).waitFor()
    expect(new URL(help.url()).hash).toBe('#reserves')
    await expect
      .poll(() => help.locator('#reserves').evaluate((section) => section.getBoundingClientRect().top))
      .toBeLessThan(200)
    await page.getByRole('dialog').waitFor()
  })
})

test('the menu of a visitor on a phone has all pages', async () => {
  await visit(
    '/',
    null,
    async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      const items = page.getByRole('menuitem')
      await expect
        .poll(() => items.allTextContents())
        .toEqual([
          'Home',
          'Explore',
          'Create',
          'Art Society',
          'Watchlist',
          'Fees',
          'Help',
          expect.stringContaining('theme'),
        ])
      await page.getByRole('menuitem', { name: 'Fees' }).click()
      await page.getByRole('dialog', { name: 'Broker Fee' }).waitFor()
    },
    phone,
  )
})

test('a work, a collection and a profile can be shared by link, by post, or by the sheet of a phone', async () => {
  const { artist, world, work } = gallery
  const what = /^Midnight Orchard #12 by .+ · 120\.00 XRP · OPX/
  await visit(`/nft/${work}`, null, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const path of [`/nft/${work}`, '/collection/orchard', `/account/${artist.address}/profile/nfts`]) {
      await page.goto(`${world.url}${path}`)
      await page.getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('menuitem', { name: 'Copy link' }).click()
      await page.getByText('Link copied').first().waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${world.url}${path}`)
    }
    await page.goto(`${world.url}/nft/${work}`)
    await page.getByRole('button', { name: 'Share' }).press('Enter')
    const post = page.getByRole('menuitem', { name: 'Post on X' })
    const { origin, searchParams } = new URL((await post.getAttribute('href')) ?? '')
    expect([origin, searchParams.get('url')]).toEqual(['https://x.com', `${world.url}/nft/${work}`])
    expect(searchParams.get('text')).toMatch(what)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Share')
  })
  await visit(
    '/',
    null,
    async (page) => {
      await page.addInitScript(() => {
        const share = (data: ShareData) => {
          document.body.dataset.shared = `${data.title} ${data.url}`
          return Promise.resolve()
        }
        Object.defineProperty(navigator, 'share', { value: share })
      })
      await page.goto(`${world.url}/nft/${work}`)
      await page.getByRole('button', { name: 'Share' }).click()
      await expect
        .poll(() => page.evaluate(() => document.body.dataset.shared))
        .toMatch(/^Midnight Orchard #12 by .+ 120\.00 XRP http.+\/nft\//)
    },
    phone,
  )
})

test('a work is shown on another site, in a frame that can do nothing but lead back', async () => {
  const { world, work } = gallery
  const address = `${world.url}/nft/${work}`
  await visit(`/nft/${work}`, null, async (page, watched) => {
    // The frame runs no scripts, not even those of this test.
    watched.allow('Blocked script execution')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('menuitem', { name: 'Copy embed code' }).click()
    await page.getByText('Embed code copied').first().waitFor()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    const discovered = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
    const { body } = await world.call(String(discovered).slice(world.url.length))
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Midnight Orchard #12',
      author_name: 'Mara of the Orchard',
      width: 400,
      height: 516,
      html: code.replace(/ title="[^"]*"/, ' title="Midnight Orchard #12"'),
    })
    const narrow = `${routes.getOEmbed.path}?${new URLSearchParams({ url: address, maxwidth: '300', format: 'json' })}`
    expect((await world.call(narrow)).body).toMatchObject({ width: 300, height: 416 })

    // Another port is another origin, which is the closest to another site here.
    const blog = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Blog</title>${code}`),
    )
    await new Promise<void>((resolve) => void blog.listen(0, '127.0.0.1', resolve))
    const place = blog.address()
    await page.goto(`http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}/`)
    const card = page.frameLocator('iframe')
    await card.getByText('Mara of the Orchard').waitFor()
    expect(await card.getByRole('link').innerText()).toMatch(
      /^Mara of the Orchard\s+Midnight Orchard #12\s+\d{4} · Picture, 800 × 1000 px · Midnight Orchard\s+120\.00 XRP/,
    )
    await expect
      .poll(() =>
        card.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0),
      )
      .toBe(true)
    // The fonts of the site load, although the frame has an opaque origin.
    await expect
      .poll(() =>
        card
          .locator('body')
          .evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
      )
      .toBeGreaterThan(1)
    const [opened] = await Promise.all([page.waitForEvent('popup'), card.getByRole('link').click()])
    expect(opened.url()).toBe(address)
    await opened.close()
    blog.close()
  })
})

test('a card is there for works of this site only, in the language of the reader', async () => {
  const { world } = gallery
  for (const url of ['https://elsewhere.example/nft/1', `${world.url}/help`, 'x']) {
    const refused = await world.call(`${routes.getOEmbed.path}?${new URLSearchParams({ url })}`)
    expect([refused.status, refused.body['code']]).toEqual([404, 'not_found'])
  }
  const missing = await fetch(`${world.url}/embed/nft/${'0'.repeat(64)}`)
  expect([missing.status, missing.headers.get('set-cookie')]).toEqual([404, null])
  expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'")
  const inFrench = await fetch(missing.url, { headers: { 'accept-language': 'fr-CH, en;q=0.5' } })
  expect(inFrench.headers.get('content-language')).toBe('fr')
  expect(await inFrench.text()).toContain('<html lang="fr">')
})

test('owned works are shown one by one and listed from there, and offers against the floor', async () => {
  const { artist, world } = gallery
  await visit(`/account/${artist.address}/profile/nfts`, artist, async (page) => {
    await page.getByRole('radio', { name: 'All works' }).check()
    await page.reload()
    expect(await page.getByRole('radio', { name: 'All works' }).isChecked()).toBe(true)
    const works = page.getByRole('main').getByRole('article')
    const lot = works.filter({ hasText: 'Midnight Orchard #13' })
    await lot.getByText(/^On auction/).waitFor()
    expect(await lot.getByRole('button').count()).toBe(0)
    await works.filter({ hasText: 'Midnight Orchard #12' }).getByText('120.00 XRP').waitFor()
    await page.getByRole('button', { name: 'Change Price: Midnight Orchard #12' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Change the price of Midnight Orchard #12' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'List: Midnight Orchard #14' }).click()
    await dialog.getByRole('heading', { name: 'Sell Midnight Orchard #14' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectAccessible(page)
    await page.goto(`${world.url}/account/${artist.address}/profile/offers`)
    const row = page
      .getByRole('region', { name: /^Offers Owned/ })
      .getByRole('row')
      .filter({ hasText: 'Midnight Orchard #12' })
    await row.getByText('at the floor').waitFor()
    await row.getByText('Never').waitFor()
    // Names are shown first, ids on request. The account's own listings are not repeated among the other offers.
    const offer = row.getByRole('link', { name: /^Offer / })
    expect(await offer.count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Show ids' }).check()
    await offer.waitFor()
    const others = page.getByRole('region', { name: /^Offers for own NFTs/ })
    expect(await others.getByRole('button', { name: 'Change Price' }).count()).toBe(0)
  })
})

test('amounts in XRP have the chosen currency beside them, in one unit throughout', async () => {
  const { world, work } = gallery
  await world.addRow('xrp_prices', { quote: 'USD', price: 0.5, source: 'fallback', priced_at: '2026-11-01' })
  await visit(`/nft/${work}`, null, async (page) => {
    const sale = page.getByRole('region', { name: 'Sale' })
    await sale.getByText('≈ $60.00').waitFor()
    const currency = page.getByRole('combobox', { name: 'Currency' })
    await currency.selectOption({ label: 'XRP and Euro' })
    await sale.getByText('≈ €55.20').waitFor()
    await expect
      .poll(() => sale.getByText('≈').getAttribute('title'))
      .toContain("EUR at the operator's rate on 2026-11-01")
    await page.goto(`${world.url}/collection/orchard/items`)
    const figures = page.locator('#main header dl')
    await figures.getByText('€55.20').waitFor()
    expect(await figures.getByText('$').count()).toBe(0)
    const card = page.getByRole('article', { name: 'Midnight Orchard #12' })
    await card.getByText('€55.20').waitFor()
    await currency.selectOption({ label: 'XRP only' })
    await expect.poll(() => figures.getByText('€').count()).toBe(0)
    expect(await card.getByText('€').count()).toBe(0)
    await page.reload()
    await figures.getByText('120.00 XRP').first().waitFor()
    expect(await figures.getByText(/[€$]/).count()).toBe(0)
    await expectAccessible(page)
  })
})

test('the command palette finds pages, own works, recent searches and settings by keyboard', async () => {
  const { artist, world } = gallery
  await visit('/search/orchard', artist, async (page) => {
    const field = page.getByRole('combobox', { name: 'Commands' })
    const open = async (text: string) => {
      await page.keyboard.press('Control+k')
      await field.waitFor()
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
      await page.keyboard.type(text)
    }
    await page.getByRole('heading', { level: 1, name: 'orchard' }).waitFor()
    await page.getByRole('link', { name: 'Explore' }).first().focus()
    await open('')
    await page
      .getByRole('group', { name: 'Recent searches' })
      .getByRole('option', { name: /orchard/ })
      .waitFor()
    await page.getByRole('group', { name: 'Your works' }).getByRole('option').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Explore')

    await open('help')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${world.url}/help`)
    await open('orchard #14')
    await page.getByRole('option', { name: /^Midnight Orchard #14/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Midnight Orchard #14' }).waitFor()
    await open('theme')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
    await open('euro')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('opx_currency'))).toBe('"EUR"')
    await open('portfolio')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${world.url}/account/${artist.address}/profile/portfolio`)
    await open('night & day')
    await page.getByRole('option', { name: 'Search for “night & day”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${world.url}/search/night%20%26%20day`)
    // The slash still belongs to the search.
    await page.keyboard.press('/')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-keyshortcuts')))
      .toBe('/')
  })
})

test('a portfolio shows cost and value, and the statement of a year equals the ledger', async () => {
  const { artist, collector, world } = gallery
  await visit(`/account/${collector.address}/profile/portfolio`, null, async (page) => {
    await page.getByRole('figure', { name: 'Value' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Statement' }).count()).toBe(0)
    await expectAccessible(page)
  })
  await visit(`/account/${artist.address}/profile/nfts`, artist, async (page) => {
    await page.getByRole('link', { name: 'Portfolio' }).click()
    await page.getByText('Value at floor').first().waitFor()
    // An artist's works have no known cost, so nothing says "Unknown".
    expect(await page.getByText('Unknown').count()).toBe(0)
    const table = page.getByRole('table').filter({ hasText: 'Last sale' })
    const row = table.getByRole('row').filter({ hasText: 'Midnight Orchard #12' })
    await row.getByText('Minted').waitFor()
    await page.getByRole('textbox', { name: 'Search by name' }).fill('#13')
    await page.getByText('1 work', { exact: true }).waitFor()
    expect(await row.count()).toBe(0)
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(phone.width)

    await page.getByText('Not created yet.').waitFor()
    await page.getByRole('button', { name: 'Create statement' }).click()
    await page.getByText('Complete, and matches the ledger to the drop.').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the statement for \d{4}$/ }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^opx-statement-\d{4}-r.{7}\.csv$/)
    const { data } = papa.parse<Record<string, string>>(await readFile(await download.path(), 'utf8'), {
      header: true,
    })
    expect(data.slice(0, 1)).toMatchObject([{ kind: 'Payment received' }])
    const drops = data.reduce((sum, { change_xrp: change = '0' }) => {
      const [, sign = '', amount = ''] = /^(-?)(.+)$/.exec(change) ?? []
      const value = parseXrp(amount) ?? 0n
      return sum + (sign === '-' ? -value : value)
    }, 0n)
    expect(drops).toBe(await world.balanceOf(artist.address))
  })
})

test('a webhook is added, tested, switched off and removed', async () => {
  await visit('/webhooks', gallery.artist, async (page, watched) => {
    watched.allow('400')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('Enter the address to send events to.').waitFor()
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('https://10.0.0.1/opx')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('Events cannot be sent to this address: it is a private address.').waitFor()
    await expect.poll(() => address.inputValue()).toBe('https://10.0.0.1/opx')
    const listener = `${gallery.world.signer.url}/nowhere`
    await address.fill(listener)
    await page.getByRole('checkbox', { name: 'Listed' }).check()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const card = page.getByRole('article', { name: listener })
    await card.getByText('Works that you have issued: Sold, Sold by auction, Bid, Listed').waitFor()
    await card.getByText('Signing key').click()
    await card.getByText(/^whsec_/).waitFor()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The server responded with status 404.').waitFor()
    await card.getByRole('button', { name: 'Switch off' }).click()
    await card.getByRole('button', { name: 'Switch on' }).waitFor()
    await card.getByRole('button', { name: 'Remove', exact: true }).click()
    await card.getByRole('button', { name: 'Remove with its log' }).click()
    await page.getByText('You have no webhooks yet').waitFor()
  })
})

test('an API key is made, shown once, copied and ended', async () => {
  const { collector } = gallery
  await visit('/keys', collector, async (page) => {
    await page.getByText('You have no keys yet').waitFor()
    await page.getByRole('button', { name: 'Make key' }).click()
    await page.getByText('Give the key a name.').waitFor()
    await page.getByLabel('Name').fill('Price watcher')
    await page.getByLabel('Name').press('Enter')
    const notice = page.getByRole('status', { name: 'Your new key' })
    const key = await notice.locator('code').innerText()
    const ask = () =>
      fetch(`${gallery.world.url}${routes.getBalance.path}`, { headers: { authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'I have stored it' }).click()
    await page.goto(`${gallery.world.url}/keys`)
    await page
      .getByRole('list', { name: 'Your keys' })
      .getByText(/last used on/)
      .waitFor()
    expect(await page.getByText(key).count()).toBe(0)
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('button', { name: 'End it permanently' }).click()
    await page.getByText('You have no keys yet').waitFor()
    expect((await ask()).status).toBe(401)
  })
})

test('the reference of the API is filtered, and its calls are tried out with a session', async () => {
  const { collector, world } = gallery
  const { token: key } = await world.connect(collector)
  await visit('/keys', collector, async (page, watched) => {
    await page.getByRole('link', { name: 'How to use it' }).click()
    await page.getByLabel('Session token or API key').fill(key)
    await page.getByLabel('Filter').fill('balance')
    await page.getByRole('link', { name: /^Get the connected account’s XRP balance/ }).click()
    expect(await page.getByRole('link', { name: 'One NFT with offers' }).count()).toBe(0)
    const balance = page.locator('#getBalance')
    await balance.getByText('Try it').click()
    await balance.getByRole('button', { name: 'Send' }).click()
    await balance.getByText(/^200 OK after/).waitFor()
    await balance.locator('form pre').getByText('"balanceDrops"').waitFor()
    const nft = page.locator('#getNft')
    await nft.getByText('Try it').click()
    await nft.getByLabel('id').fill(gallery.work)
    await nft.getByLabel('id').press('Enter')
    await nft.locator('form pre').getByText(gallery.work).first().waitFor()
    watched.allow('404')
    await nft.getByLabel('id').fill('0'.repeat(64))
    await nft.getByLabel('id').press('Enter')
    await nft.getByText(/^404 /).waitFor()
    await expectAccessible(page)
    await fits(page)
  })
})
