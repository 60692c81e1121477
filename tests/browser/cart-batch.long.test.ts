import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { offerIndexed, offersOf } from '#tests/worker/helpers.ts'
import { type Hall, openHall } from './market-hall.ts'
import { ownerIn, settles } from './settles.ts'
import { desktop, phone, signedIn } from './visits.ts'

// A market whose wallet signs whole sales at once (a Batch).

let hall: Hall
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  hall = await openHall(
    browser,
    ['Alder', 'Birch', 'Cedar', 'Elder', 'Fir', 'Gorse', 'Hazel', 'Ivy', 'Larch'],
    [],
    {
      batch: true,
    },
  )
})
afterAll(async () => {
  await hall?.close()
  await browser?.close()
})

async function list(work: string, xrp: number): Promise<string> {
  const { world, seller, works } = hall
  const offer = await world.list(seller.account, works.get(work) ?? '', BigInt(xrp) * 1_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, offer)
  return offer
}

/** Opens the collection as the buyer, with these works in the cart. */
async function collect(works: string[], act: (page: Page) => Promise<void>, size = desktop) {
  const watched = await newPage(browser, { viewport: size })
  const { page } = watched
  await signedIn(page, hall.buyer)
  await page.goto(`${hall.world.url}/collection/hall/items`)
  for (const work of works) await page.getByRole('button', { name: `Add ${work} to the cart` }).click()
  await page.getByRole('link', { name: /^Cart, / }).click()
  await act(page)
  await watched.close()
}

const inCart = (page: Page, work: string) =>
  page.getByRole('list', { name: 'Works in the cart' }).getByRole('listitem').filter({ hasText: work })

const sign = () => hall.answerRequest(hall.buyer)

const owners = (works: string[]) => Promise.all(works.map((work) => ownerIn(hall, work)))

test('five works are bought with two signatures, each as a whole', async () => {
  const works = ['Alder', 'Birch', 'Cedar', 'Elder', 'Fir']
  for (const [place, work] of works.entries()) await list(work, place + 1)
  // The price is 15 XRP plus 1 %; 5 % goes to the artist.
  await settles(hall, [14_250_000n, -15_150_000n, 750_000n, 150_000n], () =>
    collect(works, async (page) => {
      await page.getByText('You approve 2 times, one after another, cheapest first.').waitFor()
      await page.getByRole('button', { name: 'Buy 5 works' }).click()
      await page.getByText('Sign the purchase of 4 works').waitFor()
      await page.getByText('One approval buys all of these. If one sale fails, none goes through.').waitFor()
      await sign()
      await page.getByText('4 works are yours').waitFor()
      await page.getByText('Sign the purchase of Fir').waitFor()
      await sign()
      await page.getByText('5 works are yours').waitFor()
      const bought = page.getByRole('region', { name: 'Bought' })
      // Each work has its own transaction.
      const addresses = await bought
        .getByRole('link', { name: /^Transaction/ })
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect([addresses.length, new Set(addresses).size]).toEqual([5, 5])
    }),
  )
  expect(await owners(works)).toEqual(works.map(() => hall.buyer.account.address))
})

test('works whose request was not signed in time are offered again, and bought', async () => {
  const works = ['Ivy', 'Larch']
  for (const work of works) await list(work, 2)
  await collect(works, async (page) => {
    await page.getByRole('button', { name: 'Buy 2 works' }).click()
    await page.getByText('Sign the purchase of 2 works').waitFor()
    // The wallet's platform reports this after five minutes.
    await hall.world.changeRows(
      'sign_requests',
      { account: hall.buyer.account.address, state: 'created' },
      { state: 'expired', code: 'expired', resolved_at: new Date() },
    )
    await page.getByText('It was not signed in time.').first().waitFor()
    for (const work of works) await inCart(page, work).getByText('Rejected').waitFor()
    await page.getByRole('button', { name: 'Buy 2 works' }).click()
    await page.getByText('Sign the purchase of 2 works').waitFor()
    await sign()
    await page.getByText('2 works are yours').waitFor()
  })
  expect(await owners(works)).toEqual(works.map(() => hall.buyer.account.address))
})

test('when a work is sold before the signature, it is named, and the others are bought as a new group', async () => {
  const { world, seller, buyer } = hall
  await list('Gorse', 3)
  const hazel = await list('Hazel', 2)
  await collect(
    ['Gorse', 'Hazel'],
    async (page) => {
      await page.getByRole('button', { name: 'Buy 2 works' }).click()
      await page.getByText('Sign the purchase of 2 works').waitFor()
      const uuid = await hall.nextRequest(buyer)
      await world.run(seller.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [hazel] })
      await world.sign(uuid, buyer.account)
      await page
        .getByText(/^Hazel: The listing is gone.* Nothing was paid, and nothing is pending\.$/)
        .waitFor()
      await inCart(page, 'Hazel')
        .getByText(/may just have been sold or withdrawn/)
        .waitFor()
      await page.getByRole('button', { name: 'Buy 1 work' }).click()
      await page.getByText('Sign the purchase of Gorse').waitFor()
      await sign()
      await page.getByText('Gorse is yours').waitFor()
    },
    phone,
  )
  expect(await owners(['Gorse', 'Hazel'])).toEqual([buyer.account.address, seller.account.address])
  expect(await offersOf(world, buyer.account.address)).toEqual([])
})

test('a wallet that cannot sign several at once is asked for one after another', async () => {
  const { world, buyer } = hall
  /** Transfers a work that the buyer has bought in an earlier test back to the seller. */
  const giveBack = async (work: string) => {
    if ((await ownerIn(hall, work)) === hall.seller.account.address) return
    const nft = hall.works.get(work) ?? ''
    const gift = await world.list(buyer.account, nft, 0n, { destination: hall.seller.account.address })
    await world.run(hall.seller.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  for (const work of ['Alder', 'Birch']) {
    await giveBack(work)
    await list(work, 1)
  }
  await collect(['Alder', 'Birch'], async (page) => {
    await page.getByText('One approval buys these 2 works. If one sale fails, none goes through.').waitFor()
    await page.getByRole('button', { name: 'Buy 2 works' }).click()
    await page.getByText('Sign the purchase of 2 works').waitFor()
    await hall.nextRequest(buyer)
    await page.getByText('Trouble signing?').click()
    await page.getByRole('button', { name: 'Approve in two steps' }).click()
    await page.getByText('Buy again: each work now needs its own signature.').waitFor()
    await page.getByRole('button', { name: 'Buy 2 works' }).click()
    for (const work of ['Alder', 'Birch']) {
      await page
        .getByText(`${work} is yours`)
        .or(page.getByText('2 works are yours'))
        .or(page.getByText(`Sign the purchase of ${work}`))
        .first()
        .waitFor()
      await sign()
    }
    await page.getByText('2 works are yours').waitFor()
  })
  expect(await owners(['Alder', 'Birch'])).toEqual([buyer.account.address, buyer.account.address])
})
