import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage, type WatchedPage } from '#tests/support/browser.ts'
import { advanceClock } from '#tests/worker/helpers.ts'
import { type Hall, openHall } from './market-hall.ts'
import { ownerIn } from './settles.ts'
import { desktop, type Person, phone, signedIn } from './visits.ts'

const works = ['Birch', 'Cedar', 'Gorse']

let hall: Hall
let browser: Browser
const open: WatchedPage[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, works, [], { batch: true })
})
afterAll(async () => {
  for (const watched of open) await watched.close()
  await hall?.close()
  await browser?.close()
})

async function visit(who: Person, path: string, size = desktop): Promise<Page> {
  const watched = await newPage(browser, { viewport: size })
  open.push(watched)
  await signedIn(watched.page, who)
  await watched.page.goto(`${hall.world.url}${path}`)
  return watched.page
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** Continues in the dialog, signs or rejects in the wallet, and closes the result. */
async function answer(page: Page, who: Person, how: 'sign' | 'reject', result: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  const uuid = await hall.asked(who)
  if (how === 'sign') await hall.world.sign(uuid, who.account)
  else await hall.world.reject(uuid)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await dialog.getByRole('heading', { name: result }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}

/** Places a bid of 10 XRP for two works on the page of the collection. */
async function placeBid(): Promise<Page> {
  const { buyer } = hall
  const page = await visit(buyer, `/collection/hall/bids`)
  await press(page, 'Place a standing bid')
  const dialog = page.getByRole('dialog')
  const price = dialog.getByRole('textbox', { name: 'Your bid for each work' })
  await price.fill('0.01')
  await price.blur()
  await dialog.getByText('The smallest bid is 0.1 XRP.').waitFor()
  await price.fill('10')
  await dialog.getByRole('textbox', { name: 'Number of works' }).fill('2')
  await dialog.getByText('0.8 XRP is set aside in your account').waitFor()
  await answer(page, buyer, 'sign', 'Your standing bid is open')
  await page.getByRole('row', { name: /10\.00 XRP/ }).waitFor()
  return page
}

/** Sells a work of the seller into the best standing bid, on the page of the work. */
async function sell(work: string, how: 'sign' | 'reject' = 'sign'): Promise<Page> {
  const { seller } = hall
  const page = await visit(seller, `/nft/${hall.works.get(work)}`)
  await press(page, /Sell to this bid for/)
  await page.getByRole('dialog').getByText('The bidder has 24 hours').waitFor()
  await answer(page, seller, how, how === 'sign' ? 'You have signed the sale' : 'Not signed')
  return page
}

test('two people trade with a standing bid: a rejection, a withdrawal, a sale, and a missed one', async () => {
  const { buyer, seller, world } = hall
  await placeBid()

  await sell('Birch', 'reject')
  const withdrawing = await sell('Birch')
  await withdrawing.getByText('You can withdraw at once.').waitFor()
  await press(withdrawing, 'Withdraw the sale')
  await withdrawing.getByRole('button', { name: /Sell to this bid for/ }).waitFor()

  const selling = await sell('Birch')
  const page = await visit(buyer, '/bids')
  await page.getByText('Waiting for your signature').waitFor()
  await press(page, 'Complete the sale')
  await page.getByRole('dialog').getByText('You pay 10.00 XRP, fee and royalties included.').waitFor()
  await answer(page, buyer, 'sign', 'You bought Birch')
  await page.getByText('1 of 2 bought').waitFor()
  expect(await ownerIn(hall, 'Birch')).toBe(buyer.account.address)
  await selling.getByText('Sold to a standing bid').waitFor({ state: 'detached' })

  await sell('Cedar')
  await advanceClock(world, 24 * 3600 + 60)
  await page.getByText('You missed this sale').waitFor()
  expect(await ownerIn(hall, 'Cedar')).toBe(seller.account.address)
})

test('an owner sells two works into one bid on the page of the collection', async () => {
  const { buyer, seller } = hall
  const bidderPage = await visit(buyer, '/collection/hall/bids')
  await press(bidderPage, 'Place a standing bid')
  const terms = bidderPage.getByRole('dialog')
  await terms.getByRole('textbox', { name: 'Your bid for each work' }).fill('11')
  await terms.getByRole('textbox', { name: 'Number of works' }).fill('2')
  await answer(bidderPage, buyer, 'sign', 'Your standing bid is open')

  const listing = await visit(seller, `/nft/${hall.works.get('Cedar')}`)
  await press(listing, 'Sell Now')
  await listing
    .getByRole('dialog')
    .getByRole('button', { name: 'Sell now for 10.89 XRP to a standing bid' })
    .click()
  await listing.getByRole('heading', { name: 'Sell Cedar to a standing bid' }).waitFor()

  const page = await visit(seller, '/collection/hall/bids', phone)
  await page
    .getByRole('listitem')
    .filter({ hasText: '11.00 XRP' })
    .getByRole('button', { name: 'Sell to this bid' })
    .click()
  const dialog = page.getByRole('dialog')
  for (const work of ['Cedar', 'Gorse']) await dialog.getByRole('checkbox', { name: work }).check()
  // Each work brings 11 XRP less 1 % and a royalty of 5 % of the price.
  await dialog.getByRole('status').getByText('20.68 XRP').waitFor()
  await answer(page, seller, 'sign', 'You have signed the sale')
  const own = await visit(buyer, '/bids')
  await press(own, 'Complete the sale')
  await own.getByRole('dialog').getByText('You pay 22.00 XRP, fee and royalties included.').waitFor()
  await answer(own, buyer, 'sign', 'You bought Cedar, Gorse')
  for (const work of ['Cedar', 'Gorse']) expect(await ownerIn(hall, work)).toBe(buyer.account.address)
})

test('a withdrawn bid ends its sales, and its reserve is released', async () => {
  const { buyer, world } = hall
  const page = await visit(buyer, '/bids')
  await press(page, 'Withdraw the bid')
  await page.getByText('Withdrawn').first().waitFor()
  await press(page, 'Release the reserve')
  const uuid = await hall.asked(buyer)
  await world.sign(uuid, buyer.account)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('dialog').getByRole('heading', { name: 'Your reserve is released' }).waitFor()
})
