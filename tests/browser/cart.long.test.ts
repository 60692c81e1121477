import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { violations } from '#tests/support/axe.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { cronUntil, offerIndexed, offersOf } from '#tests/worker/helpers.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { promoDigest } from '#worker/domain/collection/promo-code.ts'
import { type Hall, openHall } from './market-hall.ts'
import { fakePushManager, pushTo } from './push-device.ts'
import { ownerIn } from './settles.ts'
import { desktop, type Person, phone, signedIn } from './visits.ts'
import { notNull } from '#tests/support/state.ts'

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, ['Birch', 'Cedar', 'Elder', 'Fir', 'Gorse', 'Hazel', 'Larch', 'Rowan'])
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

const idOf = (work: string) => hall.works.get(work) ?? ''

/** Lists a work of the seller through the marketplace. */
async function list(work: string, xrp: number) {
  const { world, seller } = hall
  const offer = await world.list(seller.account, idOf(work), BigInt(xrp) * 1_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, offer)
  return offer
}

/** Each test starts without listings of the seller. */
beforeEach(async () => {
  const { world, seller } = hall
  const open = await offersOf(world, seller.account.address)
  if (open.length === 0) return
  await world.run(seller.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: open })
  await cronUntil(
    world,
    'nothing is listed',
    async () => !(await world.hasRow('nfts', { price_drops: notNull })),
  )
})

/** Opens a page in its own browser and closes it afterwards. */
async function visit(who: Person | null, path: string, act: (page: Page) => Promise<void>, size = desktop) {
  const watched = await newPage(browser, { viewport: size })
  if (who !== null) await signedIn(watched.page, who)
  await watched.page.goto(`${hall.world.url}${path}`)
  await act(watched.page)
  await watched.close()
}

const items = '/collection/hall/items'
const inCart = (page: Page, work: string) =>
  page.getByRole('list', { name: 'Works in the cart' }).getByRole('listitem').filter({ hasText: work })
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart, / })

test('a visitor collects in two tabs, sees a new price and a sold work, and is asked to connect', async () => {
  const { world, buyer, artist } = hall
  const cedar = await list('Cedar', 5)
  await list('Elder', 6)
  await visit(null, items, async (page) => {
    await page.getByRole('button', { name: 'Add Cedar to the cart' }).click()
    const other = await page.context().newPage()
    await other.goto(`${world.url}${items}`)
    await cartLink(other).getByText('1').waitFor()
    await other.getByRole('button', { name: 'Add Elder to the cart' }).click()
    await cartLink(page).getByText('2').waitFor()
    await other.close()

    await cartLink(page).click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByRole('region', { name: 'Total in XRP' }).getByText('11.11 XRP').waitFor()
    // While the cart is open, one work gets a higher price and another account buys the other one.
    await world.run(hall.seller.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [cedar] })
    await list('Cedar', 7)
    await inCart(page, 'Cedar').getByText('The price has risen from 5 XRP to 7 XRP.').waitFor()
    await drawer.getByRole('region', { name: 'Total in XRP' }).getByText('6.06 XRP').waitFor()
    await visit(artist, `/nft/${idOf('Elder')}`, async (shop) => {
      await shop
        .getByRole('main')
        .getByRole('button', { name: /^Buy Now/ })
        .click()
      await shop.getByRole('button', { name: 'Continue in your wallet' }).click()
      await hall.answerRequest(artist)
      await shop.getByRole('heading', { name: 'Elder is yours' }).waitFor()
    })
    await inCart(page, 'Elder')
      .getByText(/may just have been sold or withdrawn/)
      .waitFor()
    await page.getByRole('button', { name: 'Accept the new price of Cedar' }).click()
    await drawer.getByRole('region', { name: 'Total in XRP' }).getByText('7.07 XRP').waitFor()
    await page.getByRole('button', { name: 'Remove Elder from the cart' }).last().click()
    await inCart(page, 'Elder').waitFor({ state: 'hidden' })

    // The cart survives a reload.
    await page.goto(`${world.url}/cart`)
    await inCart(page, 'Cedar').getByText('7.07 XRP').waitFor()
    await page.getByRole('button', { name: 'Connect Wallet to buy' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: /Terms/ }).waitFor()
  })
  expect(await offersOf(world, buyer.account.address)).toEqual([])
})

test('after a rejection the rest goes on, and the rejected work is offered again', async () => {
  const { buyer } = hall
  await list('Cedar', 4)
  await list('Fir', 3)
  await visit(
    buyer,
    items,
    async (page) => {
      await page.getByRole('button', { name: 'Add Cedar to the cart' }).click()
      await page.getByRole('button', { name: 'Add Fir to the cart' }).click()
      await cartLink(page).click()
      await page.getByRole('button', { name: 'Buy 2 works' }).click()
      await page.getByText('Sign the purchase of Fir').waitFor()
      // Another tab shows the same purchase and does not start a second one.
      const other = await page.context().newPage()
      await other.goto(`${hall.world.url}/cart`)
      await other.getByText('Sign the purchase of Fir').waitFor()
      await inCart(other, 'Cedar').getByText('4.04 XRP').waitFor()
      expect(await other.getByRole('button', { name: /^Buy / }).count()).toBe(0)
      await other.close()
      const requests = await hall.world.rowsOf('sign_requests', {
        account: buyer.account.address,
        state: 'created',
      })
      expect(requests).toHaveLength(1)
      await hall.answerRequest(buyer, 'reject')
      await inCart(page, 'Fir').getByText('You rejected to sign.').waitFor()
      await page.getByText('Sign the purchase of Cedar').waitFor()
      await hall.answerRequest(buyer)
      await page.getByText('Cedar is yours').waitFor()
      await page.getByRole('button', { name: 'Buy 1 work' }).click()
      await hall.answerRequest(buyer)
      await page.getByText('Fir is yours').waitFor()
    },
    phone,
  )
  expect([await ownerIn(hall, 'Cedar'), await ownerIn(hall, 'Fir')]).toEqual([
    buyer.account.address,
    buyer.account.address,
  ])
})

test('a wish outlives the sign-in on a phone, and the browser forgets what is over', async () => {
  const { world, seller, buyer } = hall
  // The listing can be accepted directly, without the marketplace.
  await offerIndexed(world, await world.list(seller.account, idOf('Rowan'), 3_000_000n))
  const { page, close } = await newPage(browser, {
    viewport: phone,
    own: {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
      locale: 'en-GB',
    },
  })
  await page.goto(`${world.url}/nft/${idOf('Rowan')}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Buy Now/ })
    .click()
  const connect = page.getByRole('dialog', { name: 'Connect Wallet' })
  await connect.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await connect.getByRole('checkbox', { name: /Terms/ }).click()
  await connect.getByRole('radio', { name: 'Xaman' }).check()
  await connect.getByRole('link', { name: 'Open Xaman' }).waitFor()
  // The wallet app returns to the site in another tab, after the first one was closed.
  const back = await page.context().newPage()
  await page.goto('about:blank')
  await back.goto(world.url)
  await back.getByRole('dialog').getByRole('link', { name: 'Open Xaman' }).waitFor()
  const signIn = await world.latestRequest({ purpose: 'sign_in' })
  await world.sign(String(signIn?.['uuid']), buyer.account)
  const buy = back.getByRole('dialog', { name: 'Buy Rowan' })
  await buy.getByRole('button', { name: 'Continue in your wallet' }).click()
  await back.getByText('After you sign, the work is yours as soon as the ledger validates it.').waitFor()
  expect(await back.getByText('the marketplace hands').count()).toBe(0)
  await hall.answerRequest(buyer)
  await back.getByRole('heading', { name: 'Rowan is yours' }).waitFor()
  await back.keyboard.press('Escape')
  const stored = () => back.evaluate(() => ({ ...localStorage }))
  expect((await stored())['opx_cart']).toBe('[]')
  const requests = `opx_requests:${buyer.account.address}`
  expect((await stored())[requests]).toContain('Rowan')
  await back
    .getByRole('banner')
    .getByRole('button', { name: shortenAddress(buyer.account.address) })
    .click()
  await back.getByRole('menuitem', { name: 'Disconnect' }).click()
  await back.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).waitFor()
  expect(Object.keys(await stored())).not.toContain(requests)
  expect(Object.keys(await stored())).not.toContain('opx_wish')
  await close()
})

test('a collection that asks for a promo code gets it in the cart', async () => {
  const { world, artist, buyer } = hall
  const nft = await world.mint(artist.account, { taxon: 8, metadata: { name: 'Willow' } })
  await world.addCollection({ id: 'grove', issuer: artist.account.address, taxon: 8, name: 'The Grove' })
  await world.setRules('grove', { promo_code_enabled: true, promo_digest: promoDigest('grove', 'SESAME') })
  const offer = await world.list(artist.account, nft, 2_000_000n, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  await cronUntil(
    world,
    'its metadata is fetched',
    async () => (await world.rowsOf('nfts', { name: 'Willow' })).length === 1,
  )
  await visit(buyer, `/nft/${nft}`, async (page) => {
    const dialog = page.getByRole('dialog')
    const code = dialog.getByRole('textbox', { name: 'Promo code' })
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Buy Now/ })
      .click()
    await code.fill('SESAME')
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await hall.answerRequest(buyer, 'reject')
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect.poll(() => code.inputValue()).toBe('SESAME')
  })
  await visit(buyer, '/collection/grove/items', async (page) => {
    await page.getByRole('button', { name: 'Add Willow to the cart' }).click()
    await cartLink(page).click()
    const form = page.getByRole('region', { name: 'Promo code of The Grove' })
    await form.getByRole('textbox', { name: 'Promo code' }).fill('wrong')
    await form.getByRole('button', { name: 'Use the code' }).click()
    await form.getByText('Invalid promo code').waitFor()
    await form.getByRole('textbox', { name: 'Promo code' }).fill('SESAME')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Buy 1 work' }).click()
    await hall.answerRequest(buyer)
    await page.getByText('Willow is yours').waitFor()
  })
  expect(await world.ownerOf(nft, [buyer.account, artist.account])).toBe(buyer.account.address)
})

test('the cheapest works under a filter go into the cart, and what changed meanwhile is shown there', async () => {
  const { world, buyer } = hall
  await list('Gorse', 9)
  const hazel = await list('Hazel', 8)
  await list('Larch', 12)
  await visit(buyer, `${items}?price_max=10`, async (page) => {
    await page.getByRole('button', { name: 'Buy the cheapest' }).click()
    const dialog = page.getByRole('dialog', { name: 'Buy the cheapest' })
    const picks = dialog.getByRole('region', { name: 'What is bought' })
    // Larch costs more than the limit.
    await picks.getByText('Only 2 works within these limits').waitFor()
    await dialog.getByText('17.17 XRP').waitFor()
    await dialog.getByRole('textbox', { name: 'How many' }).fill('0')
    await dialog.getByText('Enter a whole number from 1 to 50.').waitFor()
    await dialog.getByRole('textbox', { name: 'How many' }).fill('2')
    await dialog.getByRole('textbox', { name: 'Highest price each' }).fill('9')
    await picks.getByText('Only 1 work within these limits').waitFor()
    await dialog.getByRole('textbox', { name: 'Highest price each' }).fill('')
    await dialog.getByRole('textbox', { name: 'Highest total price' }).fill('17')
    await picks.getByText('Only 1 work within these limits').waitFor()
    await dialog.getByRole('textbox', { name: 'Highest total price' }).fill('18')
    await picks.getByText('The 2 cheapest').waitFor()
    await dialog.getByRole('button', { name: 'Add 2 works to the cart' }).click()
    await inCart(page, 'Hazel').getByText('8.08 XRP').waitFor()
    await world.run(hall.seller.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [hazel] })
    await list('Hazel', 6)
    await inCart(page, 'Hazel').getByText('The price has fallen from 8 XRP to 6 XRP.').waitFor()
    await page.getByRole('button', { name: 'Buy 2 works' }).click()
    for (const work of ['Hazel', 'Gorse']) {
      await page.getByText(`Sign the purchase of ${work}`).waitFor()
      await hall.answerRequest(buyer)
    }
    await page.getByText('2 works are yours').waitFor()
  })
  expect([await ownerIn(hall, 'Hazel'), await ownerIn(hall, 'Gorse'), await ownerIn(hall, 'Larch')]).toEqual([
    buyer.account.address,
    buyer.account.address,
    hall.seller.account.address,
  ])
})

for (const theme of ['dark', 'light'] as const)
  test(`cart and sweep are accessible on phones and desktops, ${theme}`, async () => {
    const { world, buyer } = hall
    await list('Larch', 12)
    const watched = await newPage(browser, { colorScheme: theme })
    const { page } = watched
    await page.context().addCookies([{ name: 'opx_theme', value: theme, url: world.url }])
    await signedIn(page, buyer)
    await page.goto(`${world.url}${items}`)
    const atBothSizes = async (what: string, within: string) => {
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size)
        expect([what, size.width, await violations(page, { within })]).toEqual([what, size.width, []])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
        expect([what, size.width, wide]).toEqual([what, size.width, false])
      }
    }
    await page.getByRole('button', { name: 'Buy the cheapest' }).click()
    await page.getByRole('button', { name: 'Add 1 work to the cart' }).waitFor()
    await atBothSizes('sweep', '[role="dialog"]')
    await page.getByRole('button', { name: 'Add 1 work to the cart' }).click()
    await page.getByRole('button', { name: 'Buy 1 work' }).waitFor()
    await atBothSizes('drawer', '[role="dialog"]')
    await page.getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()
    await page.getByRole('button', { name: 'Buy 1 work' }).waitFor()
    await atBothSizes('page', 'main')
    await watched.close()
  })

/** Adds a collection, two works and an artist to the watchlist, as a visitor. */
async function watchFour(page: Page): Promise<void> {
  const { world } = hall
  await page.goto(`${world.url}/watchlist`)
  await page.getByText('Nothing saved yet').waitFor()
  await page.goto(`${world.url}${items}`)
  const heart = (name: string, where = page.getByRole('main')) =>
    where.getByRole('button', { name: `Add ${name} to the watchlist` })
  await page
    .getByRole('group', { name: 'Collection actions' })
    .getByRole('button', { name: /to the watchlist/ })
    .click()
  await heart('Larch').click()
  await page.goto(`${world.url}/nft/${idOf('Birch')}`)
  await heart('Birch').first().click()
  await page.goto(`${world.url}/account/${hall.artist.account.address}/profile/nfts`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .* to the watchlist$/ })
    .first()
    .click()
}

test('what a visitor watches goes to the account that connects, with the change of the price since', async () => {
  const { world, buyer } = hall
  const first = await list('Larch', 20)
  const watched = await newPage(browser, { viewport: phone })
  const { page } = watched
  await watchFour(page)

  await world.run(hall.seller.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [first] })
  await list('Larch', 15)
  await page.goto(`${world.url}/watchlist`)
  const rows = page.getByRole('list', { name: 'Watched' }).getByRole('listitem')
  await rows.nth(3).waitFor()
  await rows.filter({ hasText: 'Larch' }).getByText('−25.0 %').waitFor()
  await rows.filter({ hasText: 'Larch' }).getByText('15.00 XRP').waitFor()

  // One entry is already on the account's list, and the first attempt to merge fails.
  await world.addRow('watches', {
    account: buyer.account.address,
    kind: 'nft',
    subject: idOf('Birch'),
    created_at: new Date(),
  })
  watched.allow('503')
  let tries = 0
  await page.route('**/api/account/watch', (route) => {
    tries += 1
    return tries === 1 ? route.fulfill({ status: 503, body: '' }) : route.fallback()
  })
  await signedIn(page, buyer)
  await page.reload()
  await page.getByText('Only you see this list.').waitFor()
  await rows.nth(3).waitFor()
  expect([
    await rows.count(),
    await page.evaluate(() => localStorage.getItem('opx_watchlist')),
    tries,
  ]).toEqual([4, '[]', 2])
  await page.getByRole('radio', { name: 'Works' }).check({ force: true })
  await page.waitForURL('**/watchlist?kind=nft')
  await rows.nth(2).waitFor({ state: 'hidden' })
  expect(await violations(page, { within: 'main' })).toEqual([])
  await page.setViewportSize(desktop)
  expect(await violations(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Remove Larch from the watchlist' }).click()
  await rows.filter({ hasText: 'Larch' }).waitFor({ state: 'hidden' })
  await expect.poll(() => world.rowsOf('watches', { account: buyer.account.address })).toHaveLength(3)
  await watched.close()
})

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/**
 * Makes two bids of one account while the page is offline. Once it is online again, expects the notification that they
 * share, and returns the list.
 */
async function bidWhileOffline(page: Page): Promise<Locator> {
  const { world, seller, artist } = hall
  const { messages } = world.stack.push
  await page.context().setOffline(true)
  for (const drops of [12_000_000n, 13_000_000n])
    await world.bid(artist.account, seller.account.address, idOf('Larch'), drops, {
      destination: world.marketplace.address,
    })
  const keys = () => messages.flatMap(({ text }) => asJson(JSON.parse(text))['keys'])
  await expect.poll(() => new Set(keys()).size).toBe(2)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  await bell(page).click()
  const popup = page.getByRole('dialog', { name: 'Notifications' })
  await expect.poll(() => popup.getByRole('link', { name: /New bid on Larch/ }).count()).toBe(2)
  for (const price of ['11 XRP', '13 XRP'])
    await popup
      .getByRole('link')
      .filter({ hasText: `bid ${price}` })
      .waitFor()
  return popup
}

test('an owner learns of a bid without reloading, on the page and on the device, once, also after a time offline', async () => {
  const { world, seller, buyer } = hall
  const watched = await newPage(browser, {
    viewport: desktop,
    own: { serviceWorkers: 'allow' },
  })
  const { page } = watched
  watched.allow('ERR_INTERNET_DISCONNECTED')
  // Removes the notifications about sales of earlier tests.
  await world.removeRows('notifications')
  await fakePushManager(page, world)
  await signedIn(page, seller)
  await page.goto(`${world.url}/notifications`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByRole('button', { name: 'Turn on here' }).click()
  await page.getByText('Notifications appear on this device, even while OPX is closed.').waitFor()
  const device = await pushTo(page)
  const list = page.getByRole('list').filter({ has: page.getByRole('link', { name: /New bid on Larch/ }) })
  const bids = list.first().getByRole('link', { name: /New bid on Larch/ })

  await hall.at(buyer, 'Larch', async ({ act, dialog, sign, result }) => {
    await act('Place a Bid')
    await dialog.getByRole('textbox', { name: 'Your bid' }).fill('11')
    await sign()
    await result('Your bid stands')
  })
  await bell(page)
    .and(page.getByRole('button', { name: 'Notifications, 1 unread' }))
    .waitFor()
  await bids.filter({ hasText: 'bid 11 XRP' }).waitFor()
  const { messages } = world.stack.push
  await expect.poll(() => messages.length).toBe(1)
  const [message] = messages
  await device.deliver(message?.text ?? '')
  await expect.poll(device.shown).toEqual(['New bid on Larch'])
  // The message is delivered twice but shown once.
  await device.deliver(message?.text ?? '')
  await device.deliver(JSON.stringify({ keys: ['other'], title: 'Another', text: '', path: '/' }))
  await expect.poll(device.shown).toEqual(['New bid on Larch', 'Another'])

  const popup = await bidWhileOffline(page)
  expect(await violations(page, { within: '[role="dialog"]' })).toEqual([])
  await popup.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(await violations(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Turn off here' }).click()
  await page.getByRole('button', { name: 'Turn on here' }).waitFor()
  expect(await world.rowsOf('push_devices')).toEqual([])
  await watched.close()
})
