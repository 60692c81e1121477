import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateToRippleTime, nftokenFlags } from '#contract/rules/ledger.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { cronUntil, offerIndexed } from '#tests/worker/helpers.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { type Hall, openHall } from './market-hall.ts'
import { ownerIn } from './settles.ts'
import { type Person, phone } from './visits.ts'

// What protects owners and bidders: least bids, answers to bids, bids on works that change, and reminders.

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(browser, ['Alder', 'Bracken', 'Clover'], ['Dahlia'])
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

const offersPage = (who: Person) => `/account/${who.account.address}/profile/offers`

test('an owner sets a least bid, which refuses lower bids and hides those from elsewhere', async () => {
  const { artist, at, buyer, seller, works, world } = hall
  const floor = await world.list(artist.account, works.get('Dahlia') ?? '', 20_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, floor)
  await cronUntil(world, 'the floor', () =>
    world.hasRow('collections', { id: 'hall', floor_drops: 20_000_000 }),
  )
  const page = await hall.visit(seller, offersPage(seller), phone)
  await page.getByRole('combobox', { name: 'Minimum bid' }).selectOption('50\u00a0% of the floor')
  await cronUntil(world, 'the minimum', () => world.hasRow('bid_minimums', { percent: 50 }))
  const low = await world.bid(buyer.account, seller.account.address, works.get('Alder') ?? '', 4_000_000n)
  await offerIndexed(world, low)
  await at(buyer, 'Alder', async ({ act, dialog, sign, result }) => {
    await act('Place a Bid')
    await dialog.getByRole('textbox', { name: 'Your bid' }).fill('9')
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await dialog.getByText(/^Bids for this work start at 10 XRP/).waitFor()
    await dialog.getByRole('textbox', { name: 'Your bid' }).fill('12')
    await sign()
    await result('Your bid stands')
  })
  await at(seller, 'Alder', async ({ page: work }) => {
    await work.getByRole('button', { name: 'Accept Bid: 12.00 XRP' }).waitFor()
    expect(await work.getByRole('button', { name: 'Accept Bid: 4.00 XRP' }).count()).toBe(0)
  })
  await page.reload()
  await page.getByRole('row', { name: /12\.00 XRP/ }).waitFor()
  expect(await page.getByText('4.00 XRP').count()).toBe(0)
})

test('an owner answers a bid with a price, and the bidder buys at it with one signature', async () => {
  const { at, buyer, seller, works, world } = hall
  await at(seller, 'Alder', async ({ act, dialog, sign, result }) => {
    await act('Answer with a price')
    await dialog.getByRole('heading', { name: 'Answer the bid on Alder' }).waitFor()
    await dialog.getByRole('textbox', { name: 'Price' }).fill('15')
    await sign()
    await result('Alder is offered')
  })
  const page = await hall.visit(buyer, '/notifications')
  await page.getByText(/offers you Alder for 15 XRP/).waitFor()
  await at(buyer, 'Alder', async ({ act, sign, result }) => {
    await act(/^(Buy|Accept)/)
    await sign()
    await result('Alder is yours')
  })
  expect(await ownerIn(hall, 'Alder')).toBe(buyer.account.address)
  expect(works.has('Alder')).toBe(true)
  expect(await world.hasRow('nfts', { id: works.get('Alder'), owner: buyer.account.address })).toBe(true)
})

test('a bid on a work that changes waits until its bidder confirms it', async () => {
  const { artist, at, buyer, works, world } = hall
  const metadata = { name: 'Meadow', description: 'It changes.', image: 'ipfs://none', attributes: [] }
  const flags = nftokenFlags.transferable + nftokenFlags.mutable
  const id = await world.mint(artist.account, { taxon: 3, flags, metadata })
  works.set('Meadow', id)
  await cronUntil(world, 'the work', () => world.hasRow('nfts', { id, metadata_state: 'ready' }))
  const destination = world.marketplace.address
  const bid = await world.bid(buyer.account, artist.account.address, id, 12_000_000n, { destination })
  await offerIndexed(world, bid)
  const uri = textToHex(`ipfs://${await world.pin(JSON.stringify({ ...metadata, description: 'Changed.' }))}`)
  await world.run(artist.account, { TransactionType: 'NFTokenModify', NFTokenID: id, URI: uri })
  await cronUntil(world, 'the change', () => world.hasRow('nfts', { id, uri, metadata_state: 'ready' }))
  await at(artist, 'Meadow', async ({ page, act, dialog, allow }) => {
    await page.getByText('The work has changed since this bid').first().waitFor()
    allow('409')
    await act('Accept Bid: 12.00 XRP')
    await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
    await dialog.getByText('Its bidder must confirm the bid before you can accept it.').waitFor()
  })
  await at(buyer, 'Meadow', async ({ page }) => {
    await page.getByText('The work has changed since your bid').first().waitFor()
    await page.getByRole('button', { name: 'Confirm my bid' }).click()
    await page.getByText('The work has changed since your bid').first().waitFor({ state: 'detached' })
  })
  await at(artist, 'Meadow', async ({ act, sign, result }) => {
    await act('Accept Bid: 12.00 XRP')
    await sign()
    await result('Meadow is sold')
  })
  expect(await world.ownerOf(id, [artist.account, buyer.account])).toBe(buyer.account.address)
})

test('offers that end soon, cost less than the floor or cannot be accepted come first, with what mends them', async () => {
  const { buyer, seller, works, world } = hall
  const destination = world.marketplace.address
  const [soon, cheap] = [works.get('Bracken') ?? '', works.get('Clover') ?? '']
  const expiration = dateToRippleTime(new Date()) + 6 * 3600
  await world.list(seller.account, soon, 30_000_000n, { destination, expiration })
  const listing = await world.list(seller.account, cheap, 15_000_000n, { destination })
  await offerIndexed(world, listing)
  const poor = await world.bid(buyer.account, seller.account.address, cheap, 900_000_000_000n)
  await offerIndexed(world, poor)
  const page = await hall.visit(seller, offersPage(seller), phone)
  const group = page.getByRole('region', { name: 'Needs a look' })
  await group.getByText('Ends within a day: a new price starts a new listing').waitFor()
  await group.getByText('Below the floor: the next buyer gets it for less than any other work').waitFor()
  await group.getByRole('button', { name: 'Cancel: Sell Offer for Clover' }).waitFor()
  const bidderPage = await hall.visit(buyer, offersPage(buyer))
  await bidderPage
    .getByRole('region', { name: 'Needs a look' })
    .getByRole('row', { name: /Clover/ })
    .waitFor()
})

test('a listing whose work leaves its seller is cancelled, and the seller is notified', async () => {
  const { buyer, seller, works, world } = hall
  const id = works.get('Clover') ?? ''
  const gift = await world.list(seller.account, id, 0n, { destination: buyer.account.address })
  await world.run(buyer.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  const page = await hall.visit(seller, '/notifications')
  await page.getByText('Your listing of Clover was cancelled').waitFor()
  const isOpenListing = { nft_id: id, owner: seller.account.address, is_sell: true, state: 'open' }
  await cronUntil(world, 'no listing', async () => !(await world.hasRow('offers', isOpenListing)))
  expect(await ownerIn(hall, 'Clover')).toBe(buyer.account.address)
})
