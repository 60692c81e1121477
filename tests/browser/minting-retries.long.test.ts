import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { intercept, launchBrowser, newPage } from '#tests/support/browser.ts'
import { expectUsable, field, openStudio, shows, type Studio } from './creator.ts'
import { ageSessions, signInAfresh } from './gallery-visits.ts'
import { chooseTaxon, fillIn } from './mint-form.ts'
import { phone, returnToTab } from './visits.ts'

// Mints that fail because they are refused, cut off, unclear or interrupted. Retrying or reopening the page finishes
// each of them exactly once.

let studio: Studio
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  studio = await openStudio(browser)
})
afterAll(async () => {
  await studio?.world.close()
  await browser?.close()
})

test('a lost connection is reported, and Retry mints once', async () => {
  const { page, close, allow } = await studio.open(studio.mara, '/create/nft')
  allow('nft/add')
  allow('ERR_FAILED')
  await fillIn(page, 'Ebb')
  await field(page, 'Taxon *').fill('5')
  allow('400')
  const sentence = 'The studio is closed today.'
  const open = await intercept(page, '**/api/nft/add', (route) =>
    route.fulfill({ status: 400, contentType: 'text/plain', body: sentence }),
  )
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  await page.getByText(sentence).waitFor()
  open()
  const join = await intercept(page, '**/api/nft/add', (route) => route.abort())
  await page.getByRole('button', { name: 'Retry: Ebb' }).click()
  await page.getByText('Connection Error').waitFor({ timeout: 20_000 })
  join()
  await page.getByRole('button', { name: 'Retry: Ebb' }).click()
  await studio.answer()
  await shows(page, 'It is minted.')
  expect(await studio.world.rowsOf('nfts', { name: 'Ebb' })).toHaveLength(1)
  await close()
})

test('a signature with an unclear outcome is reported, and Retry checks the same mint', async () => {
  const { page, close } = await studio.open(studio.mara, '/create/nft')
  await fillIn(page, 'Neap')
  await field(page, 'Taxon *').fill('5')
  const txid = 'AB'.repeat(32)
  const unclear = JSON.stringify({ status: 'signed', data: 'x', txid })
  const clear = await intercept(page, '**/api/xumm/check/*', (route) =>
    route.fulfill({ contentType: 'application/json', body: unclear }),
  )
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  await page
    .getByText(
      'The signer signed the request. But something went wrong. Confirm the transaction on bithomp before clicking the Retry button.',
    )
    .waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: /^Transaction ABABAB/ }).getAttribute('href'))
    .toContain(txid)
  clear()
  await studio.answer()
  await page.getByRole('button', { name: 'Retry: Neap' }).click()
  await shows(page, 'It is minted.')
  expect(await studio.world.rowsOf('nfts', { name: 'Neap' })).toHaveLength(1)
  await close()
})

test('in a collection that mints on demand nothing is signed, and the items are stored with their price', async () => {
  const { world, mara } = studio
  await world.addCollection({
    id: 'lanterns',
    issuer: mara.account.address,
    taxon: 44,
    name: 'Lanterns',
    royalty_percent: '5',
    on_demand_mint: true,
  })
  const { page, close, allow } = await studio.open(mara, '/create/nft', phone)
  // The permission to mint does not exist yet.
  allow('nft/demand/add')
  await fillIn(page, 'Lantern')
  await page.getByRole('radio', { name: 'Bulk' }).check()
  // The taxon alone identifies the collection.
  await chooseTaxon(page, '44')
  await page.getByText('the marketplace mints it and keeps 2 % of the price').waitFor()
  await field(page, 'Price').fill('0.05')
  await page.getByRole('button', { name: 'Add 2 items' }).click()
  await page.getByText('The price must be at least 0.1 XRP.').first().waitFor()
  await field(page, 'Price').fill('12.5')
  await page.getByRole('button', { name: 'Add 2 items' }).click()
  const retry = page.getByRole('button', { name: 'Retry all 2' })
  await retry.waitFor()
  await world.run(mara.account, {
    TransactionType: 'AccountSet',
    NFTokenMinter: world.marketplace.address,
    SetFlag: 10,
  })
  // The marketplace limits items per minute. The page says why it waits and continues automatically.
  allow('429')
  let refused = 0
  const tooMany = await intercept(page, '**/api/nft/demand/add', (route) => {
    refused += 1
    if (refused > 1) return route.fallback()
    const body = JSON.stringify({ status: 'failed', data: 'Slowly.', code: 'rate_limited', requestId: 'r' })
    return route.fulfill({
      status: 429,
      contentType: 'application/json',
      headers: { 'retry-after': '2' },
      body,
    })
  })
  // The session is too old by now. The items and their files are added after a fresh sign-in.
  allow('401')
  await ageSessions(world, mara.account)
  await retry.click()
  await page
    .getByText(/accepts a limited number of requests per minute. Your request continues automatically/)
    .waitFor()
  tooMany()
  await signInAfresh(world, page, mara.account)
  await shows(page, '2 works saved.')
  await page.getByText('It is minted when someone buys it.').first().waitFor()
  expect(await world.rowsOf('demand_items', { collection_id: 'lanterns' })).toMatchObject(
    Array.from({ length: 2 }, () => ({ state: 'for_sale', price_drops: '12500000' })),
  )
  await close()
})

/** `BULK_MINTS=50` sets the number of mints. Each takes two seconds here. */
const bulk = Number(process.env['BULK_MINTS'] ?? 8)
const signedFirst = Math.floor(bulk / 2)

test(
  'a bulk mint resumes after the browser was closed, and mints nothing twice',
  async () => {
    const minted = async () => (await studio.world.rowsOf('nfts', { name: 'Spring' })).length
    const first = await studio.open(studio.mara, '/create/nft')
    await fillIn(first.page, 'Spring')
    await first.page.getByRole('radio', { name: 'Bulk' }).check()
    await chooseTaxon(first.page, '9')
    await field(first.page, 'Count *').fill(String(bulk))
    await first.page.getByRole('button', { name: `Mint ${bulk} NFTs` }).click()
    const signUntil = async (page: Page, count: number) => {
      for (let signed = await minted(); signed < count; signed += 1) {
        await studio.answer()
        while ((await minted()) <= signed) {
          await returnToTab(page)
          await page.waitForTimeout(40)
        }
        await returnToTab(page)
      }
    }
    await signUntil(first.page, signedFirst)
    // The request is in the wallet while its page is closed, and is signed while no page is open.
    await studio.waiting()
    const storageState = await first.page.context().storageState()
    await first.close()
    await studio.answer()
    const second = await newPage(browser, { viewport: phone, own: { storageState } })
    await second.page.goto(`${studio.world.url}/create/nft`)
    await shows(second.page, `Sign the mint of Spring, ${signedFirst + 2} of ${bulk}`)
    await expectUsable(second.page)
    await signUntil(second.page, bulk)
    await shows(second.page, `${bulk} works minted.`)
    expect(await minted()).toBe(bulk)
    const mints = await studio.world.rowsOf('sign_requests', { purpose: 'mint' })
    expect(mints.filter(({ txjson }) => asJson(txjson)['NFTokenTaxon'] === 9)).toHaveLength(bulk)
    await second.close()
  },
  60_000 + bulk * 10_000,
)
