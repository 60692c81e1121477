import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage, type WatchedPage } from '#tests/support/browser.ts'
import { advanceClock, cronUntil } from '#tests/worker/helpers.ts'
import { type Hall, openHall } from './market-hall.ts'
import { ownerIn } from './settles.ts'
import { desktop, type Person, signedIn } from './visits.ts'

// An id that no swap has.

const nowhere = crypto.randomUUID()
const sellers = ['Birch', 'Cedar']
const buyers = ['Gorse', 'Hazel']

let hall: Hall
let browser: Browser
const open: WatchedPage[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, [...sellers, ...buyers], [], { batch: true })
  const { world, seller, buyer, works } = hall
  for (const work of buyers) {
    const gift = await world.list(seller.account, works.get(work) ?? '', 0n, {
      destination: buyer.account.address,
    })
    await world.run(buyer.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  await cronUntil(world, 'both hold works', async () => {
    const tokens = await world.rowsOf('nfts', { owner: buyer.account.address })
    return tokens.length === buyers.length
  })
})
afterAll(async () => {
  for (const watched of open) await watched.close()
  await hall?.close()
  await browser?.close()
})

async function visit(who: Person, path: string, size = desktop): Promise<Page> {
  const watched = await newPage(browser, { viewport: size })
  open.push(watched)
  if (path.endsWith(nowhere)) watched.allow('404')
  await signedIn(watched.page, who)
  await watched.page.goto(`${hall.world.url}${path}`)
  return watched.page
}

const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

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

/** Proposes a swap from the page of the seller's own work. The page of the swap is then open. */
async function propose(give: string, get: string): Promise<{ page: Page; path: string }> {
  const { seller, buyer, works } = hall
  const page = await visit(seller, `/nft/${works.get(give)}`)
  await page.getByRole('link', { name: 'Propose a Swap' }).click()
  await headed(page, 'Propose a Swap')
  await page.getByRole('textbox', { name: 'The other account' }).fill(buyer.account.address)
  await page.getByRole('group', { name: 'You get' }).getByRole('checkbox', { name: get }).check()
  await page.getByText(`You give ${give}; you get ${get}. 2 of 4 works chosen.`).waitFor()
  await page.getByText("Valued at each work's price today, or at its collection's floor.").waitFor()
  await press(page, 'Propose')
  await headed(page, 'Waiting for the other account')
  return { page, path: new URL(page.url()).pathname }
}

test('a swap is rejected, withdrawn from and declined; nothing moves', async () => {
  const { seller, buyer } = hall
  const { page, path } = await propose('Birch', 'Gorse')
  const theirs = await visit(buyer, path)
  await press(theirs, 'Agree')
  await answer(theirs, buyer, 'reject', 'Not signed')
  await headed(theirs, 'You have been offered a swap')
  await press(theirs, 'Agree')
  await answer(theirs, buyer, 'sign', 'You have agreed')
  await headed(page, 'Ready to complete')
  await press(page, 'Complete the swap')
  await answer(page, seller, 'reject', 'Not signed')
  await page.getByText(/The swap can happen until .+; you can withdraw the proposal after that/).waitFor()
  await page.getByRole('button', { name: 'Withdraw the proposal' }).waitFor({ state: 'detached' })
  await theirs.getByText(/can complete the swap until .+\. To prevent this, withdraw/).waitFor()

  // The other wallet has received the signature, so only a transaction can withdraw it.
  await press(theirs, 'Withdraw with a transaction')
  await theirs
    .getByRole('dialog')
    .getByText(/It changes nothing in your account/)
    .waitFor()
  await answer(theirs, buyer, 'sign', 'Your transaction came first')
  await headed(theirs, 'Declined')
  await headed(page, 'Declined')

  const again = await propose('Birch', 'Gorse')
  const second = await visit(buyer, again.path)
  await press(second, 'Decline')
  await headed(second, 'Declined')
  await headed(again.page, 'Declined')
  expect([await ownerIn(hall, 'Birch'), await ownerIn(hall, 'Gorse')]).toEqual([
    seller.account.address,
    buyer.account.address,
  ])
})

test('an agreement lapses after 15 minutes, and a proposal after its days', async () => {
  const { world, buyer } = hall
  const { page, path } = await propose('Cedar', 'Hazel')
  const theirs = await visit(buyer, path)
  await press(theirs, 'Agree')
  await answer(theirs, buyer, 'sign', 'You have agreed')
  await headed(page, 'Ready to complete')
  await advanceClock(world, 16 * 60)
  await headed(page, 'Waiting for the other account')
  await headed(theirs, 'You have been offered a swap')
  await world.changeRows('swaps', { state: 'proposed' }, { expires_at: new Date() })
  await headed(page, 'Expired')
  await headed(theirs, 'Expired')
  await page.getByRole('main').getByRole('button', { name: 'Complete the swap' }).waitFor({ state: 'hidden' })
})

test('a link that leads nowhere says so', async () => {
  const page = await visit(hall.buyer, `/swap/${nowhere}`)
  await page.getByText('This swap does not exist').waitFor()
})
