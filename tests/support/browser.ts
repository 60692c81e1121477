import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'

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

/** The Chromium that CHROME_PATH names, else the one that npm brought (it unpacks itself and its libraries in a temporary folder). */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const own = process.env['CHROME_PATH']
  if (own !== undefined && own !== '')
    return playwright.launch({ executablePath: own, args: [...calmFlags, ...more] })
  // Tells the package to unpack the system libraries that a bare machine lacks.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((flag) => !lambdaOnly.has(flag)), ...calmFlags, ...more],
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
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  const allowed: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') {
      problems.push(`console: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page itself gave it up, by leaving or by aborting.
    if (!reason.includes('ERR_ABORTED'))
      problems.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  return {
    page,
    allow: (text) => allowed.push(text),
    close: async () => {
      await context.close()
      const unexpected = problems.filter((problem) => !allowed.some((text) => problem.includes(text)))
      if (unexpected.length > 0) throw new Error(`The page had errors:\n${unexpected.join('\n')}`)
    },
  }
}
