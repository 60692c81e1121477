import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { cronUntil, offerIndexed, offersOf } from '#tests/worker/helpers.ts'
import { type Hall, openHall, tpr } from './market-hall.ts'
import { heldTokens, ownerIn, settles } from './settles.ts'
import { desktop, signedIn } from './visits.ts'
import { notNull } from '#tests/support/state.ts'

// Offers between accounts without the marketplace, and many offers in a row.

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(
    browser,
    ['Aspen', 'Cedar', 'Dogwood', 'Elder', 'Elm', 'Larch'],
    ['Hazel', 'Iris', 'Juniper'],
  )
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

const ownerOf = (work: string) => ownerIn(hall, work)

/** Cancels the listings that earlier tests have made of the artist's own works. */
async function unlist(work: string): Promise<void> {
  const { artist, works, world } = hall
  const listings = () => world.rowsOf('offers', { nft_id: works.get(work), is_sell: true, state: 'open' })
  const open = await listings()
  if (open.length === 0) return
  await world.run(artist.account, {
    TransactionType: 'NFTokenCancelOffer',
    NFTokenOffers: open.map(({ id }) => id),
  })
  await cronUntil(world, 'no listing', async () => (await listings()).length === 0)
}

test('a seller who takes no offers is offered a direct listing', async () => {
  const { at, seller, world } = hall
  const set = (flag: object) => world.run(seller.account, { TransactionType: 'AccountSet', ...flag })
  await set({ SetFlag: 12 })
  await at(seller, 'Cedar', async ({ act, dialog }) => {
    await act('Sell Now')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('3')
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await dialog.getByText('Your account does not accept NFT offers').waitFor()
    await dialog.getByRole('button', { name: 'Offer it directly' }).click()
    await dialog.getByText('The marketplace cannot sell this work for you.').waitFor()
    await dialog.getByText('3.00 XRP').first().waitFor()
  })
  await set({ ClearFlag: 12 })
})

test('a transfer goes to its receiver only', async () => {
  const { at, seller, buyer, artist, world } = hall
  const set = (flag: object) => world.run(buyer.account, { TransactionType: 'AccountSet', ...flag })
  // The receiver requires destination tags, as an exchange does.
  await set({ SetFlag: 1 })
  // The offer becomes dormant once the work has another owner.
  await world.list(seller.account, hall.works.get('Cedar') ?? '', 5_000_000n, {
    destination: artist.account.address,
  })
  await settles(hall, [0n, 0n, 0n, 0n], async () => {
    await at(seller, 'Cedar', async ({ act, dialog, sign, result }) => {
      await act('Transfer')
      await dialog.getByRole('radio', { name: 'Public' }).check()
      await dialog.getByText(/whoever accepts it first/).waitFor()
      // The button looks disabled, and says why when it is clicked.
      const go = dialog.getByRole('button', { name: 'Continue in your wallet', disabled: true })
      await go.click({ force: true })
      await dialog.getByText('Confirm that anyone can accept it, or name a recipient.').waitFor()
      await dialog.getByRole('radio', { name: 'To one account' }).check()
      await dialog.getByRole('textbox', { name: 'Receiver' }).fill(buyer.account.address)
      await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
      await dialog.getByText(/requires a destination tag/).waitFor()
      await dialog.getByRole('checkbox', { name: /The recipient has confirmed to me/ }).check()
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
  await set({ ClearFlag: 1 })
  const watched = await newPage(browser, { viewport: desktop })
  await watched.page.goto(`${world.url}/account/${buyer.account.address}/profile/history`)
  const gift = watched.page.getByRole('row', { name: /Cedar/ })
  await gift.waitFor()
  expect(await gift.getByRole('cell').nth(1).textContent()).toBe('–')
  await watched.close()
})

test('a public transfer needs a confirmation, and goes to whoever takes it first', async () => {
  const { at, seller, buyer } = hall
  await settles(hall, [0n, 0n, 0n, 0n], async () => {
    await at(seller, 'Elder', async ({ act, dialog, sign, result }) => {
      await act('Transfer')
      await dialog.getByRole('radio', { name: 'Public' }).check()
      await dialog.getByRole('checkbox').check()
      await sign()
      await result('Elder can be accepted')
    })
    await at(buyer, 'Elder', async ({ page, act, sign, result }) => {
      await page.getByText('Offered to Public').waitFor()
      await act('Accept Transfer')
      await sign()
      await result('Elder is yours')
    })
  })
  expect(await ownerOf('Elder')).toBe(buyer.account.address)
})

test('dead offers are cancelled with one signature', async () => {
  const { at, seller, world } = hall
  expect(await offersOf(world, seller.account.address)).toHaveLength(1)
  await at(seller, 'Elm', async ({ page, dialog, sign, result }) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^r.{5}\.\.\./ })
      .click()
    await page.getByRole('menuitem', { name: '1 dead offer locks 0.20 XRP' }).click()
    await dialog.getByText('Dormant: the account that made the offer no longer owns this NFT').waitFor()
    await sign()
    await result('Your dead offers are gone')
  })
  expect(await offersOf(world, seller.account.address)).toEqual([])
})

test('a direct sell offer is accepted without a fee', async () => {
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
      await page.getByRole('region', { name: 'Sale' }).getByText('Not listed').waitFor()
    })
    await at(buyer, 'Dogwood', async ({ act, sign, result }) => {
      await act(/^Buy Now/)
      await sign()
      await result('Dogwood is yours')
    })
  })
})

test('a buyer is told within the request that somebody else has bought the work', async () => {
  const { at, issuer, seller, buyer, works, world } = hall
  const work = works.get('Larch') ?? ''
  await world.run(seller.account, {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: work,
    Amount: '9000000',
    Flags: tfSellNFToken,
  })
  await cronUntil(world, 'a listing', async () => (await offersOf(world, seller.account.address)).length > 0)
  await at(buyer, 'Larch', async ({ page, act, dialog }) => {
    await act(/^Buy Now/)
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
    const [listing] = await offersOf(world, seller.account.address)
    await world.run(issuer, {
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: listing,
    })
    await dialog.getByText(/^Another collector has just bought it/).waitFor()
    expect(await dialog.getByRole('img', { name: /^QR code/ }).count()).toBe(0)
    await hall.answerRequest(buyer, 'reject')
    await dialog.getByText('Another collector has bought this work.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'Bid on this work' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Place a Bid' }).waitFor()
  })
})

test('a bid in an unlisted currency goes to the owner directly, who sets a trust line and accepts it', async () => {
  const { at, seller, buyer, artist, issuer, world } = hall
  const odd = (value: string) => ({ currency: 'ODD', issuer: issuer.address, value })
  for (const { account } of [buyer, artist])
    await world.run(account, { TransactionType: 'TrustSet', LimitAmount: odd('1000') })
  await world.run(issuer, {
    TransactionType: 'Payment',
    Destination: buyer.account.address,
    Amount: odd('100'),
  })
  await at(buyer, 'Aspen', async ({ act, dialog, sign, result }) => {
    await act('Place a Bid')
    await dialog.getByRole('textbox', { name: 'Your bid' }).fill('40')
    await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('custom')
    await dialog.getByRole('textbox', { name: 'Currency code' }).fill('ODD')
    await dialog.getByRole('textbox', { name: 'Issuer' }).fill(issuer.address)
    await dialog.getByText(/This becomes a direct offer on the ledger: it has no fee/).waitFor()
    await sign()
    await result('Your bid stands')
  })
  await at(seller, 'Aspen', async ({ act, page, dialog, sign, result }) => {
    await act(/^Accept Bid: 40 ODD/)
    await dialog.getByRole('button', { name: 'Set a trust line for ODD' }).click()
    await dialog.getByRole('img', { name: /QR/ }).waitFor()
    await hall.answerRequest(seller)
    await result('The trust line is set')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('38 ODD').first().waitFor()
    await page.getByText(/no trust line/).waitFor({ state: 'hidden' })
    await sign()
    await result('Aspen is sold')
  })
  expect(await ownerOf('Aspen')).toBe(buyer.account.address)
  // 5 % of 40 for the artist, plus 0.2 % of 40 for the issuer of the currency.
  expect(
    await Promise.all([seller, buyer, artist].map(({ account }) => heldTokens(hall, account, 'ODD'))),
  ).toEqual(['38', '59.92', '2'])
})

test('the issuer lists many works in a row, over a rejection and a reload, none twice', async () => {
  const { seller, artist, world } = hall
  const path = `${world.url}/collection/hall/create_offer`
  const watched = await newPage(browser, { viewport: desktop })
  await signedIn(watched.page, seller)
  await watched.page.goto(path)
  await watched.page.waitForURL(/\/items/)
  expect(await watched.page.getByRole('link', { name: 'Create Offers' }).count()).toBe(0)
  await watched.close()

  const own = await newPage(browser, { viewport: desktop })
  const { page } = own
  await signedIn(page, artist)
  await page.goto(path)
  const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await page.getByRole('checkbox', { name: 'All 3 not offered yet' }).check()
  await page.getByRole('textbox', { name: 'Price for all chosen' }).fill('5')
  await page.getByRole('button', { name: 'Apply' }).click()
  await row('Juniper').getByRole('checkbox').uncheck()
  await row('Iris').getByRole('textbox').fill('0.05')
  await page.getByRole('button', { name: 'Create 2 offers' }).click()
  await page.getByText('The smallest amount is 0.1 XRP.').waitFor()
  await row('Iris').getByRole('textbox').fill('7')
  await page.getByRole('button', { name: 'Create 2 offers' }).click()
  const first = await hall.nextRequest(artist)
  // The request is already in the wallet, so a reload must not send a second one.
  await page.reload()
  await page.getByText(/^Sign the offer for/).waitFor()
  await world.sign(first, artist.account)
  const second = await hall.nextRequest(artist)
  await row('Success').waitFor()
  await world.reject(second)
  await row('Rejected').waitFor()
  await page.getByRole('button', { name: /^Try Again/ }).click()
  await hall.answerRequest(artist)
  await row('Rejected').waitFor({ state: 'hidden' })
  await page.getByText('Listed at 7.00 XRP').waitFor()
  await page.getByText('Listed at 5.00 XRP').waitFor()
  await expect.poll(() => row('Juniper').getByText('Ready').count()).toBe(1)
  expect(await offersOf(world, artist.account.address)).toHaveLength(2)
  await own.close()
})

test('the fee of a sale in a listed token is shown only once it is known', async () => {
  await hall.at(hall.artist, 'Juniper', async ({ page, act, dialog }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/account/trust_line?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await act('Sell Now')
    await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('TPR')
    await dialog.getByRole('textbox', { name: /price/i }).fill('100')
    await dialog.getByText('Loading the fee of this currency').waitFor({ state: 'attached' })
    expect(await dialog.getByText(/a direct offer/).count()).toBe(0)
    gate.resolve()
    await dialog.getByText('Fee (1 %), paid by the buyer').waitFor()
  })
})

test('a batch can be listed in a listed token', async () => {
  const { artist, works, world } = hall
  const own = await newPage(browser, { viewport: desktop })
  const { page } = own
  await signedIn(page, artist)
  await page.goto(`${world.url}/collection/hall/create_offer`)
  const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const currency = page.getByRole('main').getByRole('combobox', { name: 'Currency' })
  await row('Juniper').getByRole('checkbox').check()
  await row('Juniper').getByRole('textbox').fill('2.5')
  // A missing currency is marked at the currency field, not at the rows.
  await currency.selectOption('custom')
  await page.getByRole('button', { name: 'Create 1 offer' }).click()
  await page.getByText('The currency is not complete yet.').waitFor()
  const code = page.getByRole('textbox', { name: 'Currency code' })
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => row('Juniper').getByRole('textbox').getAttribute('aria-invalid')).toBeNull()
  await currency.selectOption('TPR')
  await page.getByRole('button', { name: 'Create 1 offer' }).click()
  await hall.answerRequest(artist)
  await row('Juniper').getByText('Success').waitFor()
  expect(await world.offersOf(works.get('Juniper') ?? '', { is_sell: true })).toMatchObject([
    { amount: { value: '2.5' }, destination: world.marketplace.address },
  ])
  await page.getByRole('button', { name: 'Clear finished items' }).click()
  await page.reload()
  await row('Juniper').getByText('Listed at 2.5 TPR').waitFor()
  await page.getByRole('link', { name: 'Items' }).click()
  await page.getByRole('article', { name: 'Juniper' }).getByText('2.50 TPR').waitFor()
  await own.close()
})

test('burning asks for confirmation, and the work is gone', async () => {
  const { at, seller } = hall
  await at(seller, 'Elm', async ({ page, act, dialog, sign, result }) => {
    await act('Burn')
    expect(await dialog.getByRole('button', { name: 'Burn' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /gone permanently/ }).check()
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

test('any visitor can ask how to reach the owner', async () => {
  const { at, world, seller } = hall
  await at(null, 'Juniper', async ({ act, dialog }) => {
    await act('Contact NFT Owner')
    await dialog.getByText('This owner has not published any contact links.').waitFor()
  })
  expect(seller.account.address).not.toBe(world.marketplace.address)
})

test('a work of an unannounced collection cannot be bought', async () => {
  const { at, buyer, seller, works, world } = hall
  await expect(world.list(seller.account, works.get('Juniper') ?? '', 1_000_000n)).rejects.toThrow(
    'NFTokenCreateOffer ended with tecNO_ENTRY',
  )
  await world.list(hall.artist.account, works.get('Juniper') ?? '', 1_000_000n)
  await world.changeCollection('hall', { announced: false })
  await cronUntil(world, 'listed', () =>
    world.hasRow('nfts', { id: works.get('Juniper'), price_drops: notNull }),
  )
  await at(buyer, 'Juniper', async ({ page }) => {
    await page.getByText('This NFT has not been announced yet.').waitFor()
    const button = page
      .getByRole('main')
      .getByRole('button', { name: /^Buy Now/ })
      .first()
    expect(await button.isDisabled()).toBe(true)
    // The cards of the work's collection show the same reason and cannot be used to buy.
    await page.goto(`${world.url}/collection/hall/items`)
    const card = page.getByRole('article', { name: 'Juniper' })
    await card.hover()
    for (const name of [/^Buy .*Juniper/, /^Add Juniper to the cart/]) {
      const action = card.getByRole('button', { name })
      await action.waitFor()
      expect(await action.getAttribute('aria-disabled')).toBe('true')
      expect(await action.getAttribute('title')).toBe('This NFT has not been announced yet.')
      await action.click({ force: true })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Remove Juniper from the cart/ }).count()).toBe(0)
  })
})

test('a gift of an unannounced collection can be accepted by its receiver, whoever else is offered it', async () => {
  const { at, buyer, seller, artist, works, world } = hall
  const work = works.get('Juniper') ?? ''
  await unlist('Juniper')
  for (const { account } of [seller, buyer])
    await world.list(artist.account, work, 0n, { destination: account.address })
  await at(buyer, 'Juniper', async ({ page, act, sign, result }) => {
    await page.getByText('This NFT has not been announced yet.').waitFor()
    await act('Accept Transfer')
    await sign()
    await result('Juniper is yours')
  })
  expect(await ownerOf('Juniper')).toBe(buyer.account.address)
})

test('a page shows what others do, without being loaded again', async () => {
  const { artist, buyer, works, world } = hall
  await world.changeCollection('hall', { announced: true })
  const work = works.get('Hazel') ?? ''
  await unlist('Hazel')
  const watched = await newPage(browser, { viewport: desktop })
  const { page } = watched
  await signedIn(page, artist)
  await page.goto(`${world.url}/nft/${work}`)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.getByText(/^Live:/).waitFor()
  const bids = page.getByRole('region', { name: /^Buy Offers/ })
  expect(await bids.getByText('12.00 XRP').count()).toBe(0)
  await world.run(buyer.account, {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: work,
    Owner: artist.account.address,
    Amount: '12000000',
    Destination: world.marketplace.address,
  })
  await bids.getByText('12.00 XRP').waitFor()
  await page.getByRole('status').getByText('New bid on Hazel: 12 XRP.').waitFor()

  await page.getByRole('link', { name: 'The Hall' }).first().click()
  const card = page.getByRole('article', { name: 'Hazel' })
  await card.getByText('Not listed').waitFor()
  await card.scrollIntoViewIfNeeded()
  const place = await card.boundingBox()
  await world.list(artist.account, work, 5_000_000n)
  await card.getByText('5.00 XRP').waitFor()
  // The card stays in place, although a page load would move it to the front of the list.
  expect(await card.boundingBox()).toMatchObject({ x: place?.x, y: place?.y })

  await page.getByRole('link', { name: 'Activity' }).click()
  const newest = page.getByRole('main').getByRole('listitem').first()
  await newest.getByText('5.00 XRP').waitFor()
  await world.list(artist.account, work, 4_000_000n)
  await newest.getByText('4.00 XRP').waitFor()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await watched.close()
})

test('an amount in scientific form has all of its digits in a title, also on buttons and in dialogs', async () => {
  const { at, artist, buyer, works, world } = hall
  await world.changeCollection('hall', { announced: true })
  await unlist('Iris')
  const id = await world.list(artist.account, works.get('Iris') ?? '', 1_000_000n)
  await offerIndexed(world, id)
  const amount = tpr(hall.issuer, '9999999999999999e80')
  await world.changeRows('offers', { id }, { amount: JSON.stringify(amount) })
  const digits = /^[19][09,]{90,}/
  await at(buyer, 'Iris', async ({ page, act, dialog }) => {
    const button = page.getByRole('main').getByRole('button', { name: /^Buy Now/ })
    await button.getByTitle(digits).waitFor()
    await act(/^Buy Now/)
    await dialog.getByTitle(digits).first().waitFor()
    await page.keyboard.press('Escape')
  })
  await at(artist, 'Iris', async ({ page, act, dialog }) => {
    await act('Cancel the listing')
    await dialog.getByTitle(digits).waitFor()
    await page.keyboard.press('Escape')
  })
})
