import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { everyCase } from '#tests/support/sample.ts'
import { everyPage, pathIn } from './every-page.ts'
import { type Gallery, openGallery, workName } from './gallery.ts'
import { desktop, type Person, signedIn } from './visits.ts'

let gallery: Gallery
let browser: Browser
let artist: Person

beforeAll(async () => {
  browser = await launchBrowser()
  gallery = await openGallery()
  artist = { account: gallery.artist, session: await gallery.world.connect(gallery.artist) }
})
afterAll(async () => {
  await browser?.close()
  await gallery?.world.close()
})

type Stop = (typeof everyPage)[number]

/** Excludes pages that the edge serves as separate documents, and the operator's page, which no other role can open. */
const stops = everyPage.filter(({ path, as }) => !path.startsWith('/legal/') && as !== 'owner')
const unique = stops.filter(({ path }, at) => stops.findIndex((other) => other.path === path) === at)
const publicStops = unique.filter(({ path }) =>
  stops.some((stop) => stop.path === path && stop.as === 'visitor'),
)

/**
 * Arranges every pair of pages into one walk: `steps` pages ahead in each round. With all steps from 1 to n - 1, every
 * page is left for every other one.
 */
function walk(pages: readonly Stop[]): Stop[] {
  const steps = everyCase ? Array.from({ length: pages.length - 1 }, (_, at) => at + 1) : [1, 7]
  return steps.flatMap((step) =>
    pages.flatMap((from, at) => [from, pages[(at + step) % pages.length] ?? from]),
  )
}

/** Navigates as a link does, by notifying the router of a new history entry. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}

const waitForHeading = (page: Page, { heading }: Pick<Stop, 'heading'>) =>
  page.getByRole('heading', { name: heading }).first().waitFor()

async function walkThrough(page: Page, pages: readonly Stop[]): Promise<void> {
  await page.goto(gallery.world.url)
  // The client is now running. Before, the page is HTML from the edge.
  await page.locator('#main').waitFor()
  let from = 'a new tab'
  for (const stop of pages) {
    const path = pathIn(gallery, stop.path)
    if (path === from) continue
    await goTo(page, path)
    await waitForHeading(page, stop).catch(() => {
      throw new Error(`From ${from} to ${path}: the page is ${new URL(page.url()).pathname}.`)
    })
    if (!withTabs.test(path)) await page.waitForURL(`${gallery.world.url}${path}`)
    from = path
  }
}

/** URLs that may redirect to the first tab with content. */
const withTabs = /^\/collection\/orchard$|\/profile\/collections$/

test('a visitor gets from every page to every other one', async () => {
  const watched = await newPage(browser, { viewport: desktop })
  await walkThrough(watched.page, walk(publicStops))
  await watched.close()
}, 240_000)

test('a connected person gets from every page to every other one', async () => {
  const watched = await newPage(browser, { viewport: desktop })
  await signedIn(watched.page, artist)
  await walkThrough(watched.page, walk(unique))
  await watched.close()
}, 240_000)

test('a visitor who was sent to the hub of creating leaves it by link, search and Back', async () => {
  const watched = await newPage(browser, { viewport: desktop })
  const { page } = watched
  const at = (path: string) => page.waitForURL(`${gallery.world.url}${path}`)
  await page.goto(`${gallery.world.url}/help`)
  await page.locator('#main').waitFor()
  for (const path of ['/create', '/create/nft', '/create/multiple', '/create/collection']) {
    await goTo(page, path)
    await at('/create')
    await page.getByRole('heading', { name: 'Create', exact: true }).first().waitFor()
    await page.goBack()
    await at('/help')
    await page.getByRole('heading', { name: 'Help' }).first().waitFor()
  }
  await goTo(page, '/create/nft')
  await at('/create')
  await page.getByRole('banner').getByRole('link', { name: 'OPX' }).first().click()
  await at('/')
  await goTo(page, '/create')
  await page.getByRole('heading', { name: 'Create', exact: true }).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('orchard')
  await page.keyboard.press('Enter')
  await at('/search/orchard')
  await watched.close()
})

test('a page has the same canonical address after a load and after a navigation', async () => {
  const watched = await newPage(browser, { viewport: desktop })
  const { page } = watched
  await page.goto(`${gallery.world.url}/help`)
  await page.locator('#main').waitFor()
  const differences: object[] = []
  const { work, artist: painter } = gallery
  const variants = [
    { path: `/nft/${work.toLowerCase()}`, heading: workName },
    { path: `/nft/${work}/`, heading: workName },
    { path: '/collection/orchard/', heading: 'Midnight Orchard' },
    { path: '/collection/orchard/items?sort=price_inc', heading: 'Midnight Orchard' },
    { path: '/collection/orchard/nothing', heading: 'Midnight Orchard' },
    { path: `/account/${painter.address}`, heading: /^r/ },
    { path: `/account/${painter.address}/profile`, heading: /^r/ },
    { path: `/account/${painter.address}/profile/nothing`, heading: /^r/ },
    { path: '/search/Midnight%20Orchard', heading: /orchard/i },
    { path: '/search/%D1%81%D0%B0%D0%B4', heading: /collections|nfts|сад/i },
    { path: '/help?lang=en', heading: 'Help' },
    { path: '/create/nothing', heading: 'Create' },
  ]
  const stops = publicStops.filter(({ path }) => path !== '/')
  for (const stop of [...stops, ...variants]) {
    const path = pathIn(gallery, stop.path)
    const html = await (await fetch(`${gallery.world.url}${path}`)).text()
    const loaded = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    await goTo(page, path)
    await waitForHeading(page, stop)
    const canonical = () => page.locator('link[rel="canonical"]').getAttribute('href')
    await vi
      .waitUntil(async () => (await canonical()) === loaded, { timeout: 4000 })
      .catch(async () => differences.push({ path, loaded, navigated: await canonical() }))
  }
  expect(differences).toEqual([])
  await watched.close()
})
