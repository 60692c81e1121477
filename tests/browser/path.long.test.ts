import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { fits } from './gallery-visits.ts'
import { phone, signedIn } from './visits.ts'

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

describe('the account menu', () => {
  const open = async () =>
    (await gallery.world.rowsOf('sessions', { account: gallery.collector.address, ended_at: null })).length
  const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^r/ })
  const choose = async (page: Page, name: string) => {
    await menu(page).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name })
    await item.waitFor()
    await expectAccessible(page)
    await item.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).waitFor()
  }
  const at = async (person: DemoAccount) => {
    const watched = await newPage(browser, { viewport: phone })
    await signedIn(watched.page, { account: person, session: await gallery.world.connect(person) })
    await watched.page.goto(`${gallery.world.url}/create`)
    return watched
  }

  test('signs out everywhere, and a new sign-in is announced', async () => {
    const { world, collector } = gallery
    await world.changeRows('sessions', {}, { ended_at: new Date() })

    const first = await at(collector)
    await menu(first.page).waitFor()
    const second = await at(collector)
    expect(await open()).toBe(2)
    // The next request of the first session shows the notice, in both themes and on a phone.
    await first.page.goto(`${world.url}/account/${collector.address}/profile`)
    const notifications = first.page.getByRole('region', { name: 'Notifications' })
    await notifications.getByText('New sign-in to your account').waitFor()
    for (const theme of ['light', 'dark']) {
      await first.page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectAccessible(first.page)
    }
    await fits(first.page)
    // The notice is shown once.
    await notifications.getByRole('button', { name: 'Dismiss' }).click()
    await first.page.reload()
    await menu(first.page).waitFor()
    expect(await notifications.getByText('New sign-in').count()).toBe(0)

    await choose(second.page, 'Sign out everywhere')
    await second.page.getByText('You are signed out on all devices').waitFor()
    expect(await open()).toBe(0)
    // The other session receives the notice with its next request.
    await first.page.reload()
    await first.page.getByText('Your session has ended').waitFor()
    first.allow('401')
    expect(await first.page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull()
    await first.close()
    await second.close()
  })

  test('signs out here, and leaves nothing of the session in the browser', async () => {
    const { world, artist } = gallery
    const third = await at(artist)
    await choose(third.page, 'Disconnect')
    expect(
      await third.page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'opx_theme')),
    ).toEqual([])
    await expect.poll(() => world.rowsOf('sessions', { account: artist.address, ended_at: null })).toEqual([])
    await third.close()
  })
})

test('the wallet on this device closes its tab, or goes back to the page that opened it', async () => {
  const { world, work } = gallery
  const watched = await newPage(browser, { own: {}, viewport: { width: 1360, height: 900 } })
  const { page } = watched
  const context = page.context()
  const ask = async () => {
    await page.goto(`${world.url}/nft/${work}`)
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
    await dialog.getByRole('checkbox', { name: /Terms/ }).click()
    await dialog.getByRole('radio', { name: 'Xaman' }).check()
    return dialog
  }
  const sign = async (wallet: Page) => {
    const account = wallet.getByRole('radio', { name: 'Jonas' })
    if ((await account.count()) > 0) await account.check()
    await wallet.getByRole('button', { name: 'Sign' }).click()
  }
  const dialog = await ask()
  const created = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /Open it here/ }).click()
  const wallet = await created
  const closed = wallet.waitForEvent('close')
  await sign(wallet)
  await closed
  expect(context.pages()).toEqual([page])
  const short = `${gallery.collector.address.slice(0, 6)}...${gallery.collector.address.slice(-4)}`
  await page.getByRole('banner').getByText(short).waitFor()
  expect(page.url()).toBe(`${world.url}/nft/${work}`)

  // On a phone the wallet replaces the page.
  await page.getByRole('banner').getByRole('button', { name: short }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.setViewportSize(phone)
  const prompt = await ask()
  const opens = prompt.getByRole('link', { name: 'Open Xaman' })
  await opens.waitFor()
  // Also serves users whose app does not open links, or whose wallet is on another device.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await prompt.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await opens.getAttribute('href'))
  await prompt.getByText('Show a QR code for another device').click()
  await prompt.getByRole('img', { name: /QR/ }).waitFor()
  await expectAccessible(page)
  await fits(page)
  await page.setViewportSize(phone)
  await opens.click()
  await page.getByRole('button', { name: 'Sign' }).waitFor()
  await sign(page)
  await page.getByRole('link', { name: 'Back to the site' }).click()
  await page.waitForURL(`${world.url}/nft/${work}`)
  await page.getByRole('banner').getByRole('button', { name: short }).waitFor()
  expect(context.pages()).toEqual([page])
  await watched.close()
})

test('a request that has expired shows no code any more, and can be made again', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 }, own: {} })
  const { page } = watched
  await page.clock.install()
  await page.goto(`${gallery.world.url}/help`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).click()
  await dialog.getByRole('radio', { name: 'Xaman' }).check()
  const code = dialog.getByRole('img', { name: /QR/ })
  await code.waitFor()
  await page.clock.fastForward('04:50')
  expect(await code.count()).toBe(1)
  await page.clock.fastForward('00:12')
  await dialog.getByText('The request expired before it was signed.').waitFor()
  expect(await code.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Try Again' }).waitFor()
  await watched.close()
})
