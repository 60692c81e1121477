import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

/** Screen of Lighthouse's mobile preset. */
export const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
}
const desktop: BrowserContextOptions = { viewport: { width: 1360, height: 900 } }

async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
) {
  const context = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Visits the page to warm up its pictures, whose encoding would otherwise slow the measurement. */
export const visit = (browser: Browser, url: string) =>
  withPage(browser, phone, (page) => page.goto(url, { waitUntil: 'networkidle' }))

const firstScreen = 'first-screen'
const sizes = new Map<string, number>()

/** Returns the size of a file in Brotli at its maximum level, as a host that compresses once serves it. */
async function compressed(url: string): Promise<number> {
  const size = sizes.get(url) ?? brotliCompressSync(await (await fetch(url)).bytes()).length
  sizes.set(url, size)
  return size
}

/**
 * Returns the scripts that were requested before the first screen was drawn and the browser was idle, with sizes in
 * Brotli.
 */
export const firstScreenScripts = (browser: Browser, url: string) =>
  withPage(browser, phone, async (page) => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const later = await page.evaluate((mark) => {
      const end = performance.getEntriesByName(mark)[0]?.startTime
      if (end === undefined) throw new Error('The first screen was never idle.')
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= end)
        .map(({ name }) => name)
    }, firstScreen)
    const counted = [...new Set(scripts)].filter((script) => !later.includes(script))
    const bytes = await Promise.all(counted.map(compressed))
    return { files: counted.length, bytes: bytes.reduce((sum, each) => sum + each, 0) }
  })

/** Waits until the result of an interaction is drawn, including data from the server. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () =>
      new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve), { timeout: 500 })),
  )
}

const slowdown = 4
/** Number of rounds. The median is used, because other work on the machine slows single rounds. */
const rounds = 5
/** Minimum duration of an event in the browser's performance timeline. */
const shortestMs = 16

interface Responses {
  /** Times of each interaction in ms, from the input to the next frame (web.dev/articles/inp). */
  all: number[]
  p95: number
  /** Longest frame in ms while the list is scrolled. */
  longestFrame: number
  slowest: string
}

/** Measures interactions of a page on a processor slowed down four times. */
async function slowedDown(page: Page, open: () => Promise<unknown>) {
  await open()
  const events = await page.evaluateHandle(() => {
    const entries: { duration: number; interactionId: number }[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration, ...entry } of list.getEntries().map((each) => each.toJSON()))
        entries.push({ duration, interactionId: entry.interactionId })
    })
    const options = { type: 'event', durationThreshold: 16, buffered: true }
    observer.observe(options)
    return entries
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const longest = () =>
    events.evaluate((entries) =>
      Math.max(
        0,
        ...entries
          .splice(0)
          .filter((each) => each.interactionId > 0)
          .map((each) => each.duration),
      ),
    )
  const times: [name: string, ms: number][] = []
  const time = async (name: string, act: () => Promise<unknown>) => {
    await act()
    await settle(page)
    times.push([name, Math.max(shortestMs, await longest())])
  }
  return { times, time }
}

/** Returns each interaction once, with its median. */
function medians(times: [name: string, ms: number][]): [name: string, ms: number][] {
  const timesByName = Map.groupBy(times, ([name]) => name)
  return [...timesByName].map(([name, rounds]) => {
    const sorted = rounds.map(([, ms]) => ms).toSorted((a, b) => a - b)
    return [name, sorted[Math.floor(sorted.length / 2)] ?? 0]
  })
}

const p95Of = (sorted: number[]) => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0

/** Returns the p95 of a page that contains only a checkbox, on the same slowed-down processor. */
export const measureEmptyPage = (browser: Browser): Promise<number> =>
  withPage(browser, desktop, async (page) => {
    const { times, time } = await slowedDown(page, () => page.goto('data:text/html,<input type=checkbox>'))
    for (let round = 0; round < 36; round += 1) await time('click', () => page.getByRole('checkbox').click())
    return p95Of(times.map(([, ms]) => ms).toSorted((a, b) => a - b))
  })

type Time = Awaited<ReturnType<typeof slowedDown>>['time']

/** Opens a dialog by a button and closes it. */
async function openAndClose(page: Page, time: Time, button: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  await time('open dialog', async () => {
    await button.click()
    await dialog.waitFor()
  })
  await time('close dialog', async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
}

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' }).first()

/** What a visitor does on each page. */
const interactions = {
  async home(page: Page, time: Time) {
    const slides = page.getByRole('button', { name: /^Show .+, \d of \d$/ })
    for (const at of [1, 0]) await time(`slide ${at + 1}`, () => slides.nth(at).click())
    await openAndClose(page, time, connectButton(page))
  },
  async collection(page: Page, time: Time) {
    const filters = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox')
    for (const at of [0, 1, 2]) {
      await time(`filter ${at + 1}`, () => filters.nth(at).click())
      await time(`filter ${at + 1} off`, () => filters.nth(at).click())
    }
    await page.getByRole('combobox', { name: 'Sort' }).focus()
    for (const [at, key] of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].entries())
      await time(`sort ${at + 1}`, () => page.keyboard.press(key))
    await openAndClose(page, time, connectButton(page))
  },
  async NFT(page: Page, time: Time) {
    for (const name of ['Token detail', 'About', 'Traits'])
      await time(`tab ${name}`, () => page.getByRole('tab', { name }).click())
    await openAndClose(page, time, page.getByRole('button', { name: 'See it closer' }))
  },
  async search(page: Page, time: Time) {
    const box = page.getByRole('banner').getByRole('combobox')
    await time('focus', () => box.click())
    for (const key of 'mid') await time(`type ${key}`, () => page.keyboard.press(key))
    await time('suggestion', () => page.keyboard.press('ArrowDown'))
    await time('leave', () => page.keyboard.press('Escape'))
    await box.fill('')
    await openAndClose(page, time, connectButton(page))
  },
} as const

export type InteractivePage = keyof typeof interactions

/** Uses a page as a visitor does and scrolls it, on a processor slowed down four times. */
export const measureResponses = (browser: Browser, name: InteractivePage, url: string): Promise<Responses> =>
  withPage(browser, desktop, async (page) => {
    const { times, time } = await slowedDown(page, () => page.goto(url, { waitUntil: 'networkidle' }))
    for (let round = 0; round < rounds; round += 1) await interactions[name](page, time)
    const painted = await page.evaluateHandle(() => {
      const frames: number[] = []
      const next = (now: number) => {
        frames.push(now)
        requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
      return frames
    })
    await page.mouse.move(800, 500)
    for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 300)
    await settle(page)
    const gaps = await painted.evaluate((frames) =>
      frames.slice(1).map((at, index) => at - (frames[index] ?? at)),
    )
    const sorted = medians(times).toSorted(([, a], [, b]) => a - b)
    const sortedTimes = sorted.map(([, ms]) => ms)
    return {
      all: sortedTimes,
      p95: p95Of(sortedTimes),
      longestFrame: Math.max(0, ...gaps),
      slowest: sorted
        .slice(-3)
        .map(([name, ms]) => `${name} ${ms} ms`)
        .join(', '),
    }
  })
