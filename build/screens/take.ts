import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { messageOf, StackError } from '#local/lib/stack-error.ts'
import { signedIn } from '#tests/browser/visits.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { findPages, type PageToTake } from './pages.ts'
import { sameTop } from './same-top.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const usage = `npm run screens -- [--url http://localhost:8787] [--signer http://localhost:8788] [--only home,nft] [--widths 390,1360]
  [--themes dark,light] [--lang de] [--readme]

Every page and dialog of a running site in both themes and at seven widths, 360 to 2560 px, into screens/; with --lang in another
language that the site has, with --readme also the pictures of the README. Pages that need a wallet are taken as accounts of the demo, signed in through the local signer.
`

const themes = ['dark', 'light'] as const
const readmePictures = [
  { name: 'home', theme: 'dark' },
  { name: 'nft', theme: 'dark' },
  { name: 'collection-demand', theme: 'light' },
] as const
const sizes = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1360, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
]

interface Shot extends Pick<PageToTake, 'as' | 'show' | 'storedItems' | 'heading' | 'report' | 'sandboxed'> {
  url: string
  theme: (typeof themes)[number]
  size: { width: number; height: number }
  file: string
  /** Defaults to English. Pages with dialogs require English, because the dialogs are opened by their English names. */
  lang?: string | undefined
  /** True to take the viewport as JPEG for the README. Otherwise the full page is taken as PNG. */
  readme?: boolean
}

/** Scrolls through the page, because content further down loads only when it is near the viewport. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A busy browser may not paint a frame for a while.
    const nextFrame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve)
        setTimeout(resolve, 1000)
      })
    const maxHeight = 20 * innerHeight
    for (let y = 0; y < Math.min(document.body.scrollHeight, maxHeight); y += innerHeight) {
      scrollTo(0, y)
      await nextFrame()
      await nextFrame()
    }
    scrollTo(0, 0)
  })
  await everythingLoaded(page)
}

/** Placeholders of content that is not loaded yet: `WhenNear`, `Below` and skeletons. */
const emptyBlocks =
  '#main :is(div:empty[style*="min-block-size"], span[aria-hidden="true"]:empty[style*="block-size"])'

const loadMs = 30_000

/**
 * Loads everything that loads on approach. A key press shows the content, and lists that appear later need another one.
 * Playwright's `networkidle` covers only the initial page load.
 */
async function everythingLoaded(page: Page): Promise<void> {
  const deadline = Date.now() + loadMs
  const missingImages = () =>
    page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].some((place) => place.checkVisibility()),
      emptyBlocks,
    )
  do {
    if (Date.now() > deadline) throw new StackError('A part of the page was not loaded.')
    await page.keyboard.press('Shift')
    await page.waitForTimeout(100)
  } while (await missingImages())
}

/** Waits for pending requests and lazy content, then until every picture is decoded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await scrollThrough(page)
  // The first round may have made the page longer.
  await scrollThrough(page)
  await page.evaluate(async () => {
    const atMost = (work: Promise<unknown>, ms: number) =>
      Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])
    await atMost(document.fonts.ready, 10_000)
    const visible = [...document.images].filter((image) => image.checkVisibility())
    for (const image of visible) {
      image.loading = 'eager'
      // A full-page screenshot changes the viewport. Without synchronous decoding, it would be taken before the images are
      // decoded again.
      image.decoding = 'sync'
    }
    // A broken picture is replaced by a placeholder.
    await atMost(Promise.all(visible.map((image) => image.decode().catch(() => undefined))), 20_000)
  })
}

/** Returns false if the browser rendered the page at another width; the screenshot is then discarded. */
async function take(
  page: Page,
  {
    url,
    theme,
    size,
    file,
    as,
    show,
    storedItems = {},
    heading = '#main h1',
    sandboxed = false,
    readme = false,
  }: Shot,
): Promise<boolean> {
  await page.context().addCookies([{ name: 'opx_theme', value: theme, url }])
  page.setDefaultTimeout(30_000)
  if (as !== undefined) await signedIn(page, as)
  await page.addInitScript((settings) => {
    for (const [key, value] of Object.entries(settings)) localStorage.setItem(key, JSON.stringify(value))
  }, storedItems)
  await page.goto(url)
  await page.locator(heading).first().waitFor()
  if (sandboxed) {
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: file, fullPage: true })
    return true
  }
  await settle(page)
  // On a busy machine, a new page can briefly have the width of another page.
  await page.waitForFunction((width) => matchMedia(`(width: ${width}px)`).matches, size.width)
  if (show !== undefined) {
    await show(page)
    // Gives images time to load and animations time to finish.
    await page.waitForTimeout(800)
  }
  if (readme) await page.screenshot({ path: file, type: 'jpeg', quality: 82 })
  else if (show !== undefined) await page.screenshot({ path: file })
  else {
    const picture = await page.screenshot()
    const whole = await page.screenshot({ fullPage: true })
    if (!(await sameTop(page.context(), picture, whole))) return false
    await writeFile(file, whole)
  }
  return true
}

/** Takes a screenshot in a profile that keeps the cache of the browser's earlier screenshots. */
async function takeIn(browser: Browser, shot: Shot): Promise<boolean> {
  const { theme, size, lang, report } = shot
  const watchlistPage = await newPage(browser, {
    viewport: size,
    colorScheme: theme,
    ...(lang !== undefined && {
      own: { locale: lang, viewport: size, reducedMotion: 'reduce', colorScheme: theme },
    }),
  })
  if (report !== undefined) watchlistPage.allow(report)
  let isDone = false
  try {
    isDone = await take(watchlistPage.page, shot)
  } finally {
    await watchlistPage.close()
  }
  if (isDone) console.log(path.relative(root, shot.file))
  return isDone
}

const maxTries = 5

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      signer: { type: 'string', default: 'http://localhost:8788' },
      only: { type: 'string' },
      widths: { type: 'string' },
      themes: { type: 'string' },
      lang: { type: 'string' },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) return console.log(usage)
  const site = values.url.replace(/\/$/, '')
  const selectedNames = values.only?.split(',')
  const widths = values.widths?.split(',').map(Number)
  const selection = themes.filter((theme) => values.themes?.split(',').includes(theme) ?? true)
  const pages = (await findPages(site, values.signer.replace(/\/$/, ''))).filter(
    ({ name }) => selectedNames?.includes(name) ?? true,
  )
  const folder = path.join(root, 'screens')
  await mkdir(folder, { recursive: true })
  const shots: Shot[] = [
    ...pages.flatMap((page) =>
      selection.flatMap((theme) =>
        sizes
          .filter(({ width }) => widths?.includes(width) ?? true)
          .map((size) => ({
            url: `${site}${page.path}`,
            theme,
            size,
            ...page,
            lang: values.lang,
            file: path.join(
              folder,
              `${page.name}-${values.lang === undefined ? '' : `${values.lang}-`}${theme}-${size.width}.png`,
            ),
          })),
      ),
    ),
    ...pages.flatMap((page) =>
      readmePictures
        .filter(({ name }) => values.readme && name === page.name)
        .map(({ name, theme }) => ({
          url: `${site}${page.path}`,
          theme,
          size: { width: 1360, height: 900 },
          file: path.join(import.meta.dirname, `${name}-${theme}.jpg`),
          readme: true,
        })),
    ),
  ]
  let browser = await launchBrowser()
  // A browser that has rendered one page at the wrong width will do so again, so it is replaced.
  const replaceBrowser = async () => {
    await browser.close()
    browser = await launchBrowser()
  }
  for (const shot of shots) {
    try {
      let tries = 1
      while (!(await takeIn(browser, shot))) {
        if (tries === maxTries) throw new StackError('The browser changes its layout each time.')
        tries += 1
        await replaceBrowser()
      }
    } catch (error) {
      console.error(`${path.relative(root, shot.file)}: ${messageOf(error)}`)
      process.exitCode = 1
      await replaceBrowser()
    }
  }
  await browser.close()
}

// Exits directly, because Playwright's own handler only closes the browser, and the next screenshot would open another
// one.
process.on('SIGTERM', () => process.exit(143))
try {
  await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
