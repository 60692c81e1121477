import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
  type Request,
  type Route,
} from 'playwright-core'
import { openPages } from './open-pages.ts'

/**
 * Does not use the flags that the npm package suggests, because they disable Chromium's web security, which the tests
 * need.
 */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/**
 * Returns the path of Chromium: CHROME_PATH, or else the one from npm. That one unpacks into a temporary folder, and
 * another process uses it as soon as unpacking has started, so call this once before several processes need it.
 */
export async function browserPath(): Promise<string> {
  const own = process.env['CHROME_PATH']
  if (own !== undefined && own !== '') return own
  const previous = process.env['AWS_EXECUTION_ENV']
  // Makes the package unpack the system libraries that a bare machine lacks. No other code should rely on this
  // variable.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  try {
    return await chromium.executablePath()
  } finally {
    if (previous === undefined) delete process.env['AWS_EXECUTION_ENV']
  }
}

export async function launchBrowser(more: string[] = []): Promise<Browser> {
  return playwright.launch({ executablePath: await browserPath(), args: [...flags, ...more] })
}

export interface WatchedPage {
  page: Page
  /** Expects errors that contain this text. */
  allow: (text: string) => void
  /** Closes the page. Throws if the page has reported an unexpected error. */
  close: () => Promise<void>
}

export type PageOptions = Pick<BrowserContextOptions, 'viewport' | 'reducedMotion' | 'colorScheme'> & {
  /** Options of a new profile for this page only, which has loaded and stored nothing else. */
  own?: BrowserContextOptions
}

/**
 * Profiles without a page. Reused for their caches, because a page costs more than twice the processor time with an
 * empty cache.
 */
const spareProfiles = new WeakMap<Browser, BrowserContext[]>()

function spareProfilesOf(browser: Browser): BrowserContext[] {
  const profiles = spareProfiles.get(browser) ?? []
  spareProfiles.set(browser, profiles)
  return profiles
}

/** Opens a profile. Service workers are blocked, because the test would not see their requests. */
const openProfile = (browser: Browser, options: BrowserContextOptions = {}) =>
  browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', serviceWorkers: 'block', ...options })

/** Clears the page's profile except for its cache. Returns false if that is impossible. */
async function reset(page: Page): Promise<boolean> {
  const context = page.context()
  // A fake clock belongs to the profile and cannot be removed.
  if (await page.evaluate(() => !Date.toString().includes('[native code]'))) return false
  const { origin } = new URL(page.url())
  if (origin !== 'null') {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    })
  }
  await context.clearCookies()
  await context.clearPermissions()
  return true
}

/** Opens a page. Its console errors, uncaught errors and failed requests fail the test when the page is closed. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const { own, viewport, reducedMotion = 'reduce', colorScheme = 'light' } = options
  const spare = spareProfilesOf(browser)
  const context =
    own === undefined ? (spare.pop() ?? (await openProfile(browser))) : await openProfile(browser, own)
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion, colorScheme })
  if (viewport) await page.setViewportSize(viewport)
  const problems: string[] = []
  const unanswered = new Set<Request>()
  openPages.set(page, { problems, unanswered })
  const allowed: string[] = []
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error') {
      problems.push(`console: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('requestfailed', (request) => {
    unanswered.delete(request)
    const reason = request.failure()?.errorText ?? ''
    // Ignores requests that the page itself cancelled by navigating or aborting.
    if (!reason.includes('ERR_ABORTED'))
      problems.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  return {
    page,
    allow: (text) => allowed.push(text),
    close: async () => {
      openPages.delete(page)
      if (own === undefined && (await reset(page))) {
        await page.close()
        spare.push(context)
      } else await context.close()
      const unexpected = problems.filter((problem) => !allowed.some((text) => problem.includes(text)))
      if (unexpected.length > 0) throw new Error(`The page had errors:\n${unexpected.join('\n')}`)
    },
  }
}

/**
 * Lets `answer` handle the page's requests to a URL. The returned function stops this but keeps intercepting: when
 * interception is turned off (`unroute`, `times`), Chromium loses some requests in flight, and the page waits for them
 * forever.
 */
export async function intercept(
  page: Page,
  url: string | RegExp | ((url: URL) => boolean),
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let ended = false
  await page.route(url, (route) => (ended ? route.fallback() : answer(route)))
  return () => {
    ended = true
  }
}
