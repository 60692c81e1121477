import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { offersOf } from '#tests/worker/helpers.ts'
import { type Hall, openHall, phone, settles } from './market-hall.ts'

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir'])
})
afterAll(async () => {
  await browser?.close()
  await hall?.world.close()
})

const idOf = (work: string) => hall.works.get(work) ?? ''
const ownerOf = (work: string) =>
  hall.world.ownerOf(
    idOf(work),
    [hall.seller, hall.buyer, hall.artist].map(({ account }) => account),
  )

test('the owner lists a work, a visitor is asked to connect, a collector buys it without a mouse', async () => {
  const { at, seller, buyer, world } = hall
  // 120 XRP: the buyer pays 121.20, the artist gets 6.00, the seller 114.00, the marketplace 1.20.
  await settles(hall, [114_000_000n, -121_200_000n, 6_000_000n, 1_200_000n], async () => {
    await at(seller, 'Alder', async ({ page, act, dialog, sign, result }) => {
      await page.getByText('No sell offers available').waitFor()
      await act('Sell Now')
      await dialog.getByRole('textbox', { name: 'Price' }).fill('0.05')
      await dialog.getByRole('button', { name: 'Continue in the wallet' }).click()
      await dialog.getByText('The smallest amount is 0.1 XRP.').waitFor()
      await dialog.getByRole('textbox', { name: 'Price' }).fill('120')
      await dialog.getByText('121.20 XRP').waitFor()
      await dialog.getByText('114.00 XRP').waitFor()
      await sign()
      await result('Alder is listed')
      await page.keyboard.press('Escape')
      await page
        .getByRole('region', { name: /^Sell Offers/ })
        .getByText('120.00 XRP')
        .waitFor()
    })
    await at(null, 'Alder', async ({ page, act, dialog }) => {
      expect(await page.getByRole('heading', { name: /^Sell Offers/ }).count()).toBe(0)
      await act(/^Buy Now/)
      await dialog.getByRole('checkbox', { name: /Terms/ }).waitFor()
    })
    await at(buyer, 'Alder', async ({ page, dialog, result }) => {
      const button = page.getByRole('main').getByRole('button', { name: /^Buy Now/ })
      await button.focus()
      await page.keyboard.press('Enter')
      const next = dialog.getByRole('button', { name: 'Continue in the wallet' })
      await next.waitFor()
      while (!(await next.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await dialog.getByRole('img', { name: /QR/ }).waitFor()
      const [request] = await world.query('select uuid from sign_requests order by created_at desc limit 1')
      await world.sign(String(request?.['uuid']), buyer.account)
      await result('Alder is yours')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })
  })
  expect(await ownerOf('Alder')).toBe(buyer.account.address)
})

test('a bid is placed, rejected once without losing what was typed, and cancelled on a phone', async () => {
  const { at, buyer, world } = hall
  await at(
    buyer,
    'Birch',
    async ({ page, act, dialog, sign, reject, result }) => {
      await act('Place a Bid')
      await dialog.getByRole('textbox', { name: 'Your bid' }).fill('90')
      await reject()
      await dialog.getByText('You rejected to sign.').waitFor()
      await dialog.getByRole('button', { name: 'Try Again' }).click()
      expect(await dialog.getByRole('textbox', { name: 'Your bid' }).inputValue()).toBe('90')
      await sign()
      await result('Your bid stands')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Cancel: 90.00 XRP' }).click()
      await sign()
      await result('The offer is cancelled')
    },
    phone,
  )
  expect(await offersOf(world, buyer.account.address)).toEqual([])
})

test('a transfer goes to its receiver alone, a public one only after a warning', async () => {
  const { at, seller, buyer } = hall
  await settles(hall, [0n, 0n, 0n, 0n], async () => {
    await at(seller, 'Cedar', async ({ act, dialog, sign, result }) => {
      await act('Transfer')
      await dialog.getByRole('radio', { name: 'Public' }).check()
      await dialog.getByText(/whoever takes it first/).waitFor()
      await dialog.getByRole('button', { name: 'Continue in the wallet' }).click()
      await dialog.getByText('Tick that anyone may take it, or name a receiver.').waitFor()
      await dialog.getByRole('radio', { name: 'To one account' }).check()
      await dialog.getByRole('textbox', { name: 'Receiver' }).fill(buyer.account.address)
      await sign()
      await result('Cedar can be accepted')
    })
    await at(buyer, 'Cedar', async ({ act, sign, result }) => {
      await act('Accept Transfer')
      await sign()
      await result('Cedar is yours')
    })
  })
  expect(await ownerOf('Cedar')).toBe(buyer.account.address)
})

test('a direct sell offer is taken without a fee', async () => {
  const { at, seller, buyer } = hall
  await settles(hall, [47_500_000n, -50_000_000n, 2_500_000n, 0n], async () => {
    await at(seller, 'Dogwood', async ({ act, dialog, sign, result }) => {
      await act('Create Sell Offer')
      await dialog.getByRole('textbox', { name: 'Price' }).fill('50')
      await dialog.getByRole('textbox', { name: /Only for this account/ }).fill(buyer.account.address)
      await dialog.getByRole('combobox', { name: 'The offer expires' }).selectOption('7')
      await sign()
      await result('Dogwood is offered')
    })
    await at(null, 'Dogwood', async ({ page }) => {
      await page.getByText('Not listed').waitFor()
    })
    await at(buyer, 'Dogwood', async ({ act, sign, result }) => {
      await act(/^Buy Now/)
      await sign()
      await result('Dogwood is yours')
    })
  })
})

test('burning asks twice, and the work is gone', async () => {
  const { at, seller } = hall
  await at(seller, 'Elm', async ({ page, act, dialog, sign, result }) => {
    await act('Burn')
    expect(await dialog.getByRole('button', { name: 'Burn it in the wallet' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /gone for good/ }).check()
    await sign()
    await result('Elm is burned')
    await page.keyboard.press('Escape')
    await page
      .getByText(/was burned/)
      .first()
      .waitFor()
  })
  expect(await ownerOf('Elm')).toBeNull()
})

test('anyone can ask how to reach the owner', async () => {
  await hall.at(null, 'Fir', async ({ act, dialog }) => {
    await act('Contact NFT Owner')
    await dialog.getByText('This owner has left no links to be reached by.').waitFor()
  })
})
