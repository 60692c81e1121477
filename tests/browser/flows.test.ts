import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { everyCase } from '#tests/support/sample.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { hoursFromNow, minutesFromNow } from '#tests/support/state.ts'
import { filled, sendForm, words } from '#tests/worker/creating.ts'
import { advanceClock, cronUntil, offerIndexed } from '#tests/worker/helpers.ts'
import { field, shows } from './creator.ts'
import { type Hall, openHall } from './market-hall.ts'
import { fillIn, year } from './mint-form.ts'
import { ownerIn, settles } from './settles.ts'
import { type Person, phone, press, waitForHeading } from './visits.ts'

// One flow of each kind, from the page to the ledger. `*.long.test.ts` cover the variants.

let hall: Hall
let browser: Browser
let items: Shop
let draws: Shop

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, ['Alder', 'Birch', 'Cedar', 'Elder', 'Fir', 'Gorse'], [], { batch: true })
  const { world, seller, buyer, works } = hall
  const gift = await world.list(seller.account, works.get('Fir') ?? '', 0n, {
    destination: buyer.account.address,
  })
  await world.run(buyer.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  items = await openShop(world, { items: 1, priceDrops: 50_000_000n })
  draws = await openShop(world, { items: 2, random: true, priceDrops: 5_000_000n })
  works.set(itemName(), items.items[0] ?? '')
  await cronUntil(world, 'both hold works', async () => {
    const tokens = await world.rowsOf('nfts', { owner: buyer.account.address })
    return tokens.length === 1
  })
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

const idOf = (work: string) => hall.works.get(work) ?? ''
const ownerOf = (work: string) => ownerIn(hall, work)
const itemName = () => `Secret of ${items.collectionId} 0`

const side = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test('works are added to the cart from a card and a page, and bought with one signature', async () => {
  const { world, seller, buyer } = hall
  for (const [work, drops] of [
    ['Alder', 20_000_000n],
    ['Birch', 10_000_000n],
  ] as const) {
    const destination = world.marketplace.address
    await offerIndexed(world, await world.list(seller.account, idOf(work), drops, { destination }))
  }
  // The price is 30 XRP plus 1 %; 5 % goes to the artist.
  await settles(hall, [28_500_000n, -30_300_000n, 1_500_000n, 300_000n], async () => {
    const page = await hall.visit(buyer, '/collection/hall/items')
    const inCart = (work: string) =>
      page.getByRole('list', { name: 'Works in the cart' }).getByRole('listitem').filter({ hasText: work })
    const cartLink = page.getByRole('banner').getByRole('link', { name: /^Cart, / })
    await page.getByRole('button', { name: 'Add Alder to the cart' }).click()
    await page.getByRole('button', { name: 'Remove Alder from the cart', pressed: true }).waitFor()
    await page.goto(`${world.url}/nft/${idOf('Birch')}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await cartLink.getByText('2').waitFor()
    await cartLink.click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await inCart('Alder').getByText('20.20 XRP').waitFor()
    await inCart('Birch').getByText('Includes a fee of 0.10 XRP').waitFor()
    await drawer.getByRole('region', { name: 'Total in XRP' }).getByText('30.30 XRP').waitFor()
    await drawer.getByRole('button', { name: 'Buy 2 works' }).click()
    await drawer.getByText('Sign the purchase of 2 works').waitFor()
    await hall.answerRequest(buyer)
    await drawer.getByText('2 works are yours').waitFor()
    await drawer.getByText('Your cart is empty').waitFor()
    await cartLink.waitFor({ state: 'hidden' })
  })
  expect([await ownerOf('Alder'), await ownerOf('Birch')]).toEqual([
    buyer.account.address,
    buyer.account.address,
  ])
})

test('accepting a bid deducts fee and royalty from it', async () => {
  const { at, seller, buyer } = hall
  // The price is 90 XRP: 0.90 for the marketplace, 5 % of the rest for the artist.
  await settles(hall, [84_645_000n, -90_000_000n, 4_455_000n, 900_000n], async () => {
    await at(buyer, 'Cedar', async ({ act, dialog, sign, result }) => {
      await act('Place a Bid')
      await dialog.getByRole('textbox', { name: 'Your bid' }).fill('90')
      await sign()
      await result('Your bid stands')
    })
    await at(seller, 'Cedar', async ({ act, dialog, sign, result }) => {
      await act('Accept Bid: 90.00 XRP')
      await dialog.getByText('84.645 XRP').waitFor()
      await sign()
      await result('Cedar is sold')
    })
  })
  expect(await ownerOf('Cedar')).toBe(buyer.account.address)
})

/** Proposes Elder and 3 XRP for Fir, with input errors on the way. */
async function proposeByForm(): Promise<Page> {
  const { seller, buyer } = hall
  const page = await hall.visit(seller, `/account/${buyer.account.address}/profile/nfts`)
  await page.getByRole('link', { name: 'Propose a Swap' }).click()
  await waitForHeading(page, 'Propose a Swap')
  await press(page, 'Propose')
  await page.getByRole('alert').getByText('Choose at least one work from each account.').waitFor()
  const [gives, gets] = ['You give', 'You get'].map((name) => page.getByRole('group', { name }))
  await gives?.getByRole('checkbox', { name: 'Elder' }).check()
  await gets?.getByRole('checkbox', { name: 'Fir' }).press('Space')
  await page.getByRole('radio', { name: 'I add XRP' }).check()
  await press(page, 'Propose')
  await page.getByText('Enter an amount of XRP above 0').waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('3')
  await press(page, 'Propose')
  await waitForHeading(page, 'Waiting for the other account')
  await side(page, 'You give').getByRole('listitem').getByText('3.00 XRP').waitFor()
  await side(page, /gives$/)
    .getByText('0.15 XRP')
    .waitFor()
  await side(page, 'You give').getByText('Worth about 3.00 XRP and 1 work of unknown value').waitFor()
  return page
}

/** Agrees to the proposal on a phone. The buyer checks and signs it in the wallet. */
async function agreeOnPhone(path: string): Promise<Page> {
  const { world, buyer } = hall
  const theirs = await hall.visit(buyer, path, phone)
  await waitForHeading(theirs, 'You have been offered a swap')
  await side(theirs, 'You give').getByRole('link', { name: 'Fir' }).waitFor()
  await side(theirs, /gives$/)
    .getByRole('link', { name: 'Elder' })
    .waitFor()
  if (everyCase) await expectAccessible(theirs)
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await press(theirs, 'Agree')
  const dialog = theirs.getByRole('dialog')
  await dialog.getByText(/can complete the swap within 15 minutes/).waitFor()
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  const wallet = await hall.visit(buyer, '/help', phone)
  await wallet.goto(`${world.signer.url}/sign/${await hall.nextRequest(buyer)}`)
  await wallet.getByText('Everything changes hands, or nothing does.').waitFor()
  await wallet.getByText('3.00 XRP less a royalty of 5 %').waitFor()
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await wallet.getByRole('heading', { name: 'Signed' }).waitFor()
  await dialog.getByRole('heading', { name: 'You have agreed' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await waitForHeading(theirs, 'You have signed')
  return theirs
}

test('two people swap works and XRP; each sees what moves, in the browser and in the wallet', async () => {
  const { seller, buyer } = hall
  // 3 XRP for the buyer's work, 5 % of it for the artist.
  await settles(hall, [-3_000_000n, 2_850_000n, 150_000n, 0n], async () => {
    const page = await proposeByForm()
    const theirs = await agreeOnPhone(new URL(page.url()).pathname)
    await waitForHeading(page, 'Ready to complete')
    await press(page, 'Complete the swap')
    await hall.answerDialog(page, seller, 'sign', 'The swap is done')
    await waitForHeading(page, 'Swapped')
    await waitForHeading(theirs, 'Swapped')
    await theirs.getByRole('link', { name: 'All your swaps' }).click()
    await theirs.getByRole('link', { name: /Fir for Elder/ }).waitFor()
  })
  expect([await ownerOf('Elder'), await ownerOf('Fir')]).toEqual([
    buyer.account.address,
    seller.account.address,
  ])
})

test('an on-demand item is bought with one signature', async () => {
  const { at, world, buyer } = hall
  await at(buyer, itemName(), async ({ page, act, dialog, sign, result }) => {
    await page.getByText('Demand', { exact: true }).waitFor()
    await act(/^Buy Now 50/)
    await dialog.getByText('Marketplace fee (2 %), included in the price').waitFor()
    await sign()
    await result(`${itemName()} is yours`)
  })
  const row = await world.itemOf(items.items[0] ?? '')
  expect(row?.['state']).toBe('sold')
  expect(await world.ownerOf(String(row?.['token_id']), [buyer.account])).toBe(buyer.account.address)
})

/** Creates an edition of three prints by the artist, on sale at 20 XRP. */
async function openEdition(artist: Person): Promise<string> {
  const { world } = hall
  const phase = {
    startsAt: hoursFromNow(24),
    endsAt: null,
    priceDrops: '20000000',
    decline: null,
    perAccount: 1,
  }
  const reply = await sendForm(world, 'addEdition', artist.session, {
    ...filled({ metadata: words({ name: 'Night Tide' }), taxon: String(items.taxon) }),
    prints: '3',
    phases: JSON.stringify([{ ...phase, audience: 'everyone', holdersOf: null }]),
    rowKey: crypto.randomUUID(),
  })
  const id = String(asJson(reply.body['data'])['edition'])
  await world.changeRows('edition_phases', { edition_id: id }, { starts_at: minutesFromNow(-10) })
  return id
}

test('an artist opens the form of an edition, and a print of one is bought with one signature', async () => {
  const { world, buyer } = hall
  const artist = { account: items.artist, session: await world.connect(items.artist) }
  const form = await hall.visit(artist, '/create/edition')
  await press(form, 'Put the edition on sale')
  await form.getByRole('alert').filter({ hasText: 'Choose when it starts.' }).first().waitFor()
  const page = await hall.visit(buyer, `/edition/${await openEdition(artist)}`, phone)
  await page.getByRole('button', { name: 'Buy a print for 20.00 XRP' }).click()
  await hall.answerDialog(page, buyer, 'sign', 'A print of Night Tide is yours')
  await page.getByText('1 of 3 prints sold').waitFor()
  const [print] = await world.rowsOf('demand_items', { name: 'Night Tide 1/3' })
  expect(await world.ownerOf(String(print?.['token_id']), [buyer.account])).toBe(buyer.account.address)
})

test('a work is drawn, paid and revealed, and everybody can verify the draw', async () => {
  const { world, buyer } = hall
  const page = await hall.visit(buyer, `/collection/${draws.collectionId}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('region', { name: 'Random buy' }).getByRole('button', { name: 'Random buy' }).click()
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await hall.answerRequest(buyer)
  await cronUntil(world, 'sold', async () => {
    const sold = await world.rowsOf('demand_items', { collection_id: draws.collectionId, state: 'sold' })
    return sold.length === 1
  })
  await dialog.getByRole('heading', { name: 'It is yours' }).waitFor()
  const drawn = await dialog
    .getByText(/Secret of/)
    .first()
    .textContent()
  await page.goto(`${world.url}/collection/${draws.collectionId}/draws`)
  const list = page.getByRole('region', { name: 'Draws' })
  const work = list
    .getByRole('listitem')
    .filter({ hasText: 'Sold' })
    .getByRole('link', { name: /^Secret of/ })
  await work.waitFor()
  expect(drawn).toContain(await work.textContent())
  await page.getByRole('button', { name: 'Verify all draws' }).click()
  await list.getByText('The only draw in this collection is fair.').waitFor()
  await list.getByText('Recomputing every draw gives the same positions.').waitFor()
  // The verifier keeps its connection to the node.
  await page.goto(`${world.url}/help`)
})

test('a work is minted with the form after a rejection', async () => {
  const { world, artist } = hall
  const page = await hall.visit(artist, '/create/nft')
  await fillIn(page, 'Moon over water')
  await page.getByRole('combobox', { name: 'Collection', exact: true }).selectOption({ label: 'The Hall' })
  await field(page, 'Royalty *').fill('7.5')
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  await hall.answerRequest(artist, 'reject')
  await shows(page, 'You rejected to sign.')
  await page.getByRole('button', { name: 'Retry: Moon over water' }).click()
  await hall.answerRequest(artist)
  await shows(page, 'It is minted.')
  await page.getByRole('link', { name: 'Moon over water' }).click()
  await waitForHeading(page, 'Moon over water')
  const [row] = await world.rowsOf('nfts', { name: 'Moon over water' })
  expect(asJson(row?.['metadata'])).toMatchObject({
    image: { width: 60, height: 40 },
    attributes: [year, { trait_type: 'Sky', value: 'clear' }],
  })
})

test('an auction is opened, gets a bid, and settles with no page open', async () => {
  const { at, seller, buyer, world } = hall
  await settles(hall, [56_430_000n, -60_000_000n, 2_970_000n, 600_000n], async () => {
    await at(seller, 'Gorse', async ({ act, dialog, sign, result }) => {
      await act('Open Auction')
      await dialog.getByRole('textbox', { name: 'Start price' }).fill('50')
      await dialog.getByText(/^The auction ends on .+; its offer expires 12 hours later/).waitFor()
      await sign()
      await result('Gorse is up for auction')
    })
    await at(buyer, 'Gorse', async ({ page, act, dialog, sign, result }) => {
      await page.getByText('Auction, start price').waitFor()
      await act('Auction Bid')
      await dialog.getByRole('textbox', { name: 'Your bid' }).fill('60')
      await sign()
      await result('Your bid stands')
      await page.keyboard.press('Escape')
      await page.getByText('Auction, top bid').waitFor()
      await page.getByText('You lead.').first().waitFor()
      // One list contains all bids, and the history omits the open ones.
      await page
        .getByRole('region', { name: /^Buy Offers/ })
        .getByText('Top bid')
        .waitFor()
      const history = page.getByRole('region', { name: /^History/ })
      await history.scrollIntoViewIfNeeded()
      await history.getByText('Offered for sale').waitFor()
      expect(await history.getByText('Bid', { exact: true }).count()).toBe(0)
    })
    await advanceClock(world, 3 * 86_400 + 60)
    await expect.poll(() => ownerOf('Gorse'), { timeout: 30_000, interval: 200 }).toBe(buyer.account.address)
  })
})
