import type { Browser, Locator, Page, Route } from 'playwright-core'
import { asJson } from '#local/lib/rpc.ts'
import { violations } from '#tests/support/axe.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intercept, launchBrowser, newPage } from '#tests/support/browser.ts'
import { advanceClock, offersOf, setLoad } from '#tests/worker/helpers.ts'
import { type Hall, openHall, tpr } from './market-hall.ts'
import { heldTokens, ownerIn, settles } from './settles.ts'
import { desktop, phone, signedIn } from './visits.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  const works = ['Alder', 'Birch', 'Elder', 'Fir', 'Gorse', 'Hazel']
  hall = await openHall(browser, works, ['Juniper'], { batch: true })
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

const idOf = (work: string) => hall.works.get(work) ?? ''
const ownerOf = (work: string) => ownerIn(hall, work)

/** Counts the frames without a visible dialog from now on. */
async function watchDialog(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counts = { gaps: 0 }
    const look = () => {
      const dialogs = [...document.querySelectorAll('[role="dialog"]')]
      const isShown = dialogs.some(
        (each) => each.getClientRects().length > 0 && Number(getComputedStyle(each).opacity) > 0.99,
      )
      if (!isShown) counts.gaps += 1
      requestAnimationFrame(look)
    }
    look()
    return counts
  })
  return () => counter.evaluate(({ gaps }) => gaps)
}

async function listAlder(): Promise<void> {
  await hall.at(hall.seller, 'Alder', async ({ page, act, dialog, sign, result }) => {
    await page.getByText('No sell offers available').waitFor()
    await act('Sell Now')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('0.05')
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click({ force: true })
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
}

/** Buys with the keyboard only, on a slow machine. One dialog shows progress at once and stays until the result. */
async function buyAlderByKeyboard(): Promise<void> {
  const { buyer, world } = hall
  await hall.at(buyer, 'Alder', async ({ page, dialog, result }) => {
    const menu = page.getByRole('button', { name: shortenAddress(buyer.account.address) })
    const balance = page.getByRole('menuitem', { name: 'Balance' })
    await menu.click()
    await balance.getByText(/XRP$/).first().waitFor()
    const before = await balance.innerText()
    await page.keyboard.press('Escape')
    const button = page.getByRole('main').getByRole('button', { name: /^Buy Now/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const next = dialog.getByRole('button', { name: 'Continue in your wallet' })
    await next.waitFor()
    while (!(await next.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab')
    // Delays the call: the dialog must show progress at once and stay until the result.
    const slow = Promise.withResolvers<void>()
    const hurry = await intercept(page, '**/api/nft/buy_now', async (route) => {
      await slow.promise
      await route.fallback()
    })
    const gaps = await watchDialog(page)
    await page.keyboard.press('Enter')
    const preparing = dialog.getByRole('status').filter({ hasText: 'Preparing your purchase…' })
    await preparing.waitFor()
    expect(await next.getAttribute('aria-busy')).toBe('true')
    slow.resolve()
    hurry()
    await dialog.getByRole('img', { name: /QR/ }).waitFor()
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    const request = await world.latestRequest()
    // The old balance is hidden until the new one is loaded.
    const release = Promise.withResolvers<void>()
    const letThrough = await intercept(page, '**/api/account/balance', async (route) => {
      await release.promise
      await route.fallback()
    })
    await world.sign(String(request?.['uuid']), buyer.account)
    await result('Alder is yours')
    expect(await gaps()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await menu.click()
    await balance.getByText('…').waitFor()
    release.resolve()
    letThrough()
    await balance.getByText(/XRP$/).first().waitFor()
    expect(await balance.innerText()).not.toBe(before)
  })
}

test('the owner lists a work, a visitor is asked to connect, and a collector buys it with the keyboard', async () => {
  const { at, buyer } = hall
  // The price is 120 XRP: the buyer pays 121.20, the artist receives 6.00, the seller 114.00, the marketplace 1.20.
  await settles(hall, [114_000_000n, -121_200_000n, 6_000_000n, 1_200_000n], async () => {
    await listAlder()
    await at(null, 'Alder', async ({ page, act, dialog }) => {
      expect(await page.getByRole('heading', { name: /^Sell Offers/ }).count()).toBe(0)
      await act(/^Buy Now/)
      await dialog.getByRole('checkbox', { name: /Terms/ }).waitFor()
    })
    await buyAlderByKeyboard()
  })
  expect(await ownerOf('Alder')).toBe(buyer.account.address)
})

test('on a busy network a buyer is told the cost before the wallet is asked, and waits or goes on', async () => {
  const { at, seller, buyer, world } = hall
  await at(seller, 'Elder', async ({ act, dialog, sign, result }) => {
    await act('Sell Now')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('10')
    await sign()
    await result('Elder is listed')
  })
  await at(
    buyer,
    'Elder',
    async ({ page, act, dialog, result, allow }) => {
      allow('503 (Service Unavailable)')
      await setLoad(world, { ledgerSize: 5, others: 12 })
      const busy = page.getByRole('dialog', { name: 'The network is busy' })
      const cost = busy.getByText('A transaction costs 0.0288 XRP now.')
      const buy = async () => {
        await act(/^Buy Now/)
        await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
        await cost.waitFor()
      }
      await buy()
      const gaps = await watchDialog(page)
      expect(await violations(page, { within: '[role="dialog"]' })).toEqual([])
      const requests = () => world.rowsOf('sign_requests', { purpose: 'buy_now' })
      const before = await requests()
      await page.keyboard.press('Escape')
      await dialog.getByText('The XRP Ledger is busy: a transaction costs 0.0288 XRP now').waitFor()
      expect(await requests()).toEqual(before)
      await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
      await busy.getByRole('button', { name: 'Wait until it costs less' }).click()
      await busy.getByText('Waiting for a lower network cost.').waitFor()
      await busy.getByRole('button', { name: 'Continue at this cost' }).click()
      await busy.waitFor({ state: 'hidden' })
      await hall.answerRequest(buyer)
      await result('Elder is yours')
      expect(await gaps()).toBe(0)
      await setLoad(world, {})
    },
    phone,
  )
  expect(await ownerOf('Elder')).toBe(buyer.account.address)
})

test('a refusal that names a wait counts down on the button, which works again when the wait is over', async () => {
  const { world, buyer, works } = hall
  const { page, allow, close } = await newPage(browser, { viewport: phone })
  allow('429 (Too Many Requests)')
  await page.clock.install()
  let calls = 0
  const answer = (route: Route) => {
    if (route.request().method() === 'GET' && !route.request().url().includes('/connect'))
      return route.fallback()
    calls += 1
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '1000' },
      json: { detail: 'Please try again in 1000 seconds.', code: 'rate_limited', requestId: 'r' },
    })
  }
  await intercept(page, '**/api/**', answer)
  const dialog = page.getByRole('dialog')
  const counts = async (button: Locator, before: number) => {
    await dialog.getByText('Please try again in 1000 seconds.').waitFor()
    await button.getByText(/1[56]:\d\d/).waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    expect(await dialog.getByText(/^You can try again within/).textContent()).toMatch(
      /within 1[67] minutes\.$/,
    )
    expect(await violations(page, { within: '[role="dialog"]' })).toEqual([])
    await button.click({ force: true })
    await button.press('Enter')
    expect(calls).toBe(before)
    await page.clock.fastForward(900_000)
    await button.getByText(/[01]:\d\d/).waitFor()
    await page.clock.fastForward(200_000)
    await dialog.getByText('You can try again now.').waitFor()
    await button.click()
    await expect.poll(() => calls).toBe(before + 1)
    await button.getByText(/1[56]:\d\d/).waitFor()
  }
  const path = `${world.url}/nft/${works.get('Birch') ?? ''}`
  await page.goto(path)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).check()
  await dialog.getByRole('radio', { name: /Xaman/ }).check()
  await counts(dialog.getByRole('button', { name: 'Try Again', exact: true }), 1)
  await signedIn(page, buyer)
  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: 'Place a Bid' }).first().click()
  await dialog.getByRole('textbox', { name: 'Your bid' }).fill('90')
  const send = dialog.getByRole('button', { name: 'Continue in your wallet', exact: true })
  await send.click()
  await counts(send, 3)
  await close()
})

test('a sale takes one signature; a wallet that cannot sign it gets two instead, and can change its mind', async () => {
  const { at, seller, buyer, world } = hall
  await at(seller, 'Hazel', async ({ act, dialog, sign, result }) => {
    await act('Sell Now')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('10')
    await sign()
    await result('Hazel is listed')
  })
  await at(buyer, 'Hazel', async ({ page, act, dialog }) => {
    await act(/^Buy Now/)
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    const trouble = dialog.getByText('Trouble signing?')
    await trouble.waitFor()
    await dialog
      .getByText('You approve once. Either everything goes through, or you pay nothing but the network fee.')
      .waitFor()
    expect(await dialog.getByText('The marketplace hands the work over').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await trouble.click()
    await dialog.getByRole('button', { name: 'Approve in two steps' }).click()
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await dialog.getByText('The marketplace hands the work over', { exact: true }).waitFor()
    const latest = async () => await world.latestRequest()
    expect(asJson((await latest())?.['txjson'])['TransactionType']).toBe('NFTokenCreateOffer')
    await dialog.getByRole('button', { name: 'It can now' }).click()
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await trouble.waitFor()
    await world.sign(String((await latest())?.['uuid']), buyer.account)
    await dialog.getByText('Hazel is yours').waitFor()
  })
  expect(await ownerOf('Hazel')).toBe(buyer.account.address)
})

test('a bid is placed, rejected once without losing its input, and cancelled on a phone', async () => {
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
      await expect.poll(() => dialog.getByRole('textbox', { name: 'Your bid' }).inputValue()).toBe('90')
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

test('a sale in a listed token shows the trust line first, then price, fee, royalty and transfer rate', async () => {
  const { at, seller, buyer, artist, issuer, world } = hall
  await at(seller, 'Gorse', async ({ act, dialog, sign, result }) => {
    await act('Sell Now')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('100')
    await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('TPR')
    await dialog.getByText('101 TPR').waitFor()
    await sign()
    await result('Gorse is listed')
  })
  await at(buyer, 'Gorse', async ({ act, page, dialog, result, sign }) => {
    await act(/^Buy Now/)
    await dialog.getByText(/it has no trust line to its issuer/).waitFor()
    await dialog.getByRole('button', { name: 'Set a trust line for TPR' }).click()
    await dialog.getByRole('img', { name: /QR/ }).waitFor()
    await hall.answerRequest(buyer)
    await result('The trust line is set')
    await world.run(issuer, {
      TransactionType: 'Payment',
      Destination: buyer.account.address,
      Amount: tpr(issuer, '200'),
    })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('101.202 TPR').waitFor()
    await page.getByText(/no trust line/).waitFor({ state: 'hidden' })
    await sign()
    await result('Gorse is yours')
  })
  const tokensOf = (account: typeof issuer) => heldTokens(hall, account)
  expect(
    await Promise.all([seller.account, buyer.account, artist.account, world.marketplace].map(tokensOf)),
  ).toEqual(['95', '98.798', '5', '1'])
})

test('an auction is opened, is extended by a late bid, and settles with no page open', async () => {
  const { at, seller, buyer, world } = hall
  await settles(hall, [56_430_000n, -60_000_000n, 2_970_000n, 600_000n], async () => {
    await at(seller, 'Fir', async ({ act, dialog, sign, result }) => {
      await act('Open Auction')
      await dialog.getByRole('textbox', { name: 'Start price' }).fill('50')
      await dialog.getByText(/^The auction ends on .+; its offer expires 12 hours later/).waitFor()
      const extend = dialog.getByRole('checkbox', { name: /^Extend the auction when a bid arrives/ })
      expect(await extend.isChecked()).toBe(true)
      await sign()
      await result('Fir is up for auction')
    })
    await advanceClock(world, 3 * 86_400 - 240)
    await at(buyer, 'Fir', async ({ page, act, dialog, sign, result }) => {
      await page.getByText('Auction, start price').waitFor()
      await page.getByText('A bid in the last five minutes extends the auction by five minutes.').waitFor()
      const endsAt = async () =>
        Date.parse((await page.locator('dl time[datetime]').first().getAttribute('datetime')) ?? '')
      const end = await endsAt()
      await act('Auction Bid')
      await dialog.getByRole('button', { name: 'Smallest bid 50.51 XRP' }).click()
      expect(await dialog.getByRole('textbox', { name: 'Your bid' }).inputValue()).toBe('50.51')
      await dialog.getByRole('textbox', { name: 'Your bid' }).fill('50')
      await dialog.getByRole('button', { name: 'Continue in your wallet' }).click({ force: true })
      await dialog.getByText('This is below the start price plus the fee.').waitFor()
      // The bid exceeds the account's balance, and the reason is shown beside the input.
      await dialog.getByRole('textbox', { name: 'Your bid' }).fill('60000')
      await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
      await dialog.getByText(/^This requires 60,000\.00 XRP/).waitFor()
      await dialog.getByText('Nothing was signed. What you typed is still here.').waitFor()
      await expect.poll(() => dialog.getByRole('textbox', { name: 'Your bid' }).inputValue()).toBe('60000')
      await dialog.getByRole('textbox', { name: 'Your bid' }).fill('60')
      await sign()
      await result('Your bid stands')
      await page.keyboard.press('Escape')
      await page.getByText('Auction, top bid').waitFor()
      await page.getByText('You lead.').first().waitFor()
      await expect.poll(endsAt).toBe(end + 300_000)
      await act('Auction Bid')
      await dialog.getByRole('button', { name: '+5 % 63.00 XRP' }).click()
      expect(await dialog.getByRole('textbox', { name: 'Your bid' }).inputValue()).toBe('63')
    })
    await advanceClock(world, 600)
    await expect.poll(() => ownerOf('Fir'), { timeout: 30_000, interval: 200 }).toBe(buyer.account.address)
  })
  await at(buyer, 'Fir', async ({ act, dialog }) => {
    await act('Sell Now')
    await dialog.getByRole('button', { name: 'You paid 60.00 XRP' }).click()
    expect(await dialog.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('60')
  })
})

for (const theme of ['dark', 'light'] as const)
  test(`the dialogs are accessible on phones and desktops, ${theme}`, async () => {
    const { artist, buyer, world } = hall
    for (const [who, actions] of [
      [
        artist,
        [
          ['Create Sell Offer', 'Continue in your wallet'],
          ['Transfer', 'Public'],
        ],
      ],
      [buyer, [['Place a Bid', 'Your bid']]],
    ] as const) {
      const watched = await newPage(browser, { colorScheme: theme })
      const { page } = watched
      await page.context().addCookies([{ name: 'opx_theme', value: theme, url: world.url }])
      await signedIn(page, who)
      await page.goto(`${world.url}/nft/${idOf('Juniper')}`)
      const dialog = page.getByRole('dialog')
      for (const [action, then] of actions) {
        await page.getByRole('main').getByRole('button', { name: action }).click()
        await dialog.getByText(then).first().click({ force: true })
        for (const size of [desktop, phone]) {
          await page.setViewportSize(size)
          const faults = await violations(page, { within: '[role="dialog"]' })
          expect([action, size.width, faults]).toEqual([action, size.width, []])
        }
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
      await watched.close()
    }
  })

describe('an own listing', () => {
  // Depends on whether a test above has sold the work to the buyer.
  const parties = async () =>
    (await ownerOf('Alder')) === hall.buyer.account.address
      ? { owner: hall.buyer, other: hall.seller }
      : { owner: hall.seller, other: hall.buyer }
  const open = async () =>
    (await hall.world.offersOf(idOf('Alder'), { is_sell: true, state: 'open' })).map((row) => ({
      id: String(row['id']),
      amount: String(row['amount']),
    }))
  /** Buys at a price that the other account saw earlier. */
  const buyAt = async (sellOfferIndex: string, expectedAmount: string) =>
    hall.world.call('/api/nft/buy_now', {
      session: (await parties()).other.session,
      body: { nftokenID: idOf('Alder'), sellOfferIndex, expectedAmount },
    })

  test('gets a new price with one signature, and the old price cannot be bought', async () => {
    const { owner } = await parties()
    await hall.at(owner, 'Alder', async ({ page, act, dialog, sign, result }) => {
      await act('Sell Now')
      await dialog.getByRole('textbox', { name: 'Price' }).fill('150')
      await sign()
      await result('Alder is listed')
      await page.keyboard.press('Escape')
      const [first] = await open()
      await act('Change Price')
      await dialog.getByText('It is offered for 150.00 XRP. You approve once:', { exact: false }).waitFor()
      const price = dialog.getByRole('textbox', { name: 'New price' })
      for (const [typed, problem] of [
        ['0.05', 'The smallest amount is 0.1 XRP.'],
        ['150', 'This is already the price.'],
      ] as const) {
        await price.fill(typed)
        await price.press('Enter')
        await dialog.getByText(problem).waitFor()
      }
      // A price with a missing digit needs confirmation.
      await price.fill('14')
      const unusual = dialog.getByRole('checkbox', { name: 'I want to sell it at this price' })
      await dialog.getByText('This price is less than half of it.', { exact: false }).waitFor()
      await price.press('Enter')
      expect(await unusual.evaluate((box) => box === document.activeElement)).toBe(true)
      expect(await dialog.getByRole('button', { name: 'Continue in your wallet' }).isDisabled()).toBe(true)
      await unusual.check()
      expect(await dialog.getByRole('button', { name: 'Continue in your wallet' }).isDisabled()).toBe(false)
      await price.fill('13')
      expect(await unusual.isChecked()).toBe(false)
      await price.fill('140')
      await unusual.waitFor({ state: 'detached' })
      await dialog.getByText('141.40 XRP').waitFor()
      expect(await violations(page, { within: '[role="dialog"]' })).toEqual([])
      await sign()
      await result('Alder has a new price')
      expect(await open()).toMatchObject([{ amount: '140000000' }])
      expect(await buyAt(first?.id ?? '', '150000000')).toMatchObject({ body: { code: 'price_changed' } })
    })
  })

  test('gets a new price with two signatures, if the wallet signs one transaction at a time', async () => {
    const { world } = hall
    const { owner } = await parties()
    await world.call('/api/account/signing', { session: owner.session, body: { canSignBatch: false } })
    await hall.at(
      owner,
      'Alder',
      async ({ page, dialog, sign, result }) => {
        const [second] = await open()
        await page.goto(`${world.url}/account/${owner.account.address}/profile/offers`)
        const group = page.getByRole('region', { name: /^Offers Owned/ })
        await group.getByRole('button', { name: 'Change Price: Sell Offer for Alder' }).click()
        await dialog.getByText(/You sign twice/).waitFor()
        await dialog.getByRole('textbox', { name: 'New price' }).fill('130')
        await sign()
        await result('The old price is cancelled')
        expect(await open()).toEqual([])
        expect(await buyAt(second?.id ?? '', '140000000')).toMatchObject({ body: { code: 'not_for_sale' } })
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await dialog.getByText(/^The old offer is cancelled/).waitFor()
        await expect.poll(() => dialog.getByRole('textbox', { name: 'New price' }).inputValue()).toBe('130')
        await sign()
        await result('Alder has a new price')
        await page.keyboard.press('Escape')
      },
      phone,
    )
    await world.call('/api/account/signing', { session: owner.session, body: { canSignBatch: true } })
    expect(await open()).toMatchObject([{ amount: '130000000' }])
  })
})
