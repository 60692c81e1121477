import type { Browser, Locator, Page } from 'playwright-core'
import { violations } from '#tests/support/axe.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from '#tests/support/at-rest.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { intercept, launchBrowser, newPage, type WatchedPage } from '#tests/support/browser.ts'
import { members } from '#web/features/art-society/members.ts'
import { languageNames } from '#contract/words/languages.ts'
import { recordShifts, visibleShifts } from './layout-shifts.ts'
import { beyondScreen, clipped } from './clipped.ts'
import { everyDialog, pseudoPage } from './every-dialog.ts'
import { everyPage, pathIn } from './every-page.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { overlapping } from './overlapping.ts'
import { type Person, phone, signedIn } from './visits.ts'
import { buildPseudoClient, plainTexts, type PseudoClient } from './pseudo-locale.ts'
import { longDescribe, longTest } from '#tests/support/sample.ts'
import { notNull } from '#tests/support/state.ts'

let gallery: Gallery
let browser: Browser
const people: Partial<Record<'artist' | 'collector' | 'owner', Person>> = {}

beforeAll(async () => {
  browser = await launchBrowser()
  gallery = await openGallery()
  const { world, artist } = gallery
  world.signer.accounts.push(world.marketplace)
  people.artist = { account: artist, session: await world.connect(artist) }
  people.owner = { account: world.marketplace, session: await world.connect(world.marketplace) }
})
afterAll(async () => {
  await browser?.close()
  await gallery?.world.close()
})

type Theme = 'dark' | 'light'

interface Variant {
  width: number
  theme: Theme
  audited: boolean
}

/** Themes differ only in colors, so axe checks the narrow page in dark and the wide one in light. */
const variants: [Variant, Variant] = [
  { width: 390, theme: 'dark', audited: true },
  { width: 1360, theme: 'light', audited: true },
]
const allVariants: Variant[] = [
  ...variants,
  ...[768, 1920].map((width) => ({ width, audited: false })),
].flatMap((look) => (['dark', 'light'] as const).map((theme) => ({ ...look, theme })))

async function show(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
  await atRest(page)
}

/** All rules in dark; only contrast in light, which has the same elements in other colors. */
const rulesIn = { dark: {}, light: { rules: ['color-contrast'] } }

const sizeOf = (width: number) => ({ width, height: width < 700 ? 844 : 900 })

/** Expects that nothing is wider than the screen, nothing overlaps, and axe finds no violation. */
async function expectSound(page: Page, path: string, { width, theme, audited }: Variant): Promise<void> {
  await page.setViewportSize(sizeOf(width))
  await show(page, theme)
  const overflow = await page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  )
  expect({
    path,
    width,
    theme,
    overflow,
    overlapping: await overlapping(page),
    violations: audited ? await violations(page, rulesIn[theme]) : [],
  }).toEqual({ path, width, theme, overflow: 0, overlapping: [], violations: [] })
}

/** Returns true for pages that the edge serves without the client. */
const isDocument = (path: string) => path.startsWith('/legal/')

/** Navigates as a link does. Loads the page if the client is not running or the previous page looks alike. */
async function goTo(page: Page, path: string, heading: Locator): Promise<void> {
  const isRunning = (await page.locator('#main').count()) > 0
  if (isRunning && !isDocument(path) && (await heading.count()) === 0)
    await page.evaluate((to) => history.pushState({}, '', to), path)
  else await page.goto(`${gallery.world.url}${path}`)
  if (!isDocument(path)) await page.locator('#main').waitFor()
  await heading.waitFor()
}

test.each(['visitor', 'artist', 'owner'] as const)(
  'every page opens and fits a phone, and a sample is accessible, for the %s',
  async (as) => {
    const [look] = variants
    const watched = await newPage(browser, { viewport: sizeOf(look.width) })
    const { page } = watched
    const person = as === 'visitor' ? undefined : people[as]
    if (person !== undefined) await signedIn(page, person)
    // Visits each path once. The long tests visit it in every role that sees something different there.
    const stops = everyPage.filter(
      (stop, at) => stop.as === as && everyPage.findIndex(({ path }) => path === stop.path) === at,
    )
    for (const [at, { path: pattern, heading }] of stops.entries()) {
      await goTo(page, pathIn(gallery, pattern), page.getByRole('heading', { name: heading }).first())
      // axe is slow, so only the long tests check every page with it.
      await expectSound(page, pattern, { ...look, audited: at % 16 === 0 })
    }
    await watched.close()
  },
)

for (const { path: pattern, heading, as } of everyPage)
  longTest(`${pattern} by ${as} fits and is accessible at every width, in both themes`, async () => {
    const watched = await newPage(browser, { viewport: sizeOf(390) })
    const { page } = watched
    const person = as === 'visitor' ? undefined : people[as]
    if (person !== undefined) await signedIn(page, person)
    const path = pathIn(gallery, pattern)
    await page.goto(`${gallery.world.url}${path}`)
    // Wait until the client, not the edge, has rendered the page.
    if (!isDocument(path)) await page.locator('#main').waitFor()
    await page.getByRole('heading', { name: heading }).first().waitFor()
    for (const look of allVariants) await expectSound(page, pattern, look)
    await watched.close()
  })

test('after a navigation, title, canonical address and social tags are those of the new page', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  const { url } = gallery.world
  const tags = () =>
    page.evaluate(() => {
      const of = (selector: string, attribute: string) =>
        document.head.querySelector(selector)?.getAttribute(attribute) ?? null
      return {
        title: document.title,
        canonical: of('link[rel="canonical"]', 'href'),
        ogTitle: of('meta[property="og:title"]', 'content'),
        ogUrl: of('meta[property="og:url"]', 'content'),
        image: of('meta[property="og:image"]', 'content'),
        many: document.head.querySelectorAll('meta[property="og:title"], link[rel="canonical"]').length,
      }
    })
  await page.goto(`${url}/nft/${gallery.work}`)
  const [sent, meta] = [await page.content(), await tags()]
  expect(sent).toContain(String(meta.image))
  await page.getByRole('main').getByRole('link', { name: 'Midnight Orchard' }).first().click()
  await expect.poll(tags).toMatchObject({
    title: 'Midnight Orchard · OPX',
    canonical: `${url}/collection/orchard`,
    ogTitle: expect.stringMatching(/^Midnight Orchard by .+ · from 120\.00 XRP · OPX$/),
    ogUrl: `${url}/collection/orchard`,
    many: 2,
  })
  await page.getByRole('banner').getByRole('link', { name: 'OPX' }).first().click()
  await expect.poll(tags).toMatchObject({ canonical: null, ogTitle: null, image: null, many: 0 })
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click()
  await expect.poll(tags).toMatchObject({
    title: 'Collections · OPX',
    canonical: `${url}/collections_explorer`,
    image: `${url}/preview.png`,
    many: 2,
  })
  await watched.close()
})

longTest('what is shared has the title of the page before its social tags are written', async () => {
  const watched = await newPage(browser, { viewport: { width: 390, height: 844 } })
  const { page } = watched
  const { url } = gallery.world
  await page.addInitScript(() => {
    const share = (data: ShareData) => {
      document.body.dataset['shared'] = data.title
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const share = async (title: RegExp) => {
    await page.getByRole('button', { name: 'Share' }).first().click()
    await expect.poll(() => page.evaluate(() => document.body.dataset['shared'])).toMatch(title)
  }
  let release: (() => void) | undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  // Chunks have no names, so the one that writes the tags is recognized by a tag that only it writes.
  await intercept(page, /\/assets\/.+\.js$/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes('og:site_name')) await gate
    await route.fulfill({ response, body })
  })
  await page.goto(`${url}/nft/${gallery.work}`)
  await share(/^Midnight Orchard #12 by .+ · 120\.00 XRP$/)
  await page.getByRole('main').getByRole('link', { name: 'Midnight Orchard' }).first().click()
  await expect.poll(() => page.title()).toBe('Midnight Orchard · OPX')
  await share(/^Midnight Orchard$/)
  release?.()
  await page.locator('meta[property="og:title"]').waitFor({ state: 'attached' })
  await share(/^Midnight Orchard by .+ · from 120\.00 XRP$/)
  await watched.close()
})

for (const [locale, as] of [
  ['en', 'visitor'],
  ['en', 'artist'],
  ['de', 'visitor'],
  ['de', 'artist'],
] as const)
  longTest(
    `on a narrow phone the main actions on a work are on one line: in ${locale}, by ${as}`,
    async () => {
      const watched = await newPage(browser, { own: { locale, viewport: { width: 360, height: 780 } } })
      const { page } = watched
      const person = as === 'visitor' ? undefined : people[as]
      if (person !== undefined) await signedIn(page, person)
      await page.goto(`${gallery.world.url}/nft/${gallery.work}`)
      const actions = page.locator('[data-bottom-bar] button')
      await actions.nth(1).waitFor()
      const lines = await actions.evaluateAll((buttons) =>
        buttons.map((button) => {
          const range = document.createRange()
          range.selectNodeContents(button.firstChild ?? button)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        }),
      )
      expect(lines).toEqual([1, 1])
      await watched.close()
    },
  )

longTest('on a phone a lost network covers and takes away nothing', async () => {
  const watched = await newPage(browser, { own: { viewport: { width: 390, height: 844 } } })
  const { page } = watched
  watched.allow('ERR_INTERNET_DISCONNECTED')
  // Code that loads after the first screen.
  watched.allow('Not loaded without a network')
  await page.goto(`${gallery.world.url}/nft/${gallery.work}`)
  const bottom = page.locator('[data-bottom-bar]')
  await bottom.waitFor()
  // The toast region exists even without a toast. It arrives with the code of the notice, which cannot load offline.
  const toasts = page.locator('section[aria-live="polite"]')
  await toasts.waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  const offline = page.getByText('You are offline. What you see may be out of date')
  await offline.waitFor()
  const bar = await bottom.boundingBox()
  for (const notice of [offline, toasts]) {
    const box = await notice.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  // Lower parts of the page that are not loaded yet wait for the network, and loaded parts stay.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const related = page.getByRole('heading', { name: 'More from this collection' })
  await page.waitForFunction(() => scrollY > 0)
  expect([await bottom.isVisible(), await related.count()]).toEqual([true, 0])
  await page.context().setOffline(false)
  // A browser that has cached the failure reloads the page.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2000)
      return related.isVisible()
    })
    .toBe(true)
  await watched.close()
})

longTest('on a phone a table fades at the edge where it goes on', async () => {
  const watched = await newPage(browser, { viewport: { width: 390, height: 844 } })
  const { page } = watched
  await page.goto(`${gallery.world.url}/collections_explorer`)
  await page.getByRole('radio', { name: 'Table' }).click()
  const place = page.locator('[data-sideways]', { has: page.getByRole('table') })
  const fade = () => place.evaluate((element) => getComputedStyle(element).maskImage)
  await expect.poll(fade).toMatch(/ 0px, .+ calc\(100% - 32px\)/)
  await place.evaluate((element) => (element.scrollLeft = element.scrollWidth))
  await expect.poll(fade).toMatch(/ 32px, .+ (?:100%|calc\(100% - 0px\))/)
  await page.setViewportSize({ width: 1360, height: 900 })
  await expect.poll(fade).toBe('none')
  await watched.close()
})

longTest('on a phone the icons of the header are not squeezed', async () => {
  const watched = await newPage(browser, { viewport: { width: 390, height: 844 } })
  const { page } = watched
  const { artist } = people
  if (artist === undefined) throw new Error('There is no artist.')
  await signedIn(page, artist)
  await page.goto(gallery.world.url)
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: /^Notifications/ }).waitFor()
  const widths = await header
    .locator('button svg')
    .filter({ visible: true })
    .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().width))
  expect(widths.length).toBeGreaterThan(2)
  expect(Math.min(...widths)).toBe(18)
  await watched.close()
})

longTest('on a phone the menu navigates and changes the theme', async () => {
  const watched = await newPage(browser, { viewport: { width: 390, height: 844 } })
  const { page } = watched
  await page.goto(gallery.world.url)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Switch to the light theme' }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Explore' }).click()
  await page.waitForURL(`${gallery.world.url}/collections_explorer`)
  await watched.close()
})

longTest('the longest amount and the widest address fit on a work’s page on a phone', async () => {
  const watched = await newPage(browser, { viewport: { width: 390, height: 844 } })
  const { page } = watched
  if (people.artist !== undefined) await signedIn(page, people.artist)
  await page.goto(`${gallery.world.url}/nft/${gallery.work}`)
  await page.locator('#main').getByRole('button', { name: 'Accept Bid' }).waitFor()
  const history = page.getByRole('region', { name: /^History/ })
  await history.scrollIntoViewIfNeeded()
  await history.getByRole('listitem').first().waitFor()
  const replaced = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let count = 0
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const before = text.textContent ?? ''
      const after = before
        .replace(/^[\d,.]+ XRP$/, '100,000,000.123456 XRP')
        .replace(/r\w{6}\.\.\.\w{4}/, 'rWWWWWW...WWWW')
      if (after === before) continue
      text.textContent = after
      count += 1
    }
    return count
  })
  expect(replaced).toBeGreaterThan(3)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await watched.close()
})

longTest('the first page of every list is part of the document', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The section below a work is fetched after the work.
    if (pathname.startsWith('/api/') && pathname !== '/api/nft/related') calls.push(pathname)
  })
  for (const path of [
    '/',
    '/collections_explorer?sort=price_inc',
    '/collection/orchard/items?sort=price_dec',
    '/collection/orchard/activity',
    '/search/orchard',
    `/nft/${gallery.work}`,
  ]) {
    await page.goto(`${gallery.world.url}${path}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForTimeout(300)
    expect([path, calls]).toEqual([path, []])
  }
  await watched.close()
})

longTest('works can be shown smaller, and the choice is remembered', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  await page.goto(`${gallery.world.url}/collection/orchard/items`)
  const work = page.getByRole('article').first()
  const wide = (await work.boundingBox())?.width ?? 0
  const view = (name: string) => page.getByRole('radio', { name })
  await view('Small works').check()
  await page.reload()
  await expect.poll(() => view('Small works').isChecked()).toBe(true)
  expect((await work.boundingBox())?.width ?? wide).toBeLessThan(wide * 0.8)
  // From 1600 px on the grid has one more column.
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page
      .getByRole('main')
      .getByRole('list')
      .filter({ has: work })
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  }
  await view('Large works').check()
  expect((await columns(1600)) - (await columns(1599))).toBe(1)
  await watched.close()
})

test('the search box handles slash, suggestions, a pasted id and Enter', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  const { world, work, artist } = gallery
  const box = page.getByRole('banner').getByRole('combobox')
  const suggestion = (name: RegExp) => page.getByRole('option', { name }).first()
  await page.goto(world.url)
  await page.locator('#main').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('orchrd')
  await suggestion(/^Midnight Orchard\s*Collection$/).waitFor()
  await box.fill(artist.address)
  await suggestion(/Account$/).waitFor()
  await box.fill(work.toLowerCase())
  await suggestion(/NFT$/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/nft/${work}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.keyboard.press('/')
  await page.keyboard.type('midnight 50%/x')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/search/${encodeURIComponent('midnight 50%/x')}`)
  await page.getByRole('heading', { level: 1, name: 'midnight 50%/x' }).waitFor()
  await watched.close()
})

test('an unknown path redirects to the home page, and an unknown work says so', async () => {
  const watched = await newPage(browser)
  const { page } = watched
  await page.goto(`${gallery.world.url}/no/such/page`)
  await page.waitForURL(`${gallery.world.url}/`)
  await page.getByText('There is no page at this address').waitFor()
  watched.allow('404')
  await page.goto(`${gallery.world.url}/nft/${'0'.repeat(64)}`)
  await page
    .getByRole('heading', { name: /not found|no such|nothing|does not/i })
    .first()
    .waitFor()
  await watched.close()
})

test('the theme is dark by default, and remembered', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  await page.goto(gallery.world.url)
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.getByRole('button', { name: /light/i }).click()
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  await watched.close()
})

longTest('a rejected sign-in closes the dialog, says so, and can be retried', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  await page.goto(gallery.world.url)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).click()
  await dialog.getByRole('radio', { name: 'Xaman' }).check()
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  const row = await gallery.world.latestRequest({ purpose: 'sign_in' })
  await gallery.world.reject(String(row?.['uuid']))
  await page.getByText('Request is rejected by signer.').waitFor({ timeout: 15_000 })
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).click()
  await dialog.getByRole('radio', { name: 'Xaman' }).check()
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await watched.close()
})

longTest('a work is enlarged by keys and wheel, and one beside it is bought from its card', async () => {
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  await page.goto(`${gallery.world.url}/nft/${gallery.work}`)
  await page.getByRole('button', { name: 'See it closer' }).click()
  const zoom = page.getByRole('status', { name: 'Zoom' })
  await zoom.getByText('100 %').waitFor()
  await page.keyboard.press('+')
  await expect.poll(() => zoom.textContent()).not.toBe('100\u00a0%')
  await page.keyboard.press('0')
  await zoom.getByText('100 %').waitFor()
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => zoom.textContent()).not.toBe('100\u00a0%')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await zoom.waitFor({ state: 'hidden' })
  const more = page.getByRole('region', { name: 'More from this collection' })
  await expect.poll(() => more.getByRole('article').count()).toBe(2)

  await page.goto(`${gallery.world.url}/collection/orchard/items`)
  await page.getByRole('article', { name: 'Midnight Orchard #12' }).hover()
  await page.getByRole('button', { name: 'Buy Now: Midnight Orchard #12' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: /Terms/ }).waitFor()
  await watched.close()
})

longTest('on a touch screen the buttons of neighbouring cards do not overlap', async () => {
  const watched = await newPage(browser, {
    viewport: phone,
    own: { hasTouch: true, isMobile: true, viewport: phone },
  })
  const { page } = watched
  await page.goto(`${gallery.world.url}/collection/orchard/items`)
  await page
    .getByRole('button', { name: /to the cart$/ })
    .first()
    .waitFor()
  expect(await overlapping(page)).toEqual([])
  await page.getByRole('radio', { name: 'Small works' }).check({ force: true })
  expect(await overlapping(page)).toEqual([])
  await watched.close()
})

longTest('fingers enlarge a work and buy it from its card, and an animation can be paused', async () => {
  const { world, work } = gallery
  const watched = await newPage(browser, { viewport: { width: 390, height: 844 }, own: { hasTouch: true } })
  const { page } = watched
  const touch = await page.context().newCDPSession(page)
  const fingers = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number }[]
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  const gif = (contentType: string) => world.changeMetadata(work, ['image', 'contentType'], contentType)
  await gif('image/gif')
  await page.goto(`${world.url}/nft/${work}`)
  // The picture is paused initially, because the page is opened with reduced motion.
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await gif('image/png')

  await page.getByRole('button', { name: 'See it closer' }).click()
  const zoom = page.getByRole('status', { name: 'Zoom' })
  await zoom.getByText('100 %').waitFor()
  await fingers('touchStart', { x: 180, y: 420 }, { x: 210, y: 420 })
  for (const apart of [20, 50, 80])
    await fingers('touchMove', { x: 180 - apart, y: 420 }, { x: 210 + apart, y: 420 })
  await fingers('touchEnd')
  await expect.poll(async () => Number.parseInt((await zoom.textContent()) ?? '', 10)).toBeGreaterThan(110)

  await page.goto(`${world.url}/collection/orchard/items`)
  const card = page.getByRole('article', { name: 'Midnight Orchard #12' })
  await card.scrollIntoViewIfNeeded()
  const place = await card.boundingBox()
  await fingers('touchStart', { x: (place?.x ?? 0) + 40, y: (place?.y ?? 0) + 40 })
  await page.getByRole('dialog').getByRole('checkbox', { name: /Terms/ }).waitFor()
  await fingers('touchEnd')
  await watched.close()
})

longTest(
  'the installed app shows a page of its own without a connection, and keeps nothing else',
  async () => {
    const { world, work } = gallery
    const watched = await newPage(browser, { own: { serviceWorkers: 'allow' } })
    const { page } = watched
    watched.allow('ERR_INTERNET_DISCONNECTED')
    watched.allow('ERR_FAILED')
    await page.goto(`${world.url}/`)
    const controlled = () =>
      page.evaluate(() =>
        navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null),
      )
    await expect.poll(controlled).toBe(true)
    await page.goto(`${world.url}/nft/${work}`, { waitUntil: 'networkidle' })
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    const name = await title.textContent()

    await page.context().addCookies([{ name: 'opx_theme', value: 'light', url: world.url }])
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    expect(page.url()).toBe(`${world.url}/nft/${work}`)
    expect(await violations(page)).toEqual([])
    const wall = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
    expect(wall).toContain('Inter')
    const paths = await page.evaluate(async () => {
      const caching = (await caches.keys()).map((key) => caches.open(key))
      const requests = (await Promise.all(caching)).map((cache) => cache.keys())
      return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname)
    })
    expect(paths.toSorted()).toEqual(['/head.js', '/legal/house.css', '/legal/legal.css', '/offline'])

    await page.context().setOffline(false)
    const rename = (to: string | null) => world.changeMetadata(work, ['name'], to)
    await rename('Renamed meanwhile')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Renamed meanwhile' }).waitFor()
    await rename(name)
    await page.goto(`${world.url}/share?text=${encodeURIComponent(`Look at ${work}`)}`)
    await page.waitForURL(`${world.url}/nft/${work}`)

    const get = (path: string) => world.call(path)
    const script = await get('/sw.js')
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    const icons = [...manifest.text.matchAll(/"src": "([^"]+)"/g)].map(([, path = '']) => path)
    for (const path of icons) expect([path, (await get(path)).status]).toEqual([path, 200])
    await watched.close()
  },
)

longTest(
  'the first picture is there before any code is asked for, and pages without one begin at once',
  async () => {
    const { world, work } = gallery
    const seenOn = async (path: string) => {
      const { page, close } = await newPage(browser)
      const urls: string[] = []
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'image') urls.push('picture')
      })
      page.on('request', (request) => {
        if (/\/assets\/.+\.js$/.test(request.url())) urls.push('code')
      })
      await page.goto(`${world.url}${path}`)
      await page.locator('#main').waitFor()
      await close()
      return urls
    }
    expect((await seenOn(`/nft/${work}`)).slice(0, 2)).toEqual(['picture', 'code'])
    expect((await seenOn('/help'))[0]).toBe('code')
  },
)

longDescribe('a page in German', () => {
  longTest(
    'is chosen by the browser, by the address and in the footer, and loads no second language',
    async () => {
      const { world, work } = gallery
      const watched = await newPage(browser, { own: { locale: 'de-AT' } })
      const { page } = watched
      const files = new Set<string>()
      page.on('request', (request) => {
        if (/\/assets\/.+\.js$/.test(request.url())) files.add(request.url())
      })
      const lang = () => page.evaluate(() => document.documentElement.lang)
      await page.goto(`${world.url}/nft/${work}`)
      await page.getByRole('heading', { name: 'Kaufangebote' }).waitFor()
      expect(await lang()).toBe('de')
      expect(await page.getByRole('link', { name: 'Zum Inhalt springen' }).count()).toBe(1)
      // Amounts use the language's decimal mark, because 12.5 would be read as a date or as a thousand.
      await page
        .getByText(/\d,\d\d XRP/)
        .first()
        .waitFor()
      const scripts = await Promise.all([...files].map(async (file) => (await fetch(file)).text()))
      expect(scripts.some((code) => code.includes('Kaufangebote'))).toBe(true)
      expect(scripts.filter((code) => code.includes('Buy Offers'))).toEqual([])

      const alternates = await page
        .locator('link[hreflang]')
        .evaluateAll((links) =>
          links.map((link) => [
            link.getAttribute('hreflang'),
            new URL(String(link.getAttribute('href'))).search,
          ]),
        )
      expect(alternates).toEqual([
        ['en', '?lang=en'],
        ['de', '?lang=de'],
        ['x-default', ''],
      ])

      const footer = page.getByRole('navigation', { name: 'Sprache' })
      await footer.getByRole('link', { name: languageNames.en }).click()
      await page.getByRole('heading', { name: 'Buy Offers' }).waitFor()
      expect(await lang()).toBe('en')
      await page.goto(`${world.url}/help?lang=de`)
      await page.getByRole('heading', { level: 1, name: 'Hilfe' }).waitFor()
      expect(await page.title()).toBe('Hilfe · OPX')
      expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toContain('/help?lang=de')
      // The choice applies to every other page.
      await page.goto(`${world.url}/help`)
      await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
      await watched.close()
    },
  )

  longTest('has a page of its own without a connection', async () => {
    const watched = await newPage(browser, { own: { locale: 'de-DE', serviceWorkers: 'allow' } })
    const { page } = watched
    watched.allow('ERR_INTERNET_DISCONNECTED')
    await page.goto(`${gallery.world.url}/help`)
    const controlled = () =>
      page.evaluate(() =>
        navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null),
      )
    await expect.poll(controlled).toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor()
    await watched.close()
  })

  longTest('says why the server refuses something, with its numbers', async () => {
    const { world, work, collector } = gallery
    const watched = await newPage(browser, { own: { locale: 'de-DE' } })
    const { page } = watched
    // The refused request.
    watched.allow('422')
    await signedIn(page, { account: collector, session: await world.connect(collector) })
    await page.goto(`${world.url}/nft/${work}`)
    await page.getByRole('main').getByRole('button', { name: 'Gebot abgeben' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Ihr Gebot' }).fill('9000,5')
    await dialog.getByRole('button', { name: /Wallet/ }).click()
    await dialog
      .getByText(/^Dafür sind 9\.000,50 XRP nötig, und Ihr Konto kann 4\.\d{3},\d+ XRP über seiner Reserve/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await watched.close()
  })

  longTest('comes with its title and description, and no copy of it is given to others', async () => {
    const { world } = gallery
    const get = async (headers: Record<string, string>) => {
      const reply = await fetch(`${world.url}/help`, { headers })
      const text = await reply.text()
      return {
        language: reply.headers.get('content-language'),
        vary: reply.headers.get('vary'),
        title: /<title>([^<]*)/.exec(text)?.[1],
        lang: /<html lang="(\w+)"/.exec(text)?.[1],
        description: /og:description" content="([^"]*)/.exec(text)?.[1],
      }
    }
    const vary = 'Accept-Language, Cookie'
    expect(await get({ 'accept-language': 'de' })).toEqual({
      language: 'de',
      vary,
      title: 'Hilfe · OPX',
      lang: 'de',
      description: 'Das Tor zum digitalen Luxus',
    })
    const english = {
      language: 'en',
      vary,
      title: 'Help · OPX',
      lang: 'en',
      description: 'A Gateway to Digital Luxury',
    }
    expect(await get({ 'accept-language': 'de', cookie: 'opx_lang=en' })).toEqual(english)
    // Turkish has no catalogue yet.
    expect(await get({ 'accept-language': 'tr' })).toEqual(english)
  })

  for (const { path: pattern, as } of everyPage)
    longTest(`the German page fits a narrow phone: ${pattern} by ${as}`, async () => {
      const watched = await newPage(browser, {
        own: { locale: 'de-DE', viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' },
      })
      const { page } = watched
      const person = as === 'visitor' ? undefined : people[as]
      if (person !== undefined) await signedIn(page, person)
      await page.goto(`${gallery.world.url}${pathIn(gallery, pattern)}`)
      await page.locator('h1').first().waitFor()
      await atRest(page)
      const overflow = await page.evaluate(() =>
        Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      expect({ overflow, clipped: await clipped(page), overlapping: await overlapping(page) }).toEqual({
        overflow: 0,
        clipped: [],
        overlapping: [],
      })
      await watched.close()
    })
})

longDescribe('a page in the pseudo-locale', () => {
  let pseudo: PseudoClient
  beforeAll(async () => {
    pseudo = await buildPseudoClient()
    // Must run after the other tests have signed in, because pages of older sessions show a notice that covers the buttons
    // below.
    const { world, collector } = gallery
    people.collector = { account: collector, session: await world.connect(collector) }
  })
  afterAll(async () => {
    await pseudo?.remove()
    // Removes the swaps that the dialogs needed.
    await gallery.world.removeRows('swaps')
  })

  /**
   * Texts from the ledger and from users, names that are the same in every language, and texts that Intl writes in English.
   */
  const data = new RegExp(
    [
      ...members.flatMap(({ name, bio }) => [name, bio]),
      ...Object.values(languageNames),
      'Midnight Orchard|Trees at night|An orchard at night|Mara|Jonas|Moon|Waning|Full|orchard|local',
      'r[1-9A-Za-z]{5}\\.\\.\\.\\w{4}|r[1-9A-Za-z]{24,34}|[0-9A-F]{6}\\.\\.\\.[0-9A-F]{4}|[0-9A-F]{64}|/swap/[0-9a-f]{8}',
      '(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z][a-z]{2,8}(?= \\d+, \\d{4})|at(?= \\d)|\\b[0-9A-F]{6}\\b|[A-Z0-9]{3}-[A-Z0-9]{3}',
      'XRP|OPX|NFTs?|Xaman|USD|US Dollar|Euro|Twitter|Telegram|Discord|Medium|Facebook',
      'JPE?G|PNG|GIF|SVG|MP4|WEBM|PDF|[MGK]B|[A-Z][a-z]{2}(?= \\d)|AM|PM|(second|minute|hour)s?|ago|today|yesterday',
    ].join('|'),
    'g',
  )

  // The operator's page is excluded, because it shows internal names of background work.
  const translatedPages = everyPage.filter(({ path }) => !/^\/(legal|admin)/.test(path))

  for (const { path: pattern, as } of translatedPages)
    longTest(`has no text outside of the catalogue, and none is cut: ${pattern} by ${as}`, async () => {
      const watched = await newPage(browser, {
        own: { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' },
      })
      const { page } = watched
      await pseudo.show(page)
      // Pages that Playwright answers have no network address of their own.
      watched.allow('ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS')
      const person = as === 'visitor' ? undefined : people[as]
      if (person !== undefined) await signedIn(page, person)
      await page.goto(`${gallery.world.url}${pathIn(gallery, pattern)}`)
      await page.locator('#main h1').first().waitFor()
      await atRest(page)
      const overflow = await page.evaluate(() =>
        Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      const cut = [...(await clipped(page)), ...(await beyondScreen(page))]
      expect({ overflow, cut, plain: await plainTexts(page, data) }).toEqual({
        overflow: 0,
        cut: [],
        plain: [],
      })
      // The site serves another build, so code that the page still requests cannot come from it.
      watched.allow('ERR_INTERNET_DISCONNECTED')
      watched.allow('Not loaded without a network')
      await page.context().setOffline(true)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await watched.close()
    })

  for (const { name, path: pattern, as, stored = {}, show } of everyDialog)
    longTest(`has no text outside of the catalogue, and none is cut, in a dialog: ${name}`, async () => {
      const watched = await newPage(browser, {
        own: { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' },
      })
      const { page } = watched
      // Requests that the server refuses.
      watched.allow('422')
      await pseudo.show(page)
      watched.allow('ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS')
      const person = as === 'visitor' ? undefined : people[as]
      if (person !== undefined) await signedIn(page, person)
      await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value))
      }, stored)
      await page.goto(`${gallery.world.url}${pathIn(gallery, pattern)}`)
      await page.locator('#main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      await show(pseudoPage(page, gallery))
      await page.waitForLoadState('networkidle')
      await atRest(page)
      const cut = [...(await clipped(page)), ...(await beyondScreen(page))]
      expect({ cut, plain: await plainTexts(page, data) }).toEqual({ cut: [], plain: [] })
      // The site serves another build, so code that the page still requests cannot come from it.
      watched.allow('ERR_INTERNET_DISCONNECTED')
      watched.allow('Not loaded without a network')
      await page.context().setOffline(true)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await watched.close()
    })
})

longDescribe('a page on phones and on the widest screen', () => {
  for (const { path: pattern, heading, as } of everyPage)
    for (const width of [360, 390, 2560])
      longTest(
        `moves nothing while it loads, and is accessible, at ${width} px: ${pattern} by ${as}`,
        async () => {
          const watched = await newPage(browser, {
            own: { viewport: { width, height: width < 700 ? 780 : 1440 }, reducedMotion: 'reduce' },
          })
          const { page } = watched
          await recordShifts(page)
          const person = as === 'visitor' ? undefined : people[as]
          if (person !== undefined) await signedIn(page, person)
          await page.goto(`${gallery.world.url}${pathIn(gallery, pattern)}`)
          await page.getByRole('heading', { name: heading }).first().waitFor()
          await page.waitForLoadState('networkidle')
          await atRest(page)
          expect({ shifts: await visibleShifts(page), found: await violations(page) }).toEqual({
            shifts: [],
            found: [],
          })
          await watched.close()
        },
      )
})

/** Answers the newest request on the wallet's phone page, which must show the same code as the page's dialog. */
async function answerOnPhone(act: 'Sign' | 'Reject', code: string | null = null) {
  const { world } = gallery
  const row = await world.latestRequest({ deep_link: notNull })
  const wallet = await newPage(browser, { viewport: phone })
  await wallet.page.goto(String(row?.['deep_link']))
  if (code !== null) await wallet.page.getByText(`Code: ${code}.`).waitFor()
  const account = wallet.page.getByRole('radio', { name: 'Jonas' })
  if ((await account.count()) > 0) await account.check()
  await wallet.page.getByRole('button', { name: act }).click()
  await wallet.page
    .getByText(act === 'Sign' ? /signed|done|sent/i : /reject/i)
    .first()
    .waitFor()
  await wallet.close()
}

async function connect(watched: WatchedPage) {
  const { page } = watched
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).click()
  await dialog.getByRole('radio', { name: 'Xaman' }).check()
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  const code = await dialog.getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/).innerText()
  // Screen readers spell the code.
  await dialog.getByText(`Code: ${[...code.replace('-', '')].join(' ')}`).waitFor()
  await answerOnPhone('Sign', code)
  await dialog.waitFor({ state: 'hidden' })
}

// Must be the last test, because it sells the work.
test('a visitor connects a wallet, buys a work and sees it as their own', async () => {
  const { world, collector, work: nft } = gallery
  const watched = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  await page.goto(world.url)
  await page.getByRole('heading', { name: 'Midnight Orchard #12' }).waitFor()
  await page.getByRole('link', { name: 'View Nft' }).click()
  await page.getByRole('heading', { name: 'Midnight Orchard #12', level: 1 }).waitFor()
  await page.getByText('Waning').waitFor()

  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await connect(watched)
  const short = `${collector.address.slice(0, 6)}...${collector.address.slice(-4)}`
  await page.getByRole('banner').getByText(short).waitFor()

  // The price is 120 XRP plus 1 %. The complete breakdown is shown before signing.
  await page
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/121\.20/)
    .first()
    .waitFor()
  await dialog
    .getByRole('button', { name: /Confirm|Buy|Continue|Sign/ })
    .first()
    .click()
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
  await answerOnPhone('Sign')
  await dialog.getByText('Midnight Orchard #12 is yours').waitFor({ timeout: 30_000 })
  const hash = await dialog.locator('a[href*="explorer.example"]').getAttribute('href')
  const [sale] = await world.salesOf(nft)
  expect(hash).toContain(String(sale?.['txid']))
  expect(await world.ownerOf(nft, [collector])).toBe(collector.address)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByText(/You/).first().waitFor()
  await watched.close()
})
