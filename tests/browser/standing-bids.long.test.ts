import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from '#tests/support/at-rest.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { advanceClock } from '#tests/worker/helpers.ts'
import { recordShifts, visibleShifts } from './layout-shifts.ts'
import { type Hall, openHall } from './market-hall.ts'
import { ownerIn } from './settles.ts'
import { phone, press, returnToTab } from './visits.ts'

const works = ['Birch', 'Cedar', 'Gorse']

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, works, [], { batch: true })
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

/** Places a bid of 10 XRP for two works on the page of the collection. */
async function placeBid(): Promise<Page> {
  const { buyer } = hall
  const page = await hall.visit(buyer, `/collection/hall/bids`)
  await press(page, 'Place a standing bid')
  const dialog = page.getByRole('dialog')
  const price = dialog.getByRole('textbox', { name: 'Your bid for each work' })
  await price.fill('0.01')
  await price.blur()
  await dialog.getByText('The smallest bid is 0.1 XRP.').waitFor()
  await price.fill('10')
  await dialog.getByRole('textbox', { name: 'Number of works' }).fill('2')
  await dialog.getByText('0.80 XRP is set aside in your account').waitFor()
  await hall.answerDialog(page, buyer, 'sign', 'Your standing bid is open')
  await page.getByRole('row', { name: /10\.00 XRP/ }).waitFor()
  return page
}

/** Sells a work of the seller into the best standing bid, on the page of the work. */
async function sell(work: string, how: 'sign' | 'reject' = 'sign'): Promise<Page> {
  const { seller } = hall
  const page = await hall.visit(seller, `/nft/${hall.works.get(work)}`)
  await press(page, /Sell to this bid for/)
  await page.getByRole('dialog').getByText('The bidder has 24 hours').waitFor()
  await hall.answerDialog(page, seller, how, how === 'sign' ? 'You have signed the sale' : 'Not signed')
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
  const page = await hall.visit(buyer, '/bids')
  await page.getByText('Waiting for your signature').waitFor()
  await press(page, 'Complete the sale')
  await page.getByRole('dialog').getByText('You pay 10.00 XRP, fee and royalties included.').waitFor()
  await hall.answerDialog(page, buyer, 'sign', 'You bought Birch')
  await page.getByText('1 of 2 bought').waitFor()
  expect(await ownerIn(hall, 'Birch')).toBe(buyer.account.address)
  await selling.getByText('Sold to a standing bid').waitFor({ state: 'detached' })

  await sell('Cedar')
  await advanceClock(world, 24 * 3600 + 60)
  await page.getByText('You missed this sale').waitFor()
  expect(await ownerIn(hall, 'Cedar')).toBe(seller.account.address)
})

test('a standing bid that loads late moves nothing on the page of the work', async () => {
  await placeBid()
  const page = await hall.visit(hall.seller, `/nft/${hall.works.get('Gorse')}`)
  await recordShifts(page)
  for (const width of [390, 1360]) {
    await page.setViewportSize({ width, height: 1000 })
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/nft/bid?*', async (route) => {
      await promise
      await route.continue()
    })
    const request = page.waitForRequest('**/api/nft/bid?*')
    await page.reload()
    await page.getByRole('heading', { name: 'Gorse' }).first().waitFor()
    await request
    await atRest(page)
    release()
    await page.getByRole('button', { name: /Sell to this bid for/ }).waitFor()
    await atRest(page)
    expect(await visibleShifts(page)).toEqual([])
    await page.unrouteAll()
  }
})

test('an owner sells two works into one bid on the page of the collection', async () => {
  const { buyer, seller } = hall
  const bidderPage = await hall.visit(buyer, '/collection/hall/bids')
  await press(bidderPage, 'Place a standing bid')
  const terms = bidderPage.getByRole('dialog')
  await terms.getByRole('textbox', { name: 'Your bid for each work' }).fill('11')
  await terms.getByRole('textbox', { name: 'Number of works' }).fill('2')
  await hall.answerDialog(bidderPage, buyer, 'sign', 'Your standing bid is open')

  // The button names what the seller gets: 11 XRP less 1 % and a royalty of 5 %.
  const listing = await hall.visit(seller, `/nft/${hall.works.get('Cedar')}`)
  await press(listing, 'Sell Now')
  await listing
    .getByRole('dialog')
    .getByRole('button', { name: 'Sell now for 10.34 XRP to a standing bid' })
    .click()
  await listing.getByRole('heading', { name: 'Sell Cedar to a standing bid' }).waitFor()

  const page = await hall.visit(seller, '/collection/hall/bids', phone)
  await page
    .getByRole('listitem')
    .filter({ hasText: '11.00 XRP' })
    .getByRole('button', { name: 'Sell to this bid' })
    .click()
  const dialog = page.getByRole('dialog')
  for (const work of ['Cedar', 'Gorse']) await dialog.getByRole('checkbox', { name: work }).check()
  // Each work brings 11 XRP less 1 % and a royalty of 5 % of the price.
  await dialog.getByRole('status').getByText('20.68 XRP').waitFor()
  await hall.answerDialog(page, seller, 'sign', 'You have signed the sale')
  const own = await hall.visit(buyer, '/bids')
  await press(own, 'Complete the sale')
  await own.getByRole('dialog').getByText('You pay 22.00 XRP, fee and royalties included.').waitFor()
  await hall.answerDialog(own, buyer, 'sign', 'You bought Cedar, Gorse')
  for (const work of ['Cedar', 'Gorse']) expect(await ownerIn(hall, work)).toBe(buyer.account.address)
})

test('a withdrawn bid ends its sales, and its reserve is released', async () => {
  const { buyer } = hall
  const page = await hall.visit(buyer, '/bids')
  await press(page, 'Withdraw the bid')
  await page.getByText('Withdrawn').first().waitFor()
  await press(page, 'Release the reserve')
  await hall.answerRequest(buyer)
  await returnToTab(page)
  await page.getByRole('dialog').getByRole('heading', { name: 'Your reserve is released' }).waitFor()
})
