import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
  type Request,
  type Route,
} from 'playwright-core'
import { openPages } from './open-pages.ts'

const calmFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Meant for one page in one short-lived function: with them, closing a page ends the browser. */
const lambdaOnly = new Set(['--single-process', '--no-zygote'])

/**
 * The Chromium that CHROME_PATH names, else the one that npm brought. That one unpacks itself and its libraries in a temporary
 * folder, and is taken for unpacked by the next process as soon as this one has begun: ask for it once before several do.
 */
export async function browserPath(): Promise<string> {
  const own = process.env['CHROME_PATH']
  if (own !== undefined && own !== '') return own
  const told = process.env['AWS_EXECUTION_ENV']
  // Tells the package to unpack the system libraries that a bare machine lacks; nobody else is to take it for true.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  try {
    return await chromium.executablePath()
  } finally {
    if (told === undefined) delete process.env['AWS_EXECUTION_ENV']
  }
}

export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const executablePath = await browserPath()
  const packed = executablePath === process.env['CHROME_PATH'] ? [] : chromium.args
  return playwright.launch({
    executablePath,
    args: [...packed.filter((flag) => !lambdaOnly.has(flag)), ...calmFlags, ...more],
  })
}

export interface WatchedPage {
  page: Page
  /** Errors that the test expects, by a part of their text. */
  allow: (text: string) => void
  /** Closes the page; throws when it had said an error that nobody expected. */
  close: () => Promise<void>
}

/** A page whose console errors, uncaught errors and failed requests fail the test when it is closed. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
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
    // The page itself gave it up, by leaving or by aborting.
    if (!reason.includes('ERR_ABORTED'))
      problems.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  return {
    page,
    allow: (text) => allowed.push(text),
    close: async () => {
      openPages.delete(page)
      await context.close()
      const unexpected = problems.filter((problem) => !allowed.some((text) => problem.includes(text)))
      if (unexpected.length > 0) throw new Error(`The page had errors:\n${unexpected.join('\n')}`)
    },
  }
}

/**
 * Has `answer` deal with the page's requests to an address; what this gives ends that. The page's requests are still
 * intercepted then: of those that are on their way while that is turned off (`unroute`, `times`), Chromium loses some, and
 * the page waits for them for ever.
 */
export async function intercept(
  page: Page,
  url: string | ((url: URL) => boolean),
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let ended = false
  await page.route(url, (route) => (ended ? route.fallback() : answer(route)))
  return () => {
    ended = true
  }
}
