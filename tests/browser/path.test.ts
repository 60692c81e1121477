import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage, type WatchedPage } from '#tests/support/browser.ts'
import { type Gallery, openGallery } from './gallery.ts'

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

/** The phone: the wallet's page for the newest request. */
async function onThePhone(act: 'Sign' | 'Reject') {
  const { world } = gallery
  const [row] = await world.query(
    'select deep_link from sign_requests where deep_link is not null order by created_at desc limit 1',
  )
  const phone = await newPage(browser, { viewport: { width: 390, height: 844 } })
  await phone.page.goto(String(row?.['deep_link']))
  const account = phone.page.getByRole('radio', { name: 'Jonas' })
  if ((await account.count()) > 0) await account.check()
  await phone.page.getByRole('button', { name: act }).click()
  await phone.page
    .getByText(act === 'Sign' ? /signed|done|sent/i : /reject/i)
    .first()
    .waitFor()
  await phone.close()
}

async function connect(watched: WatchedPage) {
  const { page } = watched
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).check()
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  await onThePhone('Sign')
  await dialog.waitFor({ state: 'hidden' })
}

test('a visitor walks in, connects a wallet, buys a work and sees that it is theirs', async () => {
  const { world, collector, work: nft } = gallery
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  await page.goto(world.url)
  await page.getByRole('heading', { name: 'Midnight Orchard #12' }).waitFor()
  await page.getByRole('link', { name: 'View Nft' }).click()
  await page.getByRole('heading', { name: 'Midnight Orchard #12', level: 1 }).waitFor()
  await page.getByText('Waning').waitFor()

  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await connect(watched)
  const short = `${collector.address.slice(0, 6)}...${collector.address.slice(-4)}`
  await page.getByRole('banner').getByText(short).waitFor()

  // 120 XRP and 1 %: the whole breakdown stands before anything is signed.
  await page
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/121\.20/)
    .first()
    .waitFor()
  await dialog
    .getByRole('button', { name: /Confirm|Buy|Continue|Sign/ })
    .first()
    .click()
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  await onThePhone('Sign')
  await dialog.getByText('Midnight Orchard #12 is yours').waitFor({ timeout: 30_000 })
  const hash = await dialog.locator('a[href*="explorer.example"]').getAttribute('href')
  const [sale] = await world.query('select txid from sales where nft_id = $1', [nft])
  expect(hash).toContain(String(sale?.['txid']))
  expect(await world.ownerOf(nft, [collector])).toBe(collector.address)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByText(/You/).first().waitFor()
  await watched.close()
})
