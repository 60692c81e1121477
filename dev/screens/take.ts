import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { messageOf, StackError } from '#dev/lib/stack-error.ts'
import { type Person, signedIn } from '#tests/browser/visits.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { findPages } from './pages.ts'
import { sameTop } from './same-top.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const usage = `npm run screens -- [--url http://localhost:8787] [--signer http://localhost:8788] [--only home,nft] [--readme]

Every page of a running site in both themes at 390 and 1360 px into screens/ (accounts and the art society also at 768 and
1920 px); with --readme also the pictures of the README.
Pages that need a wallet are taken as the demo's artist and marketplace owner, signed in through the local signer.
`

const themes = ['dark', 'light'] as const
const readmePictures = [
  { name: 'home', theme: 'dark' },
  { name: 'nft', theme: 'dark' },
  { name: 'collection-demand', theme: 'light' },
] as const
const sizes = [
  { width: 390, height: 844, everyPage: true },
  { width: 768, height: 1024, everyPage: false },
  { width: 1360, height: 900, everyPage: true },
  { width: 1920, height: 1080, everyPage: false },
]

interface Shot {
  url: string
  theme: (typeof themes)[number]
  size: { width: number; height: number }
  file: string
  /** The connected account. */
  as?: Person | undefined
  /** For the README: the viewport, as JPEG. Otherwise the full page, as PNG. */
  readme?: boolean
}

/** Waits for pending requests, then for every picture: those further down load only when scrolled into view. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const most = 20 * innerHeight
    for (let y = 0; y < Math.min(document.body.scrollHeight, most); y += innerHeight) {
      scrollTo(0, y)
      await frame()
      await frame()
    }
    scrollTo(0, 0)
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    // A lazy picture outside the viewport has no source yet, and needs none.
    [...document.images].every(
      (image) => image.complete || image.currentSrc === '' || !image.checkVisibility(),
    ),
  )
}

/** False when the browser used another page width for the screenshot, which is then discarded. */
async function take(
  browser: Browser,
  { url, theme, size, file, as, readme = false }: Shot,
): Promise<boolean> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  try {
    await context.addCookies([{ name: 'opx_theme', value: theme, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(90_000)
    if (as !== undefined) await signedIn(page, as)
    await page.goto(url)
    await page
      .locator(url.includes('/legal/') ? 'h1' : '#main h1')
      .first()
      .waitFor()
    await settle(page)
    // On a busy machine a new page can have another page's width for a while.
    await page.waitForFunction((width) => matchMedia(`(width: ${width}px)`).matches, size.width)
    if (readme) await page.screenshot({ path: file, type: 'jpeg', quality: 82 })
    else {
      const seen = await page.screenshot()
      const whole = await page.screenshot({ fullPage: true })
      if (!(await sameTop(context, seen, whole))) return false
      await writeFile(file, whole)
    }
    console.log(path.relative(root, file))
    return true
  } finally {
    await context.close()
  }
}

/** One browser per screenshot: a long-running one used another page's width for the screenshot. */
async function takeInNewBrowser(shot: Shot): Promise<boolean> {
  const browser = await launchBrowser()
  try {
    return await take(browser, shot)
  } finally {
    await browser.close()
  }
}

const maxTries = 5

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      signer: { type: 'string', default: 'http://localhost:8788' },
      only: { type: 'string' },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) return console.log(usage)
  const site = values.url.replace(/\/$/, '')
  const only = values.only?.split(',')
  const pages = (await findPages(site, values.signer.replace(/\/$/, ''))).filter(
    ({ name }) => only?.includes(name) ?? true,
  )
  const folder = path.join(root, 'screens')
  await mkdir(folder, { recursive: true })
  const shots: Shot[] = [
    ...pages.flatMap((page) =>
      themes.flatMap((theme) =>
        sizes
          .filter(({ everyPage }) => everyPage || page.everyWidth === true)
          .map((size) => ({
            url: `${site}${page.path}`,
            theme,
            size,
            as: page.as,
            file: path.join(folder, `${page.name}-${theme}-${size.width}.png`),
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
  for (const shot of shots) {
    let taken = false
    for (let tries = 0; !taken && tries < maxTries; tries += 1) taken = await takeInNewBrowser(shot)
    if (!taken)
      throw new StackError(
        `${shot.url} could not be captured completely: the browser changes its layout each time.`,
      )
  }
}

try {
  await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
