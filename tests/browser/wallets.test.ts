import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#tests/support/axe.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { shows } from './creator.ts'
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

test.each(wallets)('with $title an account signs in, buys a work and offers it again', async (kind) => {
  const { world, listWork } = hall
  const { title, place } = kind
  const account = await world.fund(title)
  const name = `Bought with ${title}`
  const work = await listWork(name)
  const visitor = await visitWith(browser, hall, kind, account)
  const { page, wallet } = visitor
  await connectWith(visitor)
  await page
    .getByRole('banner')
    .getByText(`${account.address.slice(0, 6)}...${account.address.slice(-4)}`)
    .waitFor()
  const dialog = page.getByRole('dialog')

  // The user takes the time to read.
  wallet.mood = 'waits'
  await beginToBuy(visitor, hall, work)
  await dialog.getByText(`Confirm in ${place}.`).waitFor()
  expect(await violations(page)).toEqual([])
  wallet.mood = 'signs'
  wallet.release()
  await shows(page, `${name} is yours`)
  expect(await world.ownerOf(work, [account])).toBe(account.address)

  await page.goto(`${world.url}/nft/${work}`)
  await page.getByRole('main').getByRole('button', { name: 'Sell Now' }).click()
  await dialog.getByRole('textbox', { name: 'Price' }).fill('20')
  await dialog.getByRole('button', { name: 'Continue in the wallet' }).click()
  await shows(page, `${name} is listed`)
  await visitor.leave()
})
