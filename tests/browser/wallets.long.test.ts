import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { violations } from '#tests/support/axe.ts'
import { intercept, launchBrowser } from '#tests/support/browser.ts'
import { indexed, offersOf } from '#tests/worker/helpers.ts'
import { field, shows } from './creator.ts'
import { fillIn } from './mint-form.ts'
import { phone } from './visits.ts'
import {
  beginToBuy,
  chooseWallet,
  connectWith,
  openWalletHall,
  type Visitor,
  visitWith,
  type WalletHall,
  wallets,
} from './wallet-hall.ts'
import { hoursAgo, secondsAgo } from '#tests/support/state.ts'

let hall: WalletHall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openWalletHall()
})
afterAll(async () => {
  await browser?.close()
  await hall?.close()
})

test.each(wallets)('with $title an account signs in, buys a work and offers it again', async (kind) => {
  const { world, listWork } = hall
  const { title, place } = kind
  const account = await world.fund(title)
  const name = `Bought with ${title}`
  const work = await listWork(name)
  const visitor = await visitWith(browser, hall, kind, account)
  const { page, wallet } = visitor
  await connectWith(visitor)
  await page
    .getByRole('banner')
    .getByText(`${account.address.slice(0, 6)}...${account.address.slice(-4)}`)
    .waitFor()
  const dialog = page.getByRole('dialog')

  // The user does not answer yet.
  wallet.mood = 'waits'
  await beginToBuy(visitor, hall, work)
  await dialog.getByText(`Confirm in ${place}.`).waitFor()
  expect(await violations(page)).toEqual([])
  wallet.mood = 'signs'
  wallet.release()
  await shows(page, `${name} is yours`)
  expect(await world.ownerOf(work, [account])).toBe(account.address)

  await page.goto(`${world.url}/nft/${work}`)
  await page.getByRole('main').getByRole('button', { name: 'Sell Now' }).click()
  await dialog.getByRole('textbox', { name: 'Price' }).fill('20')
  await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
  await shows(page, `${name} is listed`)
  await visitor.leave()
})

describe.each(wallets)('$title', (kind) => {
  const { title, place } = kind
  let account: DemoAccount
  let other: DemoAccount
  let visitor: Visitor

  const dialog = () => visitor.page.getByRole('dialog')
  const heading = (name: string) => dialog().getByRole('heading', { name })
  const stateOf = async () => {
    const row = await hall.world.latestRequest({ account: account.address })
    return row?.['state']
  }

  beforeAll(async () => {
    account = await hall.world.fund(title)
    other = await hall.world.fund(`Not ${title}`)
    visitor = await visitWith(browser, hall, kind, account)
    // Errors that the server returns intentionally below.
    for (const status of ['401', '409', '410']) visitor.watched.allow(`status of ${status}`)
  })
  afterAll(async () => {
    await visitor?.leave()
  })

  test('a sign-in is declined in the wallet, and then made on a phone', async () => {
    const { page, wallet } = visitor
    wallet.mood = 'rejects'
    await chooseWallet(visitor)
    await page.getByText('Request is rejected by signer.').waitFor()
    await dialog().waitFor({ state: 'hidden' })
    wallet.mood = 'signs'
    await page.setViewportSize(phone)
    await connectWith(visitor)
    await page.setViewportSize({ width: 1360, height: 900 })
  })

  test('a bid is placed', async () => {
    const { page } = visitor
    const work = await hall.listWork(`Bid with ${title}`)
    await page.goto(`${hall.world.url}/nft/${work}`)
    await page.getByRole('main').getByRole('button', { name: 'Place a Bid' }).first().click()
    await dialog().getByRole('textbox', { name: 'Your bid' }).fill('5')
    await dialog().getByRole('button', { name: 'Continue in your wallet' }).click()
    await heading('Your bid stands').waitFor({ timeout: 30_000 })
    expect(await offersOf(hall.world, account.address)).toHaveLength(1)
  })

  test('a work is minted', async () => {
    const { page } = visitor
    await page.goto(`${hall.world.url}/create/nft`)
    await fillIn(page, `Minted with ${title}`)
    await field(page, 'Taxon *').fill('7')
    await field(page, 'Royalty *').fill('5')
    await page.getByRole('button', { name: 'Mint NFT' }).click()
    await page.getByText('It is minted.').waitFor({ timeout: 40_000 })
  })

  test('a purchase is declined in the wallet, and in the page', async () => {
    const { wallet } = visitor
    const work = await hall.listWork(`Declined in ${title}`)
    wallet.mood = 'rejects'
    await beginToBuy(visitor, hall, work)
    await dialog().getByText('You rejected to sign.').waitFor()
    wallet.mood = 'waits'
    await beginToBuy(visitor, hall, work)
    await dialog().getByText(`Confirm in ${place}.`).waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().getByText('You rejected to sign.').waitFor()
    expect(await stateOf()).toBe('rejected')
    wallet.mood = 'signs'
    // The wallet's late signature must be ignored.
    wallet.release()
    expect(await hall.world.ownerOf(work, [account, hall.artist])).toBe(hall.artist.address)
  })

  test('a slow wallet is waited for, also through a reload, until the time is over', async () => {
    const { page, wallet } = visitor
    const work = await hall.listWork(`Slow in ${title}`)
    wallet.mood = 'waits'
    await beginToBuy(visitor, hall, work)
    await dialog().getByText(`Confirm in ${place}.`).waitFor()
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: 'Your requests, 1 open' }).click()
    await page.getByText('Waiting for your signature').click()
    await dialog().getByText(`This request is waiting for ${place}.`).waitFor()
    await dialog()
      .getByRole('button', { name: `Ask ${place}` })
      .click()
    await dialog().getByText(`Confirm in ${place}.`).waitFor()
    await hall.world.changeRows(
      'sign_requests',
      { account: account.address, state: 'created' },
      { expires_at: secondsAgo(1), asked_at: null },
    )
    await heading('Request expired').waitFor({ timeout: 30_000 })
    wallet.mood = 'signs'
    wallet.release()
    expect(await hall.world.ownerOf(work, [account, hall.artist])).toBe(hall.artist.address)
    expect(await stateOf()).toBe('expired')
  })

  test('a signature of something else, of another account or network is refused, and the right one is taken', async () => {
    const { wallet } = visitor
    const name = `Tampered in ${title}`
    const work = await hall.listWork(name)
    const wrong = async (sentence: RegExp) => {
      await dialog().getByRole('alert').getByText(sentence).waitFor()
      expect(await stateOf()).toBe('created')
    }
    const again = () => dialog().getByRole('button', { name: 'Ask again' }).click()
    wallet.tamper = { Amount: '1' }
    await beginToBuy(visitor, hall, work)
    await wrong(/not the requested one: Amount differs/)
    wallet.tamper = { Sequence: 1 }
    await again()
    await wrong(/Sequence differs/)
    wallet.tamper = { Account: other.address }
    await again()
    await wrong(/The request was signed by a different account/)
    wallet.tamper = {}
    wallet.account = other
    await again()
    await wrong(/is not authorised for this account.* Is .* using r/)
    wallet.account = account
    if ('switchNetwork' in wallet) {
      await wallet.switchNetwork('mainnet')
      await again()
      await wrong(/another network/)
      await wallet.switchNetwork('local')
    }
    wallet.mood = 'fails'
    await again()
    await wrong(/could not sign this/)
    wallet.mood = 'signs'
    await again()
    await heading(`${name} is yours`).waitFor({ timeout: 30_000 })
    expect(await hall.world.ownerOf(work, [account, hall.artist])).toBe(account.address)
  })

  test('a signature that did not reach the server is sent again without another one', async () => {
    const { page, wallet, watched } = visitor
    watched.allow('ERR_INTERNET_DISCONNECTED')
    const name = `Lost in ${title}`
    const work = await hall.listWork(name)
    const connected = await intercept(
      page,
      (url) => url.pathname.endsWith('/blob'),
      (route) => route.abort('internetdisconnected'),
    )
    await beginToBuy(visitor, hall, work)
    await dialog().getByRole('alert').waitFor()
    const prompts = wallet.asked.length
    connected()
    await dialog().getByRole('button', { name: 'Ask again' }).click()
    await heading(`${name} is yours`).waitFor({ timeout: 30_000 })
    expect(wallet.asked).toHaveLength(prompts)
  })

  test('several works are offered one after another, each with a signature of its own', async () => {
    const { page, wallet } = visitor
    const { world } = hall
    const collection = title.toLowerCase()
    await world.addCollection({
      id: collection,
      issuer: account.address,
      taxon: 77,
      name: title,
      royalty_percent: '5',
    })
    const metadata = { name: 'One of two', description: '', image: '', attributes: [] }
    const works = [
      await world.mint(account, { taxon: 77, metadata }),
      await world.mint(account, { taxon: 77, metadata }),
    ]
    await indexed(world, works[1] ?? '')
    await page.goto(`${world.url}/collection/${collection}/create_offer`)
    await page.getByRole('checkbox', { name: 'All 2 not offered yet' }).check()
    await page.getByRole('textbox', { name: 'Price for all chosen' }).fill('5')
    await page.getByRole('button', { name: 'Apply' }).click()
    wallet.mood = 'waits'
    const before = wallet.asked.length
    await page.getByRole('button', { name: 'Create 2 offers' }).click()
    await page.getByRole('main').getByText(`Confirm in ${place}.`).waitFor()
    wallet.mood = 'signs'
    wallet.release()
    const successes = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Success' })
    await successes.nth(1).waitFor({ timeout: 40_000 })
    expect(wallet.asked.slice(before)).toHaveLength(2)
  })

  test('is asked again for a fresh sign-in, and by name', async () => {
    const { page } = visitor
    await hall.world.changeRows('sessions', { account: account.address }, { signed_at: hoursAgo(2) })
    await page.goto(`${hall.world.url}/keys`)
    await page.getByRole('textbox').first().fill('Robot')
    await page.getByRole('button', { name: /Make|Create/ }).click()
    await page.getByText(/opx_/).first().waitFor()
  })
})
