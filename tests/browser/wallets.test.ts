import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#tests/support/axe.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import {
  beginToBuy,
  connectWith,
  openWalletHall,
  visitWith,
  type WalletHall,
  wallets,
} from './wallet-hall.ts'

let hall: WalletHall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openWalletHall()
})
afterAll(async () => {
  await browser?.close()
  await hall?.close()
})

test.each(wallets)('with %s an account signs in, buys a work and offers it again', async (title, install) => {
  const { world, listWork } = hall
  const account = await world.fund(title)
  const name = `Bought with ${title}`
  const work = await listWork(name)
  const { watched, page, extension } = await visitWith(browser, hall, install, account)
  await connectWith(page, title)
  await page
    .getByRole('banner')
    .getByText(`${account.address.slice(0, 6)}...${account.address.slice(-4)}`)
    .waitFor()
  const dialog = page.getByRole('dialog')

  // The window of the wallet stays open until the page was looked at.
  extension.mood = 'waits'
  await beginToBuy(page, hall, work)
  await dialog.getByText(`Confirm in ${title}.`).waitFor()
  expect(await violations(page)).toEqual([])
  extension.mood = 'signs'
  extension.release()
  await dialog.getByRole('heading', { name: `${name} is yours` }).waitFor({ timeout: 30_000 })
  expect(await world.ownerOf(work, [account])).toBe(account.address)

  await page.goto(`${world.url}/nft/${work}`)
  await page.getByRole('main').getByRole('button', { name: 'Sell Now' }).click()
  await dialog.getByRole('textbox', { name: 'Price' }).fill('20')
  await dialog.getByRole('button', { name: 'Continue in the wallet' }).click()
  await dialog.getByRole('heading', { name: `${name} is listed` }).waitFor({ timeout: 30_000 })
  await watched.close()
})
