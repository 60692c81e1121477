import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { intercept, launchBrowser, newPage } from '#tests/support/browser.ts'
import type { TestWorld } from '#tests/support/test-world.ts'
import { everyExplorerFilter, everyItemFilter } from './every-filter.ts'
import { cronUntil } from '#tests/worker/helpers.ts'
import { fillGallery, listedCount, openEmptyMarketplace, seriesCount, worksCount } from './big-gallery.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'

const desktop = { width: 1360, height: 900 }
const phone = { width: 390, height: 844 }
const collectionsCount = seriesCount + 2

let world: TestWorld
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  world = await openEmptyMarketplace()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** Opens a page as a visitor. Fails at the end if the page had an error. */
async function visit(path: string, viewport: typeof desktop, act: (page: Page) => Promise<void>) {
  const watched = await newPage(browser, { viewport, reducedMotion: 'no-preference' })
  await watched.page.goto(`${world.url}${path}`)
  // Wait until the client, not the edge, has rendered the page.
  await watched.page.locator('#main').waitFor()
  await act(watched.page)
  await watched.close()
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('article')
const card = (page: Page, name: string) => cards(page).getByRole('link', { name, exact: true })
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove the filter ${text}` })
const searchBox = (page: Page) => page.getByRole('banner').getByRole('combobox')
const suggestion = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const endOfList = (page: Page) => page.getByText('Here are all', { exact: true })

/** Waits for the number of results above a list. */
async function counted(page: Page, text: string) {
  await page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor()
}

async function hasSearch(page: Page, expected: Record<string, string | string[]>) {
  const expectedSearch = new URLSearchParams(
    Object.entries(expected).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  )
  expectedSearch.sort()
  await page.waitForURL((url) => {
    url.searchParams.sort()
    return url.searchParams.toString() === expectedSearch.toString()
  })
}

/** Runs in the page. Reports "not near yet" together with "near" from now on, as a busy browser does. */
function reportLate() {
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const entries: IntersectionObserverEntry[] = []
      super((moments, observer) => {
        entries.push(...moments)
        if (moments.at(-1)?.isIntersecting === true) report(entries.splice(0), observer)
      }, options)
    }
  }
}

/**
 * Runs in the page. Clicks all boxes before the page can draw a frame. Returns for each following frame whether all
 * were checked.
 */
async function clickTogether(boxes: Element[]): Promise<boolean[]> {
  const inputs = boxes.filter((box) => box instanceof HTMLInputElement)
  for (const input of inputs) input.click()
  const frames: boolean[] = []
  while (frames.length < 30) {
    await new Promise(requestAnimationFrame)
    frames.push(inputs.every(({ checked }) => checked))
  }
  return frames
}

/** Scrolls with the wheel until the list is complete. */
async function scrollToTheEnd(page: Page) {
  await page.mouse.move(600, 500)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 3000)
        return endOfList(page).isVisible()
      },
      { timeout: 15_000, interval: 100 },
    )
    .toBe(true)
}

/** Expects the focus on the page's content, where every navigation moves it. */
async function focusIsOnThePage(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
}

const names = (page: Page) => cards(page).getByRole('heading').allTextContents()

interface Turn {
  work: string
  /** Time on the page's clock, in milliseconds. */
  at: number
  /** Durations in seconds of the progress bars that ended since the previous slide. */
  ran: number[]
}

/** Runs in the page. Waits for the second and third slide and returns both changes. */
const turnsOf = (carousel: Element) =>
  new Promise<Turn[]>((resolve) => {
    const heading = () => carousel.querySelector('h1, h2')?.textContent ?? ''
    const turns: Turn[] = []
    let text = heading()
    let ran: number[] = []
    carousel.addEventListener('animationend', (event) => {
      if (event instanceof AnimationEvent && event.elapsedTime >= 3) ran.push(event.elapsedTime)
    })
    const watch = new MutationObserver(() => {
      const work = heading()
      if (work === text) return
      turns.push({ work, at: performance.now(), ran })
      text = work
      ran = []
      const last = turns.slice(-2)
      if (last[0]?.work !== 'Orchard 2' || last[1]?.work !== 'Orchard 3') return
      watch.disconnect()
      resolve(last)
    })
    watch.observe(carousel, { childList: true, subtree: true, characterData: true })
  })

longTest('an empty marketplace says so', async () => {
  await visit('/', desktop, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'A Gateway to Digital Luxury' }).waitFor()
    for (const [title, text] of [
      ['Featured Collections', 'No Featured Collection List'],
      ['Trending Collections', 'No collections traded in the last 24 hours'],
      ['Live Auctions', 'No Live Auctions here'],
    ] as const) {
      await section(page, title).getByText(text, { exact: true }).waitFor()
    }
    await section(page, 'Featured Collections').getByRole('link', { name: 'Explore more' }).click()
    await page.waitForURL(`${world.url}/collections_explorer`)
    await counted(page, '0 collections')
    expect(await cards(page).count()).toBe(0)
  })
})

describe('with works', () => {
  let artist: DemoAccount
  let ids: Map<string, string>

  beforeAll(async () => {
    ;({ artist, ids } = await fillGallery(world))
  })
  const idOf = (name: string) => ids.get(name) ?? ''

  test('the search box handles slash, suggestions, pasted ids and Enter', async () => {
    await visit('/', desktop, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor()
      await page.keyboard.press('/')
      const box = searchBox(page)
      expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
      await expect.poll(() => box.inputValue()).toBe('')

      await page.keyboard.type('orchrd')
      await suggestion(page, /^Midnight Orchard\s*Collection$/).waitFor()
      await suggestion(page, /^Orchard \d+\s*NFT$/)
        .first()
        .waitFor()
      await box.fill(artist.address)
      const account = suggestion(page, new RegExp(`^${artist.address}\\s*Account$`))
      await expect.poll(() => account.getAttribute('href')).toBe(`/account/${artist.address}/profile`)
      const hash = 'AB'.repeat(32)
      await box.fill(hash)
      const transaction = suggestion(page, /Transaction$/)
      await expect
        .poll(() => transaction.getAttribute('href'))
        .toBe(`https://explorer.example/transactions/${hash}`)

      await box.fill(idOf('Orchard 7').toLowerCase())
      await suggestion(page, /NFT$/).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}/nft/${idOf('Orchard 7')}`)
      await page.getByRole('heading', { level: 1, name: 'Orchard 7' }).waitFor()
      await expect.poll(() => box.inputValue()).toBe('')
      await focusIsOnThePage(page)

      await page.keyboard.press('/')
      await page.keyboard.type('midnight 50%/x')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}/search/${encodeURIComponent('midnight 50%/x')}`)
      await page.getByRole('heading', { level: 1, name: 'midnight 50%/x' }).waitFor()
      await expect.poll(() => box.inputValue()).toBe('')
      await page.getByRole('listbox').waitFor({ state: 'hidden' })
    })
  })

  longTest('the search page has its two sections, and "no data"', async () => {
    await visit('/search/midnigt', desktop, async (page) => {
      await section(page, 'Collections').getByRole('link', { name: 'Midnight Orchard' }).waitFor()
      await section(page, 'Nfts').getByText('no data', { exact: true }).waitFor()
      await searchBox(page).fill('crane')
      await page.keyboard.press('Enter')
      await section(page, 'Nfts').getByRole('link', { name: 'Crane' }).waitFor()
      await section(page, 'Collections').getByText('no data', { exact: true }).waitFor()
      expect(await names(page)).toEqual(['Crane'])
      await page.goBack()
      await section(page, 'Collections').getByRole('link', { name: 'Midnight Orchard' }).waitFor()
      expect(await names(page)).toEqual(['Midnight Orchard'])
    })
  })

  longTest('filters, sorts and chips of the explorer are in the address', async () => {
    await visit('/collections_explorer', desktop, async (page) => {
      await counted(page, `${collectionsCount} collections`)
      // Sorted by 24h volume, highest first. Only the orchard was traded today.
      expect((await names(page))[0]).toBe('Midnight Orchard')
      const text = await cards(page).first().getByRole('paragraph').nth(1).textContent()
      expect(text).toBe('Trees at night, each of them drawn from memory and...')

      await filters(page).getByRole('checkbox', { name: 'Verified' }).check()
      await hasSearch(page, { verified: 'true' })
      await counted(page, '2 collections')
      await filters(page).getByRole('checkbox', { name: 'Featured' }).check()
      await hasSearch(page, { verified: 'true', featured: 'true' })
      await counted(page, '1 collection')
      await chip(page, 'Verified').click()
      await hasSearch(page, { featured: 'true' })
      expect(await filters(page).getByRole('checkbox', { name: 'Verified' }).isChecked()).toBe(false)
      await chip(page, 'Featured').click()
      await counted(page, `${collectionsCount} collections`)

      await filters(page).getByLabel('Items, from').fill('26')
      await filters(page).getByLabel('XRP, to').fill('2700')
      await hasSearch(page, { items_min: '26', price_max: '2700' })
      // Items and floor match collections 26 and 27 and the orchard, whose cheapest of 60 works costs 1 XRP.
      await counted(page, '3 collections')
      await page.getByLabel('Sort').selectOption({ label: 'Price, lowest first' })
      await hasSearch(page, { items_min: '26', price_max: '2700', sort: 'price_inc' })
      await expect.poll(() => names(page)).toEqual(['Midnight Orchard', 'Series 26', 'Series 27'])
      await page.getByLabel('Sort').selectOption({ label: 'Price, highest first' })
      await expect.poll(() => names(page)).toEqual(['Series 27', 'Series 26', 'Midnight Orchard'])
      await page.reload()
      await expect.poll(() => names(page)).toEqual(['Series 27', 'Series 26', 'Midnight Orchard'])
      await expect.poll(() => filters(page).getByLabel('Items, from').inputValue()).toBe('26')

      await page.getByRole('button', { name: 'Clear all' }).click()
      await hasSearch(page, { sort: 'price_dec' })
      await filters(page).getByText('Issuer and taxon').click()
      await filters(page).getByLabel('Taxon').fill('103')
      await counted(page, '1 collection')
      expect(await names(page)).toEqual(['Series 3'])
      await filters(page).getByLabel('Taxon').fill('')
      await filters(page).getByLabel('Search by name').fill('nothing such')
      await page.getByText('No collections fit these filters').waitFor()
    })
  })

  longTest('a text field keeps its input while a response is pending', async () => {
    await visit('/collections_explorer', desktop, async (page) => {
      await counted(page, `${collectionsCount} collections`)
      const field = filters(page).getByLabel('Search by name')
      await field.pressSequentially('silent ')
      await hasSearch(page, { q: 'silent' })
      await counted(page, '1 collection')
      await field.pressSequentially('harbour')
      await hasSearch(page, { q: 'silent harbour' })
      await expect.poll(() => field.inputValue()).toBe('silent harbour')
    })
  })

  longTest('the explorer loads pages until "Here are all"', async () => {
    await visit('/collections_explorer', desktop, async (page) => {
      await counted(page, `${collectionsCount} collections`)
      await expect.poll(() => cards(page).count()).toBe(24)
      await scrollToTheEnd(page)
      expect(new Set(await names(page)).size).toBe(collectionsCount)
      await expect.poll(() => cards(page).count()).toBe(collectionsCount)
    })
  })

  test('a collection shows its items by default, and counts them by trait', async () => {
    await visit('/collection/orchard', desktop, async (page) => {
      await page.waitForURL(`${world.url}/collection/orchard/items`)
      await page.getByRole('heading', { level: 1, name: 'Midnight Orchard' }).waitFor()
      await counted(page, `${worksCount} items`)
      await page.goto(`${world.url}/collection/orchard/no/such/tab`)
      await page.waitForURL(`${world.url}/collection/orchard/items`)
      await counted(page, `${worksCount} items`)

      await filters(page).locator('summary').filter({ hasText: 'Mood' }).click()
      await filters(page).getByRole('checkbox', { name: 'calm 45' }).waitFor()
      await filters(page).getByRole('checkbox', { name: 'wild 15' }).check()
      await hasSearch(page, { trait: 'Mood:wild' })
      await counted(page, '15 items')
      await filters(page).getByRole('checkbox', { name: 'calm 45' }).check()
      await hasSearch(page, { trait: ['Mood:wild', 'Mood:calm'] })
      await counted(page, `${worksCount} items`)
      await filters(page).locator('summary').filter({ hasText: 'Hour' }).click()
      await filters(page).getByRole('checkbox', { name: "0 o'clock 10" }).check()
      await counted(page, '10 items')
      await chip(page, 'Mood: wild').click()
      await hasSearch(page, { trait: ['Mood:calm', "Hour:0 o'clock"] })
      await page.getByRole('button', { name: 'Clear all' }).click()
      await counted(page, `${worksCount} items`)
      await filters(page).locator('summary').filter({ hasText: 'Mood' }).click()
      const moods = filters(page).getByRole('checkbox', { name: /^(wild 15|calm 45)$/ })
      await expect.poll(() => moods.count()).toBe(2)
      expect(await moods.evaluateAll(clickTogether)).not.toContain(false)
      await hasSearch(page, { trait: ['Mood:calm', 'Mood:wild'] })
      await page.getByRole('button', { name: 'Clear all' }).click()
      await counted(page, `${worksCount} items`)
    })
  })

  longTest('items of a collection are filtered by price, and sorted by price and rarity', async () => {
    await visit('/collection/orchard/items', desktop, async (page) => {
      await counted(page, `${worksCount} items`)
      await filters(page).getByRole('checkbox', { name: 'For sale now' }).check()
      await counted(page, `${listedCount} items`)
      await filters(page).getByLabel('XRP, from').fill('5.5')
      await filters(page).getByLabel('XRP, to').fill('8')
      await hasSearch(page, { buyable: 'true', price_min: '5.5', price_max: '8' })
      await page.getByLabel('Sort').selectOption('price_inc')
      await expect.poll(() => names(page)).toEqual(['Orchard 6', 'Orchard 7', 'Orchard 8'])
      await page.getByLabel('Sort').selectOption('price_dec')
      await expect.poll(() => names(page)).toEqual(['Orchard 8', 'Orchard 7', 'Orchard 6'])
      await page.getByRole('button', { name: 'Clear all' }).click()
      await hasSearch(page, { sort: 'price_dec' })
      await expect.poll(async () => (await names(page))[0]).toBe(`Orchard ${listedCount}`)

      const first = async () => {
        const [name = ''] = await names(page)
        return Number(name.split(' ')[1]) % 4 === 0 ? 'wild' : 'calm'
      }
      await page.getByLabel('Sort').selectOption({ label: 'Rarity, most common first' })
      await expect.poll(first).toBe('calm')
      await page.getByLabel('Sort').selectOption({ label: 'Rarity, rarest first' })
      await expect.poll(first).toBe('wild')
    })
  })

  longTest(
    'works on auction have their end, and a page that is being left is not brought back by a filter',
    async () => {
      await visit('/collection/orchard/items', desktop, async (page) => {
        await counted(page, `${worksCount} items`)
        await filters(page).getByRole('checkbox', { name: 'Up for auction' }).check()
        await counted(page, '1 item')
        await cards(page).getByText('Ends in').waitFor()
        expect(await names(page)).toEqual([`Orchard ${worksCount}`])
        // Filter choices made while leaving a page must not navigate back to it.
        const choices = filters(page).getByRole('checkbox', { name: 'Minted when you buy it' })
        const leaving = choices.or(card(page, `Orchard ${worksCount}`))
        await leaving.evaluateAll((pressed) => {
          for (const one of pressed) if (one instanceof HTMLElement) one.click()
        })
        await page.getByRole('heading', { level: 1, name: `Orchard ${worksCount}` }).waitFor()
        await page.waitForURL(/\/nft\/[0-9A-F]{64}$/)
        await page.goBack()
        await counted(page, '1 item')

        await filters(page).getByRole('checkbox', { name: 'Minted when you buy it' }).check()
        await page.getByText('No items fit these filters').waitFor()
      })
    },
  )

  longTest(
    'more than 10,000 works are shown as 10,000+, and no more traits can be chosen than the list takes',
    async () => {
      await visit('/collection/orchard/items', desktop, async (page) => {
        // The response of the worker for a collection of this size (`tests/worker/lists.test.ts`). The collection here has
        // fewer works.
        const { body } = await world.call('/api/collection/nfts?id=orchard&buyable=true')
        await intercept(page, '**/api/collection/nfts?*', (route) =>
          route.fulfill({ json: { ...body, count: 10_000, atLeast: true } }),
        )
        const values = Array.from({ length: 21 }, (_, n) => ({
          value: `mood ${n}`,
          count: 10_000,
          atLeast: n === 0,
        }))
        await intercept(page, '**/api/collection/facets?*', (route) =>
          route.fulfill({ json: [{ trait: 'Mood', values }] }),
        )
        await filters(page).getByRole('checkbox', { name: 'For sale now' }).check()
        await counted(page, '10,000\\+ items')
        await filters(page).locator('summary').filter({ hasText: 'Mood' }).click()
        await filters(page).getByRole('checkbox', { name: 'mood 0 10,000+', exact: true }).waitFor()
        await filters(page).getByRole('checkbox', { name: 'mood 1 10,000', exact: true }).waitFor()

        const moods = filters(page).getByRole('checkbox', { name: /^mood / })
        await moods.evaluateAll((boxes) => {
          for (const box of boxes.slice(0, 20)) if (box instanceof HTMLElement) box.click()
        })
        await filters(page).getByText('Choose at most 20 values from at most 10 traits.').waitFor()
        const last = filters(page).getByRole('checkbox', { name: 'mood 20 10,000' })
        expect(await last.isDisabled()).toBe(true)
        await filters(page).getByRole('checkbox', { name: 'mood 7 10,000' }).uncheck()
        await last.check()
        const pairs = values.map(({ value }) => `Mood:${value}`).filter((pair) => pair !== 'Mood:mood 7')
        await hasSearch(page, { buyable: 'true', trait: pairs })
      })
    },
  )

  test.each(
    sampleOf(
      [
        ['desktop', desktop],
        ['phone', phone],
      ] as const,
      1,
    ),
  )('all works come while scrolling, and Back returns to the same place, on a %s', async (_, viewport) => {
    await visit('/collection/orchard/items?transferable=true', viewport, async (page) => {
      await counted(page, `${worksCount} items`)
      await expect.poll(() => cards(page).count()).toBe(24)
      await page.evaluate(reportLate)
      await scrollToTheEnd(page)
      const all = await names(page)
      expect([all.length, new Set(all).size]).toEqual([worksCount, worksCount])

      const work = card(page, 'Orchard 41')
      await work.scrollIntoViewIfNeeded()
      const before = await work.evaluate((link) => link.getBoundingClientRect().top)
      const scrolled = await page.evaluate(() => scrollY)
      expect(scrolled).toBeGreaterThan(1500)
      await work.click()
      await page.getByRole('heading', { level: 1, name: 'Orchard 41' }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await hasSearch(page, { transferable: 'true' })
      await chip(page, 'Transferable').waitFor()
      await expect
        .poll(async () => {
          const after = await work.evaluate((link) => link.getBoundingClientRect().top)
          return Math.abs(after - before) < 60
        })
        .toBe(true)
      await expect.poll(() => cards(page).count()).toBe(worksCount)
    })
  })

  longTest('the filters of one collection do not apply to another, and Back restores them', async () => {
    await visit('/collection/orchard/items?buyable=true&sort=price_dec', desktop, async (page) => {
      await counted(page, `${listedCount} items`)
      await searchBox(page).fill('harbour')
      await suggestion(page, /^Silent Harbour/).click()
      await page.waitForURL(`${world.url}/collection/harbour/items`)
      await counted(page, '3 items')
      expect((await names(page)).toSorted()).toEqual(['Buoy', 'Crane', 'Pier'])
      expect(await filters(page).getByRole('checkbox', { name: 'For sale now' }).isChecked()).toBe(false)
      await expect.poll(() => page.getByLabel('Sort').inputValue()).toBe('unset')
      expect(await filters(page).getByText('Mood').count()).toBe(0)
      await page.goBack()
      await counted(page, `${listedCount} items`)
      expect((await names(page))[0]).toBe(`Orchard ${listedCount}`)
      expect(await filters(page).getByRole('checkbox', { name: 'For sale now' }).isChecked()).toBe(true)
    })
  })

  longTest('the activity tab shows all events, newest first', async () => {
    await visit('/collection/orchard', desktop, async (page) => {
      await page
        .getByRole('navigation', { name: 'Collection' })
        .getByRole('link', { name: 'Activity' })
        .click()
      await page.waitForURL(`${world.url}/collection/orchard/activity`)
      const rows = page.getByRole('main').locator('ol > li')
      await rows
        .first()
        .getByRole('link', { name: `Orchard ${worksCount}` })
        .waitFor()
      await rows.first().getByText('50.00').waitFor()
      await scrollToTheEnd(page)
      await expect.poll(() => rows.count()).toBe(worksCount + listedCount + 1)
    })
  })

  longTest('the carousel advances every three seconds, and pauses under pointer or focus', async () => {
    await visit('/', desktop, async (page) => {
      const carousel = page.getByRole('region', { name: 'Featured NFTs' })
      await carousel.getByRole('heading', { name: 'Orchard 1', exact: true }).waitFor()
      const [second, third] = await carousel.evaluate(turnsOf)
      expect([second?.work, third?.work]).toEqual(['Orchard 2', 'Orchard 3'])
      // The slide's progress bar has run once for three seconds, and nothing else has changed the slide.
      expect(third?.ran).toEqual([3])
      expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(2500)

      const clock = () =>
        carousel.evaluate(async (element) => {
          const running = element
            .getAnimations({ subtree: true })
            .find((one) => one.effect?.getComputedTiming().duration === 3000)
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          return running?.playState
        })
      await carousel.getByRole('heading').hover()
      await expect.poll(clock).toBe('paused')
      await page.getByRole('heading', { name: 'Live Auctions' }).hover()
      await expect.poll(clock).toBe('running')

      const bar = carousel.getByRole('button', { name: 'Show Orchard 2, 2 of 3' })
      await bar.click()
      await carousel.getByRole('heading', { name: 'Orchard 2', exact: true }).waitFor()
      await expect.poll(() => bar.getAttribute('aria-current')).toBe('true')
      expect(await clock()).toBe('paused')
      await carousel.getByRole('link', { name: 'View Nft' }).click()
      await page.waitForURL(`${world.url}/nft/${idOf('Orchard 2')}`)
    })
  })

  longTest('the home page shows trending collections by window, and auctions with their end', async () => {
    await visit('/', desktop, async (page) => {
      const trending = section(page, 'Trending Collections')
      const ranked = () => trending.getByRole('heading', { level: 3 }).allTextContents()
      await expect.poll(ranked).toEqual(['Silent Harbour', 'Midnight Orchard'])
      expect(await trending.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true)
      await trending.getByRole('radio', { name: '24 hours' }).check()
      await expect.poll(ranked).toEqual(['Midnight Orchard'])
      const auction = section(page, 'Live Auctions').getByRole('article', { name: `Orchard ${worksCount}` })
      await auction.getByText(/^04:5\d:\d\d$/).waitFor()
      const work = auction.getByRole('link', { name: `Orchard ${worksCount}`, exact: true })
      await work.scrollIntoViewIfNeeded()
      const top = () => work.evaluate((link) => Math.round(link.getBoundingClientRect().top))
      const before = await top()
      await work.click()
      await page.getByRole('heading', { level: 1, name: `Orchard ${worksCount}` }).waitFor()
      await page.goBack()
      await expect.poll(top).toBe(before)
      await page.reload()
      await auction.waitFor()
      await expect.poll(top).toBe(before)
      const featured = section(page, 'Featured Collections')
      await featured.getByRole('link', { name: 'Midnight Orchard' }).click()
      await page.waitForURL(`${world.url}/collection/orchard/items`)
    })
  })

  longTest(
    'the home page has the banner of the sister marketplace, and the footer links to other pages',
    async () => {
      await visit('/', desktop, async (page) => {
        const banner = page.getByRole('complementary', { name: 'Beyond one ledger' })
        await banner.getByText('Our sister marketplace shows works on 14 chains.').waitFor()
        const visitSister = banner.getByRole('link', { name: 'Visit the multi-chain marketplace' })
        await expect.poll(() => visitSister.getAttribute('href')).toBe('https://sister.example/')
        const elsewhere = page.getByRole('contentinfo').getByRole('navigation', { name: 'Elsewhere' })
        await elsewhere.waitFor()
        const hrefs = await elsewhere
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        expect(hrefs).toEqual([
          'https://sister.example/',
          'https://staking.example/',
          'https://discord.example/',
        ])
      })
    },
  )

  longTest(
    'a filter that is no address or no number says so, keeps what was typed, and filters nothing',
    async () => {
      await visit('/collection/orchard/items', desktop, async (page) => {
        const address = filters(page).getByLabel('Address')
        await address.fill('Mara')
        const said = filters(page).getByText('This is not an XRP Ledger address. An address begins with r.')
        await said.waitFor()
        await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true')
        expect(await address.inputValue()).toBe('Mara')
        await hasSearch(page, {})
        await address.fill(artist.address)
        await hasSearch(page, { owner: artist.address })
        expect(await said.count()).toBe(0)
        await filters(page).getByLabel('XRP, from').fill('1,5')
        await filters(page).getByText('Enter a number, such as 12.').waitFor()
        await hasSearch(page, { owner: artist.address })
      })
      await visit('/collections_explorer', desktop, async (page) => {
        await filters(page).getByText('Issuer and taxon').click()
        await filters(page).getByLabel('Taxon').fill('many')
        await filters(page).getByText('Enter a number, such as 12.').waitFor()
        await hasSearch(page, {})
      })
    },
  )

  longTest('every sort and every filter of the items and of the explorer works', async () => {
    await visit('/collection/orchard/items', desktop, async (page) => {
      await counted(page, `${worksCount} items`)
      await everyItemFilter(world, page, 'orchard')
      await filters(page).getByLabel('Address').fill(artist.address)
      await page.keyboard.press('Enter')
      await hasSearch(page, { owner: artist.address })
    })
    await visit('/collections_explorer', desktop, async (page) => {
      await counted(page, `${collectionsCount} collections`)
      await everyExplorerFilter(world, page)
      await filters(page).getByText('Issuer and taxon').click()
      await filters(page).getByLabel('Issuer').fill(artist.address)
      await page.keyboard.press('Enter')
      await hasSearch(page, { issuer: artist.address })
    })
  })

  longTest(
    'without a network the page says what is missing, and loads when the network is back',
    async () => {
      const watched = await newPage(browser, { viewport: desktop, own: {} })
      const { page } = watched
      watched.allow('ERR_INTERNET_DISCONNECTED')
      // Error of the router if a page's code is missing.
      watched.allow('Not loaded without a network')
      await page.goto(`${world.url}/`)
      await section(page, 'Live Auctions').waitFor()
      // Wait for the code of the notice, which cannot load offline.
      await page.locator('section[aria-live="polite"]').waitFor({ state: 'attached' })
      await page.context().setOffline(true)
      await page.getByText('You are offline. What you see may be out of date').waitFor()
      await searchBox(page).fill('orchard')
      await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click()
      await page.waitForURL(`${world.url}/collections_explorer`)
      await page.getByText('You are offline, and this page has not been loaded yet.').waitFor()
      await expect
        .poll(() => page.getByRole('banner').getByRole('link', { name: 'Explore' }).isVisible())
        .toBe(true)
      await page.context().setOffline(false)
      await counted(page, `${collectionsCount} collections`)
      await watched.close()
    },
  )

  longTest(
    'a network that is lost while the page loads is told as soon as the notice can be loaded',
    async () => {
      // Build files have no descriptive names, so identify a file by its content.
      const scripts = /\/assets\/.+\.js$/
      const notice = 'You are offline. What you see may be out of date'
      const lost = await newPage(browser, { viewport: desktop, own: {} })
      const answers: Promise<void>[] = []
      // The notice's code loads after the event of the lost network.
      const loseNetwork = async (route: Route) => {
        const code = await route.fetch()
        if ((await code.text()).includes(notice)) await lost.page.context().setOffline(true)
        await route.fulfill({ response: code })
      }
      await intercept(lost.page, scripts, (route) => answers.push(loseNetwork(route)))
      // Other code that loads after the first screen.
      lost.allow('ERR_INTERNET_DISCONNECTED')
      lost.allow('Not loaded without a network')
      await lost.page.goto(`${world.url}/help`)
      await lost.page.getByText(notice).waitFor()
      await Promise.all(answers)
      await lost.close()

      const watched = await newPage(browser, { viewport: desktop, own: {} })
      const { page } = watched
      watched.allow('ERR_INTERNET_DISCONNECTED')
      watched.allow('Not loaded without a network')
      let tries = 0
      const restore = await intercept(page, scripts, async (route) => {
        const code = await route.fetch()
        if (!(await code.text()).includes(notice)) return route.fulfill({ response: code })
        tries += 1
        await page.context().setOffline(true)
        await route.abort('internetdisconnected')
      })
      await page.goto(`${world.url}/help`)
      await expect.poll(() => tries).toBeGreaterThan(0)
      await page.waitForFunction(() => !navigator.onLine)
      restore()
      await page.context().setOffline(false)
      // Wait for the code of the toasts, which the notice needs, and for its imports.
      await page.locator('section[aria-live="polite"]').waitFor({ state: 'attached' })
      await page.context().setOffline(true)
      await page.getByText(notice).waitFor()
      await watched.close()
    },
  )

  longTest('an empty search shows no results and sends no request', async () => {
    await visit('/search/%20', desktop, async (page) => {
      for (const name of ['Collections', 'Nfts'])
        await section(page, name).getByText('no data', { exact: true }).waitFor()
    })
  })

  longTest('any other path redirects home', async () => {
    await visit('/no/such/page?x=1', desktop, async (page) => {
      await page.waitForURL(`${world.url}/`)
      await section(page, 'Live Auctions').waitFor()
      expect(await page.title()).toBe('OPX, A Gateway to Digital Luxury')
    })
  })

  for (const [name, viewport] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const)
    longTest(`the keyboard alone leads to the first work and into it on a ${name}`, async () => {
      await visit('/collection/harbour/items', viewport, async (page) => {
        await counted(page, '3 items')
        const [first = ''] = await names(page)
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        const reached: string[] = []
        while (reached.at(-1) !== first && reached.length < 40) {
          await page.keyboard.press('Tab')
          reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
        }
        expect(reached.at(-1)).toBe(first)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: first }).waitFor()
        await focusIsOnThePage(page)
      })
    })

  longTest('on a phone the filters are a sheet, and search opens from the header', async () => {
    await visit('/collection/orchard/items', phone, async (page) => {
      await counted(page, `${worksCount} items`)
      expect(await filters(page).isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Filters' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.getByRole('checkbox', { name: 'For sale now' }).check()
      await sheet.locator('summary').filter({ hasText: 'Mood' }).click()
      // The count takes the other filter into account.
      await sheet.getByRole('checkbox', { name: /^wild \d+$/ }).check()
      await hasSearch(page, { buyable: 'true', trait: 'Mood:wild' })
      await sheet.getByRole('button', { name: 'Show the result' }).click()
      await sheet.waitFor({ state: 'hidden' })
      await counted(page, '5 items')
      await page.getByRole('button', { name: 'Filters (2)' }).waitFor()
      await chip(page, 'For sale now').click()
      await counted(page, '15 items')

      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await searchBox(page).fill('harbour')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.url}/search/harbour`)
      await section(page, 'Collections').getByRole('link', { name: 'Silent Harbour' }).waitFor()
    })
    await visit('/collections_explorer', phone, async (page) => {
      await counted(page, `${collectionsCount} collections`)
      await page.getByRole('button', { name: 'Filters' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.getByLabel('Search by name').fill('harbour')
      await hasSearch(page, { q: 'harbour' })
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await counted(page, '1 collection')
    })
  })

  longTest(
    'items can be sorted in a table, their filters saved by name, and the activity filtered',
    async () => {
      await visit('/collection/orchard/items', desktop, async (page) => {
        await counted(page, `${worksCount} items`)
        // Buyable works come first, cheapest first.
        expect((await names(page)).slice(0, 2)).toEqual(['Orchard 1', 'Orchard 2'])
        await page.getByRole('radio', { name: 'Table' }).check()
        const table = page.getByRole('table', { name: 'Items' })
        const works = () => table.getByRole('rowheader').getByRole('link').allInnerTexts()
        const head = (name: string) => table.getByRole('columnheader', { name })
        await expect.poll(() => head('Price').getAttribute('aria-sort')).toBe('none')
        await head('Price').getByRole('button').click()
        await hasSearch(page, { sort: 'price_inc' })
        await expect.poll(() => head('Price').getAttribute('aria-sort')).toBe('ascending')
        await head('Price').getByRole('button').focus()
        await page.keyboard.press('Enter')
        await hasSearch(page, { sort: 'price_dec' })
        await expect.poll(async () => (await works())[0]).toBe(`Orchard ${listedCount}`)
        const row = table.getByRole('row').filter({ hasText: `Orchard ${listedCount}` })
        await row.getByRole('button', { name: `Add Orchard ${listedCount} to the watchlist` }).click()
        await row.getByRole('button', { name: `Remove Orchard ${listedCount} from the watchlist` }).waitFor()
        await expectAccessible(page)

        await filters(page).getByRole('checkbox', { name: 'For sale now' }).check()
        await filters(page).getByLabel('XRP, to').fill('3')
        await hasSearch(page, { sort: 'price_dec', buyable: 'true', price_max: '3' })
        const saved = page.getByRole('region', { name: 'Saved filters' })
        await saved.getByRole('textbox', { name: 'Save these filters as' }).fill('Up to three')
        await saved.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('button', { name: 'Clear all' }).click()
        await counted(page, `${worksCount} items`)
        await page.reload()
        await saved.getByRole('button', { name: 'Up to three', exact: true }).click()
        await hasSearch(page, { sort: 'price_dec', buyable: 'true', price_max: '3' })
        await expect.poll(works).toEqual(['Orchard 3', 'Orchard 2', 'Orchard 1'])
        await saved.getByRole('button', { name: 'Delete the saved filters Up to three' }).click()
        expect(await saved.getByRole('button', { name: 'Up to three', exact: true }).count()).toBe(0)

        await page.goto(`${world.url}/collection/orchard/activity`)
        const rows = page.getByRole('main').locator('ol > li')
        await page.getByRole('radio', { name: 'Sales' }).check()
        await hasSearch(page, { kind: 'sales' })
        await page.getByText('No such events yet').waitFor()
        await page.getByRole('radio', { name: 'Listings' }).check()
        await rows.first().getByText('Offered for sale').waitFor()
        expect(await rows.filter({ hasText: 'Minted' }).count()).toBe(0)
      })
    },
  )

  /** Sells two works of a collection, one of them back and forth. Returns the ids of the works by name. */
  async function sellBackAndForth(): Promise<Map<unknown, string>> {
    const buyer = await world.fund('Buyer')
    const works = new Map(
      (await world.rowsOf('nfts', { taxon: 8 })).map(({ name, id }) => [name, String(id)]),
    )
    const sell = async (from: DemoAccount, to: DemoAccount, name: string, drops: bigint) => {
      const offer = await world.list(from, works.get(name) ?? '', drops)
      await world.run(to, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    }
    await sell(artist, buyer, 'Pier', 40_000_000n)
    await sell(buyer, artist, 'Pier', 45_000_000n)
    await sell(artist, buyer, 'Crane', 30_000_000n)
    await cronUntil(world, 'the sales are counted', () =>
      world.hasRow('collections', { id: 'harbour', sales_count: 1, marked_sales: 2 }),
    )
    return works
  }

  async function expectCsvOfSales(page: Page, chart: Locator, works: Map<unknown, string>): Promise<void> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: 'Download CSV of Sales' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    const lines = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(lines[0]?.slice(0, 5)).toEqual(['time', 'work', 'nftoken_id', 'rarity_rank', 'price_xrp'])
    expect(lines.slice(1).map(([, work, id, , price]) => [work, id, price])).toEqual([
      ['Pier', works.get('Pier'), '40'],
      ['Pier', works.get('Pier'), '45'],
      ['Crane', works.get('Crane'), '30'],
    ])
  }

  longTest('charts, their tables and files show the same sales, with and without marked ones', async () => {
    const works = await sellBackAndForth()
    await visit('/collection/harbour', desktop, async (page) => {
      await page.getByRole('link', { name: '30.00 XRP' }).first().click()
      await page.waitForURL(/\/analytics\?window=24h#sales$/)
      await page.getByText('Sales in the last 24 hours').waitFor()
      const chart = page.getByRole('figure', { name: 'Sales', exact: true })
      const cursor = chart.getByRole('slider')
      const readings = () => cursor.getAttribute('aria-valuetext')
      const tableRows = async () => {
        const rows = await chart.locator('tbody tr').all()
        return Promise.all(rows.map(async (row) => (await row.locator('td').allTextContents()).slice(1)))
      }
      await chart.getByText('Table').click()
      expect(await tableRows()).toEqual([['Crane', '–', '30.00 XRP', '–']])
      // A single sale is described in words instead of drawn as a chart.
      await chart.getByText('30.00 XRP', { exact: true }).first().waitFor()
      expect(await cursor.count()).toBe(0)
      await page.getByLabel('Include marked sales').check()
      await expect
        .poll(async () => (await tableRows()).map(([work, , price, marks]) => [work, price, marks]))
        .toEqual([
          ['Pier', '40.00 XRP', 'back and forth'],
          ['Pier', '45.00 XRP', 'back and forth'],
          ['Crane', '30.00 XRP', '–'],
        ])
      // The keyboard moves the cursor between data points.
      await cursor.focus()
      await page.keyboard.press('Home')
      expect(await readings()).toMatch(/^Pier, 40\.00 XRP, .*marked: back and forth$/)
      await page.keyboard.press('ArrowRight')
      expect(await readings()).toMatch(/^Pier, 45\.00 XRP, /)
      await chart.getByRole('link', { name: 'Pier' }).first().waitFor()
      await expectCsvOfSales(page, chart, works)
      await page.getByRole('cell', { name: 'back and forth' }).first().waitFor()
      await page.getByRole('link', { name: 'Owners', exact: true }).click()
      const top = page.getByRole('region', { name: 'Top holders' })
      await top.waitFor()
      await expect.poll(() => top.locator('tbody tr').count()).toBe(2)
    })
    await visit(`/nft/${works.get('Pier') ?? ''}`, phone, async (page) => {
      await page.getByRole('region', { name: /^History/ }).scrollIntoViewIfNeeded()
      const prices = page.getByRole('figure', { name: 'Price history' })
      await expect
        .poll(() => prices.getByRole('slider').getAttribute('aria-valuetext'))
        .toMatch(/^45\.00 XRP, /)
    })
  })

  longTest(
    'the home page says what this is and what is new; a search without a result offers something else',
    async () => {
      await visit('/', desktop, async (page) => {
        const featured = page.getByRole('region', { name: 'Featured NFTs' })
        const gold = await featured
          .getByRole('link', { name: 'View Nft' })
          .evaluate((link) => getComputedStyle(link).backgroundColor)
        expect(gold).toBe('rgb(201, 168, 106)')
        await section(page, 'Live Auctions').scrollIntoViewIfNeeded()
        await page.mouse.wheel(0, 2000)
        const listed = section(page, 'Just listed').getByRole('article')
        await listed.first().waitFor()
        // One collection does not fill the list.
        await expect.poll(() => listed.filter({ hasText: 'Midnight Orchard' }).count()).toBeLessThanOrEqual(2)
        await page.getByRole('main').getByRole('link', { name: 'How it works' }).click()
        await page.waitForURL(`${world.url}/help`)
      })
      await visit('/search/qqqqqqqq', phone, async (page) => {
        await section(page, 'Collections').getByText('no data', { exact: true }).waitFor()
        await section(page, 'Nfts').getByText('no data', { exact: true }).waitFor()
        await section(page, 'Collections to explore').getByRole('article').first().waitFor()
        await section(page, 'Popular works').getByRole('article').first().waitFor()
        await expectAccessible(page)
      })
      await visit('/collections_explorer', desktop, async (page) => {
        await page.getByRole('radio', { name: 'Table' }).check()
        const table = page.getByRole('table', { name: 'Collections' })
        const first = () => table.getByRole('rowheader').first().getByRole('link').innerText()
        /** Returns the first collection that the API lists in a sort order. */
        const expected = async (sort: string) => {
          const { body } = await world.call(`/api/collection/list?sort=${sort}`)
          return (body['list'] as { name: string }[])[0]?.name
        }
        const floor = table.getByRole('columnheader', { name: 'Floor', exact: true }).getByRole('button')
        await expect.poll(first).toBe(await expected('volume_dec'))
        await floor.click()
        await hasSearch(page, { sort: 'price_inc' })
        await expect.poll(first).toBe(await expected('price_inc'))
        await floor.press('Enter')
        await hasSearch(page, { sort: 'price_dec' })
        await expect.poll(first).toBe(await expected('price_dec'))
        await expectAccessible(page)
        await page.reload()
        await table.waitFor()
      })
    },
  )
})
