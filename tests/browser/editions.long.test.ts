import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { Wallet } from 'xrpl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rippleEpochSeconds, tfSetNoRipple } from '#contract/rules/ledger.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { launchBrowser, type WatchedPage } from '#tests/support/browser.ts'
import { png } from '#tests/support/media-files.ts'
import { openShop } from '#tests/support/shop.ts'
import { filled, sendForm, words } from '#tests/worker/creating.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  cronUntil,
  ledgerSeconds,
  openForBusiness,
} from '#tests/worker/helpers.ts'
import { choose, expectUsable, field, openStudio, type Studio } from './creator.ts'
import { addAttribute } from './mint-form.ts'
import { type Person, phone } from './visits.ts'

/** The issuer of TPR, created first because the world lists its token. */
const issuer: DemoAccount = (() => {
  const { classicAddress, seed = '' } = Wallet.generate()
  return { name: 'issuer', role: 'artist', address: classicAddress, seed }
})()

let studio: Studio
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  studio = await openStudio(browser, { WALLET_BATCH: 'on', TOKEN_ISSUERS: `TPR=${issuer.address}` })
  const { world, mara } = studio
  await openForBusiness(world)
  await world.run(mara.account, {
    TransactionType: 'AccountSet',
    NFTokenMinter: world.marketplace.address,
    SetFlag: 10,
  })
  await world.addCollection({
    id: 'prints',
    issuer: mara.account.address,
    taxon: 31,
    name: 'Prints of the Harbour',
    on_demand_mint: true,
    announced: true,
  })
})
afterAll(async () => {
  await studio?.world.close()
  await browser?.close()
})

/** Returns the local time in this many minutes, for a `datetime-local` field. */
const inMinutes = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface Draft {
  /** The accounts that share the revenue, with their percentages. */
  payees?: [account: string, share: string][]
  name: string
  price: string
  /** Minutes until the phase starts. */
  startsIn: number
}

/** Fills in and sends the form of an edition of three prints, one per account. Returns the path of its page. */
async function putOnSale(
  { page }: WatchedPage,
  { name, price, startsIn, payees = [] }: Draft,
): Promise<string> {
  await choose(page, 'Display picture', {
    name: 'tide.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png(64, 48)),
  })
  await page.getByText('tide.png, ').waitFor()
  await field(page, 'Name *').fill(name)
  await field(page, 'Description *').fill('The sea after dark.')
  await addAttribute(page, 'Sky', 'clear')
  await field(page, 'Number of prints').fill('3')
  await page.getByLabel('Start *').fill(inMinutes(startsIn))
  await field(page, 'Price *').fill(price)
  await field(page, 'Prints for each account').fill('1')
  for (const [place, [payee, share]] of payees.entries()) {
    // The first click adds the artist as well.
    if (place !== 1)
      await page.getByRole('button', { name: place === 0 ? 'Share the revenue' : 'Add a payee' }).click()
    await field(page, `Account of payee ${place + 1} *`).fill(payee)
    await field(page, `Share of payee ${place + 1} *`).fill(share)
  }
  await expectUsable(page)
  await page.getByRole('button', { name: 'Put the edition on sale' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText('Starts in').waitFor()
  await page.getByText('0 of 3 prints sold').waitFor()
  await expectUsable(page)
  return new URL(page.url()).pathname
}

/** Creates a collector whose wallet signs a purchase in two steps. */
async function collector(name: string): Promise<Person> {
  const account = await studio.world.fund(name, 200)
  const person = { account, session: await studio.world.connect(account) }
  await studio.world.changeRows('wallets', { account: account.address }, { no_batch_at: new Date() })
  return person
}

/** Returns the open request of an account. */
async function waitingFor(address: string): Promise<string> {
  await expect.poll(async () => (await studio.world.waitingRequests(address)).length).toBe(1)
  const [request] = await studio.world.waitingRequests(address)
  return String(request?.['uuid'])
}

test('an artist puts an edition on sale, and a collector buys its first print and sees it counted', async () => {
  const { world, mara } = studio
  const visit = await studio.open(mara, '/create/edition')
  const { page } = visit
  await page.getByRole('button', { name: 'Put the edition on sale' }).click()
  await page.getByRole('alert').filter({ hasText: 'Choose when it starts.' }).first().waitFor()
  const address = await putOnSale(visit, { name: 'Night Tide', price: '25', startsIn: 60 })
  await page.getByRole('button', { name: 'Change the phases' }).click()
  const phases = page.getByRole('form', { name: 'Change the phases' })
  await field(page, 'Price *').fill('0.01')
  await phases.getByRole('button', { name: 'Save the phases' }).click()
  await phases.getByText('The price must be at least 0.1 XRP').waitFor()
  await field(page, 'Price *').fill('20')
  await expectUsable(page)
  await phases.getByRole('button', { name: 'Save the phases' }).click()
  await phases.waitFor({ state: 'detached' })
  await page.getByText('20.00 XRP').first().waitFor()
  await visit.close()

  await advanceClock(world, 3660)
  const jonas = await collector('Jonas')
  const { account } = jonas
  const bought = await studio.open(jonas, address, phone)
  await bought.page.getByRole('button', { name: 'Buy a print for 20.00 XRP' }).click()
  const dialog = bought.page.getByRole('dialog')
  await dialog.getByText('You get the print with the lowest available number.').waitFor()
  await expectUsable(bought.page)
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.sign(await waitingFor(account.address), account)
  await dialog.getByText('A print of Night Tide is yours').waitFor()
  await bought.page.keyboard.press('Escape')
  await bought.page.getByText('1 of 3 prints sold').waitFor()
  await bought.page.getByRole('button', { name: /^Buy a print/ }).click()
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await dialog.getByText("You've reached the print limit per account for this phase.").waitFor()
  await bought.close()
  const [print] = await world.rowsOf('demand_items', { name: 'Night Tide 1/3' })
  expect(await world.ownerOf(String(print?.['token_id']), [account])).toBe(account.address)

  const owner = await studio.open(mara, address, phone)
  const figures = owner.page.getByRole('region', { name: 'Figures' })
  await figures.getByText('19.60 XRP paid').waitFor()
  await expectUsable(owner.page)
  const download = owner.page.waitForEvent('download')
  await figures.getByRole('button', { name: 'Download the sales (CSV)' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain(`1,${String(print?.['token_id'])},${account.address},1,`)
  await owner.close()

  const list = await studio.open(null, '/collection/prints/items')
  await list.page.getByRole('region', { name: 'Editions' }).getByText('1 of 3 prints sold').waitFor()
  await list.close()
})

test('an artist without a collection for editions comes to a form with on-demand minting chosen', async () => {
  const visit = await studio.open(await collector('Idris'), '/create/edition')
  await visit.page.getByRole('main').getByRole('link', { name: 'Create a collection' }).click()
  await visit.page.getByRole('checkbox', { name: 'On-demand mint', checked: true }).waitFor()
  await visit.close()
})

test('a collector claims a print that is free, after a rejection, and a newer account is told why it cannot', async () => {
  const { world, mara } = studio
  const visit = await studio.open(mara, '/create/edition')
  const ines = await collector('Ines')
  const { account } = ines
  const address = await putOnSale(visit, { name: 'Low Tide', price: '0', startsIn: 180 })
  await visit.close()
  const young = await world.fund('Nils', 50)

  await advanceClock(world, 7260)
  const claimed = await studio.open(ines, address, phone)
  const { page } = claimed
  const dialog = page.getByRole('dialog')
  const before = await world.balanceOf(account.address)
  await page.getByRole('button', { name: 'Claim a print for free' }).click()
  await dialog.getByText('You pay only the transaction cost.').waitFor()
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.reject(await waitingFor(account.address))
  await dialog.getByText('You rejected to sign.').waitFor()
  await dialog.getByRole('link', { name: 'Back to the edition' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Claim a print for free' }).click()
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.sign(await waitingFor(account.address), account)
  await dialog.getByText('A print of Low Tide is yours').waitFor()
  await dialog.getByText('minted for you at no charge').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 of 3 prints sold').waitFor()
  await claimed.close()
  expect(before - (await world.balanceOf(account.address))).toBeLessThan(1000n)
  const [print] = await world.rowsOf('demand_items', { name: 'Low Tide 1/3' })
  expect(await world.ownerOf(String(print?.['token_id']), [account])).toBe(account.address)

  const nils = { account: young, session: await world.connect(young) }
  const refused = await studio.open(nils, address)
  await refused.page.getByRole('button', { name: 'Claim a print for free' }).click()
  await refused.page.getByRole('button', { name: 'Continue in your wallet' }).click()
  await refused.page.getByRole('dialog').getByText('The ledger does not show that yours is older.').waitFor()
  await refused.close()
})

/** Lets a payee agree to their share on the page of an edition, where nothing can be bought before. */
async function agreeOnPage(payee: Awaited<ReturnType<typeof collector>>, address: string) {
  const { page, close } = await studio.open(payee, address, phone)
  const revenue = page.getByRole('region', { name: 'Shared revenue' })
  await page.getByText('Nothing can be sold until all payees have agreed.').first().waitFor()
  expect(await page.getByRole('button', { name: /^Buy a print/ }).isDisabled()).toBe(true)
  await expectUsable(page)
  await revenue.getByRole('button', { name: 'Agree to my share' }).click()
  await page.getByText('You have agreed to your share').waitFor()
  await revenue.getByRole('button', { name: 'Agree to my share' }).waitFor({ state: 'detached' })
  await close()
}

test('payees agree on the page, are paid to the drop with the sale, and one who cannot be paid reads why', async () => {
  const { world, mara } = studio
  const [ada, ben] = [await collector('Ada'), await collector('Ben')]
  const visit = await studio.open(mara, '/create/edition')
  const { address: artist } = mara.account
  const address = await putOnSale(visit, {
    name: 'Shared Tide',
    price: '20',
    startsIn: 300,
    payees: [
      [artist, '50,1'],
      [ada.account.address, '33.3'],
      [ben.account.address, '16.6'],
    ],
  })
  await visit.page.getByText('Send them the link to this page').first().waitFor()
  await visit.close()
  await advanceClock(world, 7260)

  for (const payee of [ada, ben]) await agreeOnPage(payee, address)
  await world.run(ben.account, { TransactionType: 'AccountSet', SetFlag: 1 })
  const balances = () => Promise.all([artist, ada.account.address].map((account) => world.balanceOf(account)))
  const before = await balances()

  const account = await world.fund('Lena', 200)
  const lena = { account, session: await world.connect(account) }
  const { page, close } = await studio.open(lena, address)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Buy a print for 20.00 XRP' }).click()
  // 33.3 % of 19.6 XRP (20 XRP less 2 %); there is no royalty.
  await dialog.getByText('6.5268 XRP').waitFor()
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.sign(await waitingFor(account.address), account)
  await dialog.getByText('A print of Shared Tide is yours').waitFor()
  await close()
  const after = await balances()
  expect(after.map((drops, place) => drops - (before[place] ?? 0n))).toEqual([9_819_600n, 6_526_800n])
  await expect
    .poll(async () => (await world.rowsOf('payouts', { artist: ben.account.address }))[0])
    .toMatchObject({ state: 'owed', amount_drops: '3253600', result: 'tecDST_TAG_NEEDED' })

  const profile = await studio.open(ben, `/account/${ben.account.address}/profile`)
  await profile.page.getByText('Your account requires a destination tag.').first().waitFor()
  await field(profile.page, 'Destination tag').fill('7')
  await profile.page.getByRole('button', { name: 'Save', exact: true }).click()
  await profile.page.getByText('Nothing owed').waitFor()
  await profile.close()
  const [paid] = await world.rowsOf('payouts', { artist: ben.account.address })
  expect(paid).toMatchObject({ state: 'paid' })
})

test('the revenue of a collection is shared by payees who agree on its page, and its sales are counted there', async () => {
  const { world } = studio
  const shop = await openShop(world, { priceDrops: 20_000_000n, transferFee: 0 })
  const artist = { account: shop.artist, session: await world.connect(shop.artist) }
  const payee = await collector('Cleo')
  const [mine, theirs] = [artist.account.address, payee.account.address]
  const page = `/collection/${shop.collectionId}/revenue`
  const work = `/nft/${shop.items[0]}`

  const studioVisit = await studio.open(artist, `/collection/${shop.collectionId}/items`)
  await studioVisit.page.getByRole('link', { name: 'Revenue' }).click()
  await studioVisit.page.getByRole('button', { name: 'Share the revenue' }).click()
  const type = async (place: number, account: string, share: string) => {
    await field(studioVisit.page, `Account of payee ${place} *`).fill(account)
    await field(studioVisit.page, `Share of payee ${place} *`).fill(share)
  }
  await type(1, mine, '60')
  await type(2, theirs, '30')
  await studioVisit.page.getByRole('button', { name: 'Save the shares' }).click()
  await studioVisit.page.getByText('The shares add up to 90 %. They must add up to 100 %.').waitFor()
  await type(2, theirs, '40')
  await studioVisit.page.getByRole('button', { name: 'Save the shares' }).click()
  await studioVisit.page.getByText('Send them the link to this page').waitFor()
  await expectUsable(studioVisit.page)

  const buyer = await collector('Vera')
  const visit = await studio.open(buyer, work)
  const buy = visit.page.getByRole('button', { name: 'Buy Now 20.00 XRP' })
  await visit.page.getByText('Nothing can be sold until all payees have agreed.').waitFor()
  expect(await buy.isDisabled()).toBe(true)

  const agreeing = await studio.open(payee, `/collection/${shop.collectionId}/items`, phone)
  await agreeing.page.getByRole('link', { name: 'See who is missing' }).click()
  await agreeing.page.getByRole('button', { name: 'Agree to my share' }).click()
  await agreeing.page.getByText('You have agreed to your share').waitFor()
  await expectUsable(agreeing.page)
  await agreeing.close()

  const before = await world.balanceOf(theirs)
  await visit.page.reload()
  await buy.click()
  const dialog = visit.page.getByRole('dialog')
  // 40 % of 19.6 XRP (20 XRP less 2 %); there is no royalty.
  await dialog.getByText('7.84 XRP').waitFor()
  await expectUsable(visit.page)
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.sign(await waitingFor(buyer.account.address), buyer.account)
  await dialog.getByText(/is yours/).waitFor()
  await visit.close()
  await expect.poll(async () => (await world.balanceOf(theirs)) - before).toBe(7_840_000n)

  await studioVisit.page.goto(new URL(page, studioVisit.page.url()).href)
  const figures = studioVisit.page.getByRole('region', { name: 'Figures' })
  await figures.getByText('7.84 XRP paid').waitFor()
  await figures.getByText('11.76 XRP paid').waitFor()
  await studioVisit.close()
})

/** An amount of the token TPR. */
const tpr = (value: string) => ({ currency: 'TPR', issuer: issuer.address, value })

/** Opens a shop whose artist has a trust line for TPR, with one item that has no price. */
async function openTokenShop() {
  const { world } = studio
  await world.ledger.run(await world.fund('bank', 300), {
    TransactionType: 'Payment',
    Destination: issuer.address,
    Amount: '100000000',
  })
  await world.run(issuer, { TransactionType: 'AccountSet', SetFlag: 8 })
  for (const account of [world.marketplace, studio.mara.account])
    await world.run(account, { TransactionType: 'TrustSet', LimitAmount: tpr('1000000') })
  const shop = await openShop(world, { items: 1, transferFee: 0 })
  await world.run(shop.artist, {
    TransactionType: 'TrustSet',
    LimitAmount: tpr('1000000'),
    Flags: tfSetNoRipple,
  })
  await world.changeItem(shop.items[0] ?? '', { state: 'draft', price_drops: null })
  await world.changeCollection(shop.collectionId, {
    description: 'Gold.',
  })
  return shop
}

/** Lets the artist choose TPR as the currency of a collection, and set a price of 12.5 TPR. */
async function priceInToken(artist: Person, { collectionId, work }: { collectionId: string; work: string }) {
  const editing = await studio.open(artist, `/create/edit_collection/${collectionId}`)
  await choose(editing.page, 'Picture', {
    name: 'gold.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png(64, 48)),
  })
  await editing.page.getByLabel('Currency of the prices').selectOption('TPR')
  await expectUsable(editing.page)
  await editing.page.getByRole('button', { name: 'Save Changes' }).click()
  await editing.page.waitForURL(/\/collection\//)
  await editing.page.goto(new URL(work, editing.page.url()).href)
  await editing.page.getByRole('button', { name: 'Set a price' }).click()
  await field(editing.page, 'Price').fill('12.5')
  await editing.page.getByRole('dialog').getByText('12.25 TPR').waitFor()
  await editing.page.getByRole('dialog').getByRole('button', { name: 'Set the price' }).click()
  await editing.page.getByText('12.5 TPR').first().waitFor()
  await editing.close()
}

test('an artist prices a collection in a token, and a collector sets the trust line and buys in it', async () => {
  const { world } = studio
  const shop = await openTokenShop()
  const artist = { account: shop.artist, session: await world.connect(shop.artist) }
  const work = `/nft/${shop.items[0]}`

  await priceInToken(artist, { collectionId: shop.collectionId, work })

  const buyer = await collector('Goldie')
  const visit = await studio.open(buyer, work, phone)
  const dialog = visit.page.getByRole('dialog')
  await visit.page.getByRole('button', { name: 'Buy Now 12.5 TPR' }).click()
  await dialog.getByText('Your account holds no TPR: it has no trust line to its issuer.').waitFor()
  await expectUsable(visit.page)
  await dialog.getByRole('button', { name: 'Set a trust line for TPR' }).click()
  await world.sign(await waitingFor(buyer.account.address), buyer.account)
  await world.run(issuer, {
    TransactionType: 'Payment',
    Destination: buyer.account.address,
    Amount: tpr('100'),
  })
  await visit.page.goto(new URL(work, visit.page.url()).href)
  await visit.page.getByRole('button', { name: 'Buy Now 12.5 TPR' }).click()
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.sign(await waitingFor(buyer.account.address), buyer.account)
  await dialog.getByText(/is yours/).waitFor()
  await visit.close()
  await expect
    .poll(async () => (await world.payoutsOf(shop.collectionId))[0])
    .toMatchObject({ state: 'paid', amount_drops: '12250000' })
})

test('an artist solves what a sale lacks in the list of it, which keeps the focus', async () => {
  const { world, mara } = studio
  await world.run(mara.account, { TransactionType: 'AccountSet', SetFlag: 1 })
  const visit = await studio.open(mara, '/create/edition')
  const { page } = visit
  await putOnSale(visit, { name: 'Listed Tide', price: '10', startsIn: 10_000 })
  await page.setViewportSize(phone)
  const list = (name: string) => page.getByRole('region', { name })
  const hasFocus = async (name: string) => {
    await expect.poll(() => list(name).evaluate((place) => place === document.activeElement)).toBe(true)
  }
  await list('1 requirement not met yet').getByText('Your account requires a destination tag.').waitFor()
  await expectUsable(page)
  await field(page, 'Destination tag').fill('7')
  const [input, save] = await Promise.all(
    [field(page, 'Destination tag'), page.getByRole('button', { name: 'Save', exact: true })].map((each) =>
      each.boundingBox(),
    ),
  )
  // Input and button are side by side in the narrow row.
  expect((save?.x ?? 0) - (input?.x ?? 0)).toBeGreaterThan(input?.width ?? 0)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await hasFocus('Ready for sale')
  await page.getByRole('button', { name: 'Pause the sale' }).click()
  await list('1 requirement not met yet').getByRole('button', { name: 'Resume' }).press('Enter')
  await page.getByRole('button', { name: 'Pause the sale' }).waitFor()
  await hasFocus('Ready for sale')
  await visit.close()
  await world.run(mara.account, { TransactionType: 'AccountSet', ClearFlag: 1 })
})

/** Creates an edition of three prints that is on sale for two hours. */
async function onSaleForTwoHours(name: string): Promise<{ id: string; endsAt: string }> {
  const { world, mara } = studio
  const at = async (seconds: number) =>
    new Date(((await ledgerSeconds(world)) + seconds + rippleEpochSeconds) * 1000).toISOString()
  const endsAt = await at(7200)
  const phase = {
    startsAt: await at(30),
    endsAt,
    priceDrops: '20000000',
    decline: null,
    perAccount: 1,
    audience: 'everyone',
    holdersOf: null,
  }
  const reply = await sendForm(world, 'addEdition', mara.session, {
    ...filled({ metadata: words({ name }), taxon: '31' }),
    prints: '3',
    phases: JSON.stringify([phase]),
    rowKey: crypto.randomUUID(),
  })
  await advanceClock(world, 60)
  await world.cron()
  return { id: String(Reflect.get(Object(reply.body['data']), 'edition')), endsAt }
}

/** Moves the ledger past the end of an edition's sale, until the index has seen it. */
async function passEnd(endsAt: string): Promise<void> {
  const { world } = studio
  await advanceClock(world, 7200)
  await cronUntil(world, 'the end of the phase', async () => {
    const { body } = await world.call('/api/editions?collection=prints')
    return Date.parse(String(body['ledgerTime'])) > Date.parse(endsAt)
  })
}

test('a number that was not paid for is bought after the end, and the artist can leave out another', async () => {
  const { world, mara } = studio
  const { id, endsAt } = await onSaleForTwoHours('Neap Tide')
  const expectedAmount = '20000000'
  for (const name of ['Ole', 'Pia'])
    await ask(world, 'buyPrint', (await collector(name)).session, { edition: id, expectedAmount })
  await askAndSign(world, 'buyPrint', (await collector('Rune')).session, { edition: id, expectedAmount })
  await passEnd(endsAt)
  await cronUntil(
    world,
    'reservations released',
    async () => (await world.rowsOf('reservations', { edition_id: id, state: 'released' })).length === 2,
  )
  const late = await collector('Siv')
  const visit = await studio.open(late, `/edition/${id}`, phone)
  const { page } = visit
  await page.getByText('Number 1 was reserved but not paid for, so it is still for sale.').waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Buy a print for 20.00 XRP' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await world.sign(await waitingFor(late.account.address), late.account)
  await dialog.getByText('A print of Neap Tide is yours').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Number 2 was reserved but not paid for').waitFor()
  await visit.close()

  const artist = await studio.open(mara, `/edition/${id}`)
  await artist.page.getByRole('button', { name: 'Close the edition' }).click()
  const closing = artist.page.getByRole('dialog')
  await closing.getByText('A number that is not paid for stays on sale').waitFor()
  await closing.getByRole('button', { name: 'Close the edition' }).click()
  await artist.page.getByRole('button', { name: 'Leave out number 2' }).click()
  await closing.getByText('it will be missing from the edition').waitFor()
  await expectUsable(artist.page)
  await closing.getByRole('button', { name: 'Leave out number 2' }).click()
  await artist.page.getByText('The artist has closed this edition.').waitFor()
  await artist.close()
  const prints = await world.rowsOf('demand_items', { edition_id: id })
  expect(prints.map(({ number, state }) => `${String(number)} ${String(state)}`).toSorted()).toEqual([
    '1 sold',
    '2 removed',
    '3 sold',
  ])
})

test('the artist sees the page as a buyer sees it, and a card counts down to the end of the sale', async () => {
  const { mara } = studio
  const { id, endsAt } = await onSaleForTwoHours('Slack Water')
  const artist = await studio.open(mara, `/edition/${id}`)
  const { page } = artist
  const sale = (on: Page) => on.getByRole('region', { name: 'Sale' })
  /** The text of the sale without the countdown and the note of the preview. */
  const saleText = async (on: Page) =>
    (await sale(on).innerText()).replace(/[0-9]+:[0-9:]+|This is a preview.*/g, '').trim()
  await page.getByRole('region', { name: 'Figures' }).waitFor()
  await page.getByRole('button', { name: 'View as a buyer' }).click()
  await page.getByText('This is a preview: you see what buyers see, but you cannot buy.').waitFor()
  expect(await page.getByRole('button', { name: 'Buy a print for 20.00 XRP' }).isDisabled()).toBe(true)
  expect(await page.getByRole('region', { name: 'Figures' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Pause the sale' }).count()).toBe(0)
  await expectUsable(page)
  const visitor = await studio.open(null, `/edition/${id}`)
  await sale(visitor.page).getByText('Ends in').waitFor()
  expect(await saleText(page)).toBe(await saleText(visitor.page))
  await visitor.close()
  await page.getByRole('button', { name: 'Back to my view' }).click()
  await page.getByRole('region', { name: 'Figures' }).waitFor()
  expect(await page.getByRole('button', { name: /^Buy a print/ }).count()).toBe(0)
  await artist.close()

  const list = await studio.open(null, '/collection/prints/items', phone)
  const card = list.page.getByRole('article', { name: 'Slack Water' })
  await card.getByText(/^Ends in 01:5[0-9]:[0-9]{2}$/).waitFor()
  await expectUsable(list.page)
  await passEnd(endsAt)
  await list.page.reload()
  await card.getByText('Ended').waitFor()
  expect(await card.getByText('Ends in').count()).toBe(0)
  await list.close()
})

test('the terms of an edition are saved as a file and opened in the form of another one', async () => {
  const { mara } = studio
  const visit = await studio.open(mara, '/create/edition')
  await putOnSale(visit, { name: 'Rehearsal', price: '7.5', startsIn: 900 })
  const saving = visit.page.waitForEvent('download')
  await visit.page.getByRole('button', { name: 'Save the terms as a file' }).click()
  const file = await (await saving).path()
  await visit.page.goto(new URL('/create/edition', visit.page.url()).href)
  const input = visit.page.getByLabel('Open saved terms')
  await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await visit.page.getByText('This file contains no edition terms.').waitFor()
  await input.setInputFiles(file)
  await expect.poll(() => field(visit.page, 'Name *').inputValue()).toBe('Rehearsal')
  expect(await field(visit.page, 'Price *').inputValue()).toBe('7.5')
  expect(await field(visit.page, 'Number of prints').inputValue()).toBe('3')
  await expectUsable(visit.page)
  await visit.close()
})
