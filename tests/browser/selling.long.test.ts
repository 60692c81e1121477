import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import { intercept, launchBrowser, newPage } from '#tests/support/browser.ts'
import { type LyingNode, startLyingNode } from '#tests/support/lying-node.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { promoDigest } from '#worker/domain/collection/promo-code.ts'
import { advanceClock, askReply, cronUntil, offerIndexed, openForBusiness } from '#tests/worker/helpers.ts'
import { createVisits, type Person, phone, signedIn } from './visits.ts'
import { hoursFromNow, not, notNull } from '#tests/support/state.ts'

let world: TestWorld
let browser: Browser
let visits: ReturnType<typeof createVisits>
let buyer: Person
let artist: Person
let shop: Shop
let drawn: Shop
let drawer: Person
const works = new Map<string, string>()

async function person(account: Person['account']): Promise<Person> {
  return { account, session: await world.connect(account) }
}

beforeAll(async () => {
  browser = await launchBrowser()
  world = await createTestWorld({ runtime: true, cronOnTimer: true })
  await openForBusiness(world)
  shop = await openShop(world, { items: 3 })
  drawn = await openShop(world, { items: 3, random: true, priceDrops: 5_000_000n })
  buyer = await person(await world.fund('Jonas'))
  artist = await person(shop.artist)
  drawer = await person(drawn.artist)
  for (const [place, id] of shop.items.entries()) works.set(`Secret of ${shop.collectionId} ${place}`, id)
  works.set('Unrevealed item', drawn.items[0] ?? '')
  works.set(`Secret of ${drawn.collectionId} 0`, drawn.items[0] ?? '')
  visits = createVisits(browser, world, works)
})
afterAll(async () => {
  await visits?.leave()
  await world?.close()
  await browser?.close()
})

const nameOf = (place: number) => `Secret of ${shop.collectionId} ${place}`

const soldOf = ({ collectionId }: Shop) =>
  world.rowsOf('demand_items', { collection_id: collectionId, state: 'sold' })

describe('an on-demand item', () => {
  test('asks a visitor to connect', async () => {
    await visits.at(null, nameOf(0), async ({ page, act, dialog }) => {
      await page.getByText('Demand', { exact: true }).waitFor()
      await expectAccessible(page)
      await act(/^Buy Now 100/)
      await dialog.getByRole('checkbox', { name: /Terms/ }).waitFor()
    })
  })

  test('gets its price from its issuer', async () => {
    await visits.at(artist, nameOf(0), async ({ page, act, dialog }) => {
      expect(
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Buy Now/ })
          .count(),
      ).toBe(0)
      await act('Change the price')
      await dialog.getByRole('textbox', { name: 'Price' }).fill('0.05')
      await dialog.getByRole('button', { name: 'Set the price' }).click()
      await dialog.getByText('The price must be at least 0.1 XRP.').waitFor()
      await dialog.getByRole('textbox', { name: 'Price' }).fill('50')
      await dialog.getByText('49.00 XRP').waitFor()
      await dialog.getByRole('button', { name: 'Set the price' }).click()
      await page.getByText('Request completed successfully').waitFor()
    })
  })

  test('is removed by its issuer', async () => {
    await visits.at(artist, nameOf(1), async ({ page, act, dialog }) => {
      await page.clock.install()
      await page.reload()
      const addresses: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/nft?')) addresses.push(request.url())
      })
      await act('Remove NFT')
      await dialog.getByRole('button', { name: 'Remove NFT' }).click()
      await dialog.getByRole('heading', { name: 'Request completed successfully' }).waitFor()
      // While the dialog is open, the page must not request the removed item.
      addresses.length = 0
      await page.clock.fastForward(60_000)
      await page.evaluate(() => document.title)
      expect(addresses).toEqual([])
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await page.waitForURL(`**/collection/${shop.collectionId}/items`)
      await page.getByRole('article', { name: nameOf(0) }).waitFor()
      await expect.poll(() => page.getByRole('article').count()).toBe(2)
    })
  })

  test('is bought with one signature, which survives closing the page', async () => {
    await visits.at(
      buyer,
      nameOf(0),
      async ({ page, act, dialog, result }) => {
        await act(/^Buy Now 50/)
        await dialog.getByText('Marketplace fee (2 %), included in the price').waitFor()
        await dialog.getByRole('button', { name: /wallet$/ }).click()
        const request = await visits.nextRequest(buyer)
        // Reopening the page, even on another device, resumes the same request. (The test's ledger is ahead of the
        // clock.)
        await page.evaluate(
          (account) => localStorage.removeItem(`opx_requests:${account}`),
          buyer.account.address,
        )
        await page.reload()
        await page.getByText(/^It is held for you for \d+:\d\d more/).waitFor()
        await act(/^Buy Now 50/)
        await dialog.getByRole('button', { name: /wallet$/ }).click()
        await dialog.getByText('Waiting for your wallet').waitFor()
        await world.sign(request, buyer.account)
        await result(`${nameOf(0)} is yours`)
        await dialog.getByText('Success, refresh collection to see change').waitFor()
        await page.keyboard.press('Escape')
        await page.getByText('Sell Now').first().waitFor()
      },
      phone,
    )
    const row = await world.itemOf(shop.items[0] ?? '')
    expect(row?.['state']).toBe('sold')
    expect(await world.ownerOf(String(row?.['token_id']), [buyer.account])).toBe(buyer.account.address)
  })
})

const notToYou = 'The issuer of this collection does not sell to your account.'

const barred = async (page: Page, sentence: string) => {
  await page.getByRole('main').getByText(sentence).waitFor()
  const button = page.getByRole('main').getByRole('button', { name: /^Buy Now/ })
  expect(await button.isDisabled()).toBe(true)
}

test('an account that may not buy from the issuer reads why instead of being asked to sign', async () => {
  const { at } = visits
  const rules = ({ collectionId }: Shop, whitelist: boolean) =>
    world.setRules(collectionId, { whitelist_enabled: whitelist, blacklist_enabled: true })
  const allow = (most: number) => world.addToWhitelist(shop.collectionId, buyer.account.address, most)
  const onlyListed = "Only accounts on this collection's whitelist can buy from its issuer."
  const noMore = "You've reached your whitelist limit for this collection."
  await rules(shop, true)
  await rules(drawn, true)
  await at(buyer, nameOf(2), async ({ page }) => {
    await barred(page, onlyListed)
    await expectAccessible(page)
    await page.goto(`${world.url}/collection/${drawn.collectionId}`)
    const panel = page.getByRole('region', { name: 'Random buy' })
    await panel.getByText(onlyListed).waitFor()
    expect(await panel.getByRole('button').count()).toBe(0)
  })
  // The buyer has already bought one of the shop's items.
  await allow(1)
  await at(buyer, nameOf(2), ({ page }) => barred(page, noMore))
  await allow(2)
  await at(buyer, nameOf(2), async ({ page }) => {
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('button', { name: /^Buy Now/ })
          .isEnabled(),
      )
      .toBe(true)
    expect(await page.getByText(noMore).count()).toBe(0)
  })
  await world.addToBlacklist(shop.collectionId, buyer.account.address)
  await at(buyer, nameOf(2), ({ page }) => barred(page, notToYou))
})

test('a listing of an issuer follows the same rules, on its page and on its card', async () => {
  const { at } = visits
  const metadata = { name: 'Listed under rules', description: '', image: '', attributes: [] }
  const listed = await world.mint(shop.artist, { taxon: shop.taxon, metadata })
  const destination = world.marketplace.address
  await offerIndexed(world, await world.list(shop.artist, listed, 2_000_000n, { destination }))
  works.set(metadata.name, listed)
  await at(buyer, metadata.name, async ({ page }) => {
    await barred(page, notToYou)
    expect(await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true)
  })
  // A card has no space for the sentence, so the card's dialog shows it.
  await at(buyer, metadata.name, async ({ page, dialog }) => {
    await page.goto(`${world.url}/collection/${shop.collectionId}`)
    const card = page.getByRole('article', { name: metadata.name })
    await card.hover()
    await card.getByRole('button', { name: /^Buy Now/ }).click()
    await dialog.getByText(notToYou).waitFor()
    expect(await dialog.getByRole('button', { name: 'Continue in your wallet' }).isDisabled()).toBe(true)
  })
  const ids = [shop.collectionId, drawn.collectionId]
  for (const table of ['collection_rules', 'collection_whitelist', 'collection_blacklist'] as const)
    await world.removeRows(table, { collection_id: ids })
})

const promoCode = 'violets-4711'

test('a promo code is requested and checked before the wallet, for items and for listings of the issuer', async () => {
  const { at } = visits
  await world.setRules(shop.collectionId, {
    promo_code_enabled: true,
    promo_code: promoCode,
    promo_digest: promoDigest(shop.collectionId, promoCode),
  })
  const metadata = { name: 'Listed beside', description: '', image: '', attributes: [] }
  const listed = await world.mint(shop.artist, { taxon: shop.taxon, metadata })
  const offer = await world.list(shop.artist, listed, 2_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, offer)
  works.set(metadata.name, listed)
  for (const name of [nameOf(2), metadata.name])
    await at(buyer, name, async ({ page, act, dialog, sign, result }) => {
      const go = dialog.getByRole('button', { name: 'Continue in your wallet' })
      const code = dialog.getByRole('textbox', { name: 'Promo code' })
      // The visitor clicks before the collection's rules have loaded. The page still asks for the code.
      const rulesLoaded = Promise.withResolvers<void>()
      await intercept(page, '**/buying_rules?*', async (route) => {
        await rulesLoaded.promise
        await route.continue()
      })
      await act(/^Buy Now/)
      await go.click()
      rulesLoaded.resolve()
      await dialog.getByText('Please enter a promo code').waitFor()
      await code.fill('violets-4712')
      await go.click()
      await dialog.getByText('Invalid promo code').waitFor()
      await code.fill(promoCode)
      const stopIntercepting = await intercept(page, '**/promo-validation', (route) =>
        route.fulfill({ status: 200, body: 'no json' }),
      )
      await go.click()
      await dialog.getByText('Failed to validate promo code. Please try again.').waitFor()
      stopIntercepting()
      await sign()
      await result(`${name} is yours`)
      await page.keyboard.press('Escape')
    })
})

test('an artist sees payouts and why one is refused, and stores a destination tag', async () => {
  const { at } = visits
  // Waits for the payout of the sale above, because the cron would otherwise undo the following change.
  await cronUntil(world, 'paid', () =>
    world.hasRow('payouts', {
      collection_id: shop.collectionId,
      state: 'paid',
      txid: notNull,
    }),
  )
  // From now on the account requires destination tags.
  const [payout] = await world.payoutsOf(shop.collectionId)
  await world.changeRows(
    'payouts',
    { reservation_id: payout?.['reservation_id'] },
    {
      state: 'owed',
      result: 'tecDST_TAG_NEEDED',
      txid: null,
      paid_at: null,
      due_at: hoursFromNow(1),
    },
  )
  await at(artist, nameOf(0), async ({ page }) => {
    await page.goto(`${world.url}/account/${shop.artist.address}/profile/nfts`)
    const panel = page.getByRole('region', { name: 'Payouts' })
    await panel.getByText(/46.50 XRP owed/).waitFor()
    await panel.getByText('Your account requires a destination tag.').waitFor()
    await expectAccessible(page)
    const tag = panel.getByRole('textbox', { name: 'Destination tag' })
    await tag.fill('4294967296')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('A destination tag is a whole number up to 4294967295.').waitFor()
    await tag.fill('4711')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changes have been saved').waitFor()
  })
  const [row] = await world.rowsOf('payout_tags', { account: shop.artist.address })
  expect(Number(row?.['tag'])).toBe(4711)
  await at(buyer, nameOf(0), async ({ page }) => {
    await page.goto(`${world.url}/account/${shop.artist.address}/profile/nfts`)
    await page.getByRole('navigation', { name: 'Account' }).waitFor()
    expect(await page.getByRole('region', { name: 'Payouts' }).count()).toBe(0)
  })
})

const openDrawn = (page: Page) => page.goto(`${world.url}/collection/${drawn.collectionId}`)

/** Signs one draw. The ledger decides first, and the drawn work stays sealed until the metadata has arrived. */
async function signDraw(page: Page, dialog: Locator, sold: number): Promise<void> {
  // First the ledger decides (number, phases and the sealed work), then the wallet asks for a signature.
  await dialog.getByText(`Draw ${sold}`, { exact: true }).waitFor()
  await dialog.getByText('The next ledger decides').first().waitFor()
  const loaded = Promise.withResolvers<void>()
  const letThrough = await intercept(page, '**/api/nft?id=*', async (route) => {
    await loaded.promise
    await route.fallback()
  })
  await visits.answerRequest(buyer)
  await cronUntil(world, 'sold', async () => (await soldOf(drawn)).length === sold)
  await dialog.getByRole('heading', { name: 'It is yours' }).waitFor()
  // The drawn work stays sealed until its metadata has arrived.
  await dialog.getByText('Revealing what you drew').waitFor()
  loaded.resolve()
  letThrough()
  await dialog
    .getByText(/^(Meet )?Secret of/)
    .first()
    .waitFor()
  await dialog.getByRole('link', { name: `Number ${sold}` }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a random collection is paused without the artist’s permission, and refuses its issuer', async () => {
  const { at } = visits
  const secret = `Secret of ${drawn.collectionId} 0`
  await at(null, 'Unrevealed item', async ({ page }) => {
    await page.getByText('This NFT is a randomly mintable NFT.').waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Buy Now/ })
        .count(),
    ).toBe(0)
  })
  await world.run(drawer.account, { TransactionType: 'AccountSet', ClearFlag: 10 })
  const paused = await askReply(world, 'buyRandom', buyer.session, { collection_id: drawn.collectionId })
  expect(paused.body).toMatchObject({ status: 'failed', code: 'minter_missing' })
  await at(drawer, secret, async ({ page, result }) => {
    await page.getByText(/only you can see its name and traits/).waitFor()
    await page.getByText('Nothing in this collection can be bought now.').waitFor()
    await page.getByRole('button', { name: 'Let the marketplace mint' }).click()
    await visits.answerRequest(drawer)
    await result('The marketplace can mint for you')
    await openDrawn(page)
    await page.getByText('You cannot buy random NFTs in your own collection.').waitFor()
  })
})

test('Random buy draws twice, and hides each work until it is paid', async () => {
  const purchases = () =>
    world.countRows('sign_requests', { account: buyer.account.address, purpose: 'demand_buy' })
  const purchasesBefore = await purchases()
  await visits.at(buyer, 'Unrevealed item', async ({ page, dialog }) => {
    await openDrawn(page)
    const panel = page.getByRole('region', { name: 'Random buy' })
    await panel.getByText('3 items left, 5.00 XRP each').waitFor()
    await expectAccessible(page)
    await panel.getByRole('textbox', { name: 'Quantity' }).fill('0')
    await panel.getByRole('button', { name: 'Random buy' }).click()
    await panel.getByText('Enter a number from 1 to 50.').waitFor()
    await panel.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await panel.getByRole('button', { name: 'Random buy' }).click()
    await dialog.getByText('You pay in total').waitFor()
    await dialog.getByText('10.00 XRP').waitFor()
    await dialog.getByText('Your balance afterwards').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
    for (const sold of [1, 2]) {
      await signDraw(page, dialog, sold)
      // Closing the dialog does not start the next draw.
      expect(await purchases()).toBe(purchasesBefore + sold)
      if (sold === 1) await panel.getByRole('button', { name: 'Draw the next one (1 to go)' }).click()
    }
    expect(await panel.getByRole('button', { name: /Draw the next/ }).count()).toBe(0)
    await panel.getByText('1 item left').waitFor()
    await expect.poll(() => panel.getByRole('list', { name: 'Your draws' }).locator('> li').count()).toBe(2)
    // The panel shows the revealed items.
    await panel
      .getByRole('link', { name: /Secret of/ })
      .nth(1)
      .waitFor()
    // The list of requests shows them as well.
    await page.keyboard.press('Escape')
    await page.getByRole('banner').getByRole('button', { name: 'Your requests' }).click()
    await dialog
      .getByRole('button', { name: /^Secret of/ })
      .nth(1)
      .waitFor()
    await page.keyboard.press('Escape')
  })
})

test('a draw whose last work goes while its dialog is open ends with the reason', async () => {
  await visits.at(buyer, nameOf(2), async ({ page, dialog }) => {
    let isGone = false
    // Keeps the server's reply and changes only the number of works, as if it came a moment later.
    const restore = await intercept(page, '**/api/collection/buying_rules?*', async (route) => {
      const response = await route.fetch()
      const rules = asJson(await response.json())
      const random = isGone ? { ...asJson(rules['random']), available: 0, mayReturn: false } : rules['random']
      await route.fulfill({ response, json: { ...rules, random } })
    })
    await openDrawn(page)
    await page.getByRole('region', { name: 'Random buy' }).getByRole('button', { name: 'Random buy' }).click()
    await dialog.getByRole('button', { name: 'Draw', exact: true }).waitFor()
    isGone = true
    await dialog.getByRole('heading', { name: 'Nothing was drawn' }).waitFor({ timeout: 40_000 })
    await dialog.getByText('Nothing was paid.').waitFor()
    restore()
    await page.keyboard.press('Escape')
  })
})

test('a rejected draw is shown as rejected, and its work is held for the buyer', async () => {
  await visits.at(buyer, nameOf(2), async ({ page, dialog }) => {
    await openDrawn(page)
    const panel = page.getByRole('region', { name: 'Random buy' })
    await panel.getByRole('textbox', { name: 'Quantity' }).fill('1')
    for (let turn = 0; turn < 2; turn += 1) {
      // The drawn work stays reserved for its buyer, even after a rejection.
      if (turn > 0) await panel.getByText('You have drawn an item but not paid for it.').waitFor()
      await panel.getByRole('button', { name: 'Random buy' }).click()
      await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
      await visits.answerRequest(buyer, 'reject')
      await dialog.getByRole('heading', { name: 'Not signed' }).waitFor()
      await dialog.getByText(/^Nothing was paid\. The item you drew is held for you/).waitFor()
      await dialog.getByRole('link', { name: 'Go to Random buy' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await panel
        .getByRole('listitem')
        .filter({ hasText: 'Not signedRequest is rejected by signer. Nothing was paid.' })
        .waitFor()
    }
  })
})

test('an unannounced random collection says so', async () => {
  await world.changeCollection(drawn.collectionId, { announced: false })
  await visits.at(null, nameOf(2), async ({ page }) => {
    await openDrawn(page)
    await page
      .getByRole('region', { name: 'Random buy' })
      .getByText('This collection has not been announced yet.')
      .waitFor()
  })
  await cronUntil(world, 'payouts', async () => !(await world.hasRow('payouts', { state: 'owed' })))
})

describe('the draws of a collection', () => {
  let fair: Shop
  let stranger: Person
  let liar: LyingNode

  beforeAll(async () => {
    fair = await openShop(world, { items: 3, random: true, priceDrops: 5_000_000n })
    stranger = await person(await world.fund('Stranger'))
    liar = await startLyingNode(world.ledgerUrl)
    works.set('Unrevealed', fair.items[0] ?? '')
  })
  afterAll(() => liar?.close())

  const collection = () => `${world.url}/collection/${fair.collectionId}`
  const verify = (page: Page) => page.getByRole('button', { name: 'Verify all draws' }).click()

  /** Returns true if the page may connect to a node of the ledger. */
  const mayConnect = (page: Page) =>
    page.evaluate(
      (node) =>
        new Promise<boolean>((resolve) => {
          const socket = new WebSocket(node)
          socket.onopen = () => resolve(true)
          socket.onerror = () => resolve(false)
        }),
      world.ledgerUrl.replace('http', 'ws'),
    )

  test('a stranger draws, pays, sees the reveal and verifies it; a node that lies is refused', async () => {
    await visits.at(stranger, 'Unrevealed', async ({ page, dialog, allow }) => {
      await page.goto(collection())
      await page
        .getByRole('region', { name: 'Random buy' })
        .getByRole('button', { name: 'Random buy' })
        .click()
      await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
      await visits.answerRequest(stranger)
      await cronUntil(world, 'sold', async () => (await soldOf(fair)).length === 1)
      await dialog.getByRole('heading', { name: 'It is yours' }).waitFor()
      const drawn = await dialog
        .getByText(/Secret of/)
        .first()
        .textContent()
      await page.keyboard.press('Escape')

      await page.getByRole('link', { name: 'Draws', exact: true }).click()
      const draws = page.getByRole('region', { name: 'Draws' })
      const row = draws.getByRole('listitem').filter({ hasText: 'Sold' })
      await row.getByRole('link', { name: /^Secret of/ }).waitFor()
      expect(drawn).toContain(await row.getByRole('link', { name: /^Secret of/ }).textContent())
      await verify(page)
      await draws.getByText('The only draw in this collection is fair.').waitFor()
      await draws.getByText('Recomputing every draw gives the same positions.').waitFor()
      await expectAccessible(page)

      await page.getByText('Choose other nodes, or add a receipt').click()
      await page.getByRole('textbox', { name: 'Second node' }).fill('no address')
      await verify(page)
      await draws.getByText('Enter the address of a node').waitFor()
      // Like every ledger server, the node has a JSON-RPC that pages cannot read. The browser reports that as an error.
      for (const text of ['CORS policy', 'ERR_FAILED']) allow(text)
      await page.getByRole('textbox', { name: 'Second node' }).fill(world.ledgerUrl)
      await verify(page)
      await draws.getByText(/does not allow browsers to read its responses/).waitFor()
      await page.getByRole('textbox', { name: 'Second node' }).fill(liar.url)
      await verify(page)
      await draws.getByText('This record is refused.').waitFor()
      await draws.getByText(/disagree about ledger \d+: one of them is wrong or behind/).waitFor()
      await expectAccessible(page)
      // Leave the page, because the verifier keeps its connection to the node, which is about to stop.
      await page.goto(world.url)
    })
  })

  test('only the page of draws may connect to nodes, also after moving on from it', async () => {
    const { page, allow, close } = await newPage(browser)
    allow('Content Security Policy')
    await page.goto(`${collection()}/draws`)
    await page.getByRole('region', { name: 'Draws' }).waitFor()
    expect(await mayConnect(page)).toBe(true)
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await page.waitForURL(/\/activity$/)
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    expect(await mayConnect(page)).toBe(false)
    await page.goBack()
    await page.getByRole('region', { name: 'Draws' }).waitFor()
    expect(await mayConnect(page)).toBe(true)
    await close()
  })

  test('the downloaded script verifies with nothing but Node', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'opx-verify-'))
    try {
      const script = path.join(dir, 'verify-draws.mjs')
      const file = await fetch(`${world.url}/verify-draws.mjs`)
      await writeFile(script, await file.text())
      const run = async (second: string) => {
        const nodes = ['--node', world.ledgerUrl, '--node', second]
        const flags = [script, '--site', world.url, '--collection', fair.collectionId, ...nodes]
        const child = spawn(process.execPath, flags, { cwd: dir })
        let out = ''
        child.stdout.on('data', (part) => {
          out += part
        })
        const status = await new Promise<number | null>((resolve) => void child.on('close', resolve))
        return { status, out }
      }
      const right = await run(world.ledgerUrl.replace('127.0.0.1', 'localhost'))
      expect(right.out).toContain('✓ The only draw in this collection is fair.')
      expect(right.status).toBe(0)
      const wrong = await run(liar.url)
      expect(wrong.out).toContain('✗ This record is refused.')
      expect(wrong.status).toBe(1)
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

test('while an artist adds items one by one, the page says when the draws begin', async () => {
  const { collectionId } = await openShop(world, { random: true, items: 1, drawable: false })
  const epochs = () => world.rowsOf('draw_epochs', { collection_id: collectionId })
  const { page, close } = await newPage(browser)
  await signedIn(page, buyer)
  await page.goto(`${world.url}/collection/${collectionId}`)
  const panel = page.getByRole('region', { name: 'Random buy' })
  const filling = panel.getByText(
    'Works are still being added. Draws begin once no work has been added for a minute.',
    { exact: true },
  )
  const isFilling = async () => {
    await page.reload()
    await filling.waitFor()
    expect(await panel.getByRole('button', { name: 'Random buy' }).count()).toBe(0)
    await world.cron()
    expect(await epochs()).toEqual([])
  }
  /** Dates all other items to the current ledger time. */
  const addedNow = async () => {
    const now = await world.closeTime()
    await world.changeRows(
      'demand_items',
      { collection_id: collectionId, name: not('Earlier') },
      { created_at: now, listed_at: now },
    )
  }
  await addedNow()
  await isFilling()
  await advanceClock(world, 40)
  await isFilling()
  await world.changeRows('demand_items', { collection_id: collectionId }, { name: 'Earlier' })
  await world.copyRows('demand_items', { collection_id: collectionId }, [
    { id: crypto.randomUUID(), name: 'Later', document: '{ }', metadata_cid: 'later' },
  ])
  await addedNow()
  // Now more than a minute has passed since the first one, but less than a minute since the second one.
  await advanceClock(world, 30)
  await isFilling()
  await advanceClock(world, 40)
  // Both are in one epoch.
  await cronUntil(world, 'draws', async () => (await epochs()).some(({ state }) => state === 'open'))
  expect(await epochs()).toMatchObject([{ count: 2, state: 'open' }])
  await page.reload()
  await panel.getByRole('button', { name: 'Random buy' }).waitFor()
  expect(await filling.count()).toBe(0)
  await close()
})
