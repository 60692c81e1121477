import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { advanceClock, cronUntil } from '#tests/worker/helpers.ts'
import { type Hall, openHall } from './market-hall.ts'
import { ownerIn } from './settles.ts'
import { desktop, press, waitForHeading } from './visits.ts'

const sellers = ['Birch', 'Cedar']
const buyers = ['Gorse', 'Hazel']

let hall: Hall
let browser: Browser

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
  await hall?.close()
  await browser?.close()
})

/** Proposes a swap from the page of the seller's own work. The page of the swap is then open. */
async function propose(give: string, get: string): Promise<{ page: Page; path: string }> {
  const { seller, buyer, works } = hall
  const page = await hall.visit(seller, `/nft/${works.get(give)}`)
  await page.getByRole('link', { name: 'Propose a Swap' }).click()
  await waitForHeading(page, 'Propose a Swap')
  await page.getByRole('textbox', { name: 'The other account' }).fill(buyer.account.address)
  await page.getByRole('group', { name: 'You get' }).getByRole('checkbox', { name: get }).check()
  await page.getByText(`You give ${give}; you get ${get}. 2 of 4 works chosen.`).waitFor()
  await page.getByText("Valued at each work's price today, or at its collection's floor.").waitFor()
  await press(page, 'Propose')
  await waitForHeading(page, 'Waiting for the other account')
  return { page, path: new URL(page.url()).pathname }
}

test('a swap is rejected, withdrawn from and declined; nothing moves', async () => {
  const { seller, buyer } = hall
  const { page, path } = await propose('Birch', 'Gorse')
  const theirs = await hall.visit(buyer, path)
  await press(theirs, 'Agree')
  await hall.answerDialog(theirs, buyer, 'reject', 'Not signed')
  await waitForHeading(theirs, 'You have been offered a swap')
  await press(theirs, 'Agree')
  await hall.answerDialog(theirs, buyer, 'sign', 'You have agreed')
  await waitForHeading(page, 'Ready to complete')
  await press(page, 'Complete the swap')
  await hall.answerDialog(page, seller, 'reject', 'Not signed')
  await page.getByText(/The swap can happen until .+; you can withdraw the proposal after that/).waitFor()
  await page.getByRole('button', { name: 'Withdraw the proposal' }).waitFor({ state: 'detached' })
  await theirs.getByText(/can complete the swap until .+\. To prevent this, withdraw/).waitFor()

  // The other wallet has received the signature, so only a transaction can withdraw it.
  await press(theirs, 'Withdraw with a transaction')
  await theirs
    .getByRole('dialog')
    .getByText(/It changes nothing in your account/)
    .waitFor()
  await hall.answerDialog(theirs, buyer, 'sign', 'Your transaction came first')
  await waitForHeading(theirs, 'Declined')
  await waitForHeading(page, 'Declined')

  const again = await propose('Birch', 'Gorse')
  const second = await hall.visit(buyer, again.path)
  await press(second, 'Decline')
  await waitForHeading(second, 'Declined')
  await waitForHeading(again.page, 'Declined')
  expect([await ownerIn(hall, 'Birch'), await ownerIn(hall, 'Gorse')]).toEqual([
    seller.account.address,
    buyer.account.address,
  ])
})

test('an agreement lapses after 15 minutes, and a proposal after its days', async () => {
  const { world, buyer } = hall
  const { page, path } = await propose('Cedar', 'Hazel')
  const theirs = await hall.visit(buyer, path)
  await press(theirs, 'Agree')
  await hall.answerDialog(theirs, buyer, 'sign', 'You have agreed')
  await waitForHeading(page, 'Ready to complete')
  await advanceClock(world, 16 * 60)
  await waitForHeading(page, 'Waiting for the other account')
  await waitForHeading(theirs, 'You have been offered a swap')
  await world.changeRows('swaps', { state: 'proposed' }, { expires_at: new Date() })
  await waitForHeading(page, 'Expired')
  await waitForHeading(theirs, 'Expired')
  await page.getByRole('main').getByRole('button', { name: 'Complete the swap' }).waitFor({ state: 'hidden' })
})

test('a link that leads nowhere says so', async () => {
  const page = await hall.visit(hall.buyer, `/swap/${crypto.randomUUID()}`, desktop, '404')
  await page.getByText('This swap does not exist').waitFor()
})
