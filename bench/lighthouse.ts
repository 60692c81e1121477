// `npm run lighthouse`: Lighthouse's mobile preset with its fixed (simulated) throttling on a running site.
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import lighthouse from 'lighthouse'
import { launchBrowser } from '#tests/support/browser.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8787' },
    runs: { type: 'string', default: '5' },
  },
})
const site = values.url.replace(/\/$/, '')
const runs = Number(values.runs)

/** Targets are 95 and 100; below these values the check fails. Performance has a margin for noise on small machines. */
const minScores = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof minScores
const categories: Category[] = ['performance', 'accessibility', 'best-practices', 'seo']
/** After the first visits the gateway is still creating the smaller AVIF for each WebP. */
const restMs = 5000
const maxScriptBytes = 130 * 1024

interface Run {
  scores: Record<Category, number>
  /** Cumulative layout shift. */
  shift: number
  /** Bytes of the first screen's JavaScript in Brotli at its maximum level, as a host that compresses once serves it. */
  scriptBytes: number
  times: string
  faults: string[]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function readJson(path: string): Promise<unknown> {
  const reply = await fetch(`${site}${path}`)
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`)
  return reply.json()
}

/** The featured work and its collection, so that the pages have pictures. */
async function findPages(): Promise<[name: string, path: string][]> {
  const featured = await readJson('/api/nft/featured')
  const first: unknown = Array.isArray(featured) ? featured[0] : undefined
  const id: unknown = Reflect.get(Object(first), 'nftokenID')
  const collection: unknown = Reflect.get(Object(first), 'collectionId')
  if (typeof id !== 'string' || typeof collection !== 'string')
    throw new Error(`${site} features no work of a collection yet.`)
  return [
    ['home', '/'],
    ['collection', `/collection/${collection}/items`],
    ['NFT', `/nft/${id}`],
  ]
}

const sizes = new Map<string, number>()

/** Bytes of files in Brotli; each is fetched and compressed once. */
async function compressed(urls: string[]): Promise<number> {
  let sum = 0
  for (const url of urls) {
    const known = sizes.get(url)
    const size = known ?? brotliCompressSync(await (await fetch(url)).bytes()).length
    sizes.set(url, size)
    sum += size
  }
  return sum
}

async function once(port: number, url: string): Promise<Run> {
  const outcome = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
  })
  if (outcome === undefined) throw new Error(`Lighthouse gave nothing for ${url}.`)
  const { lhr } = outcome
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const scoreOf = (name: Category) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const details = lhr.audits['network-requests']?.details
  const requests = details?.type === 'table' ? details.items : []
  const scripts = requests.filter((item) => item['resourceType'] === 'Script')
  const shown = (id: string) => lhr.audits[id]?.displayValue ?? '?'
  const failing = categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
    scriptBytes: await compressed(scripts.map((item) => String(item['url']))),
    times: `FCP ${shown('first-contentful-paint')}, LCP ${shown('largest-contentful-paint')}, TBT ${shown('total-blocking-time')}`,
    faults: failing.map(
      ({ id }) => `${id}: ${JSON.stringify(lhr.audits[id]?.details ?? null).slice(0, 600)}`,
    ),
  }
}

/** The run with the median performance. */
const middle = (all: Run[]) =>
  all.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(all.length / 2)]
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Whether a page meets its targets; prints one line for it. */
async function measure(port: number, name: string, path: string): Promise<boolean> {
  const all: Run[] = []
  for (let i = 0; i < runs; i += 1) all.push(await once(port, `${site}${path}`))
  const scores = categories.map(
    (category) => [category, median(all.map((run) => run.scores[category]))] as const,
  )
  const shift = Math.max(...all.map((run) => run.shift))
  const scriptBytes = Math.max(...all.map((run) => run.scriptBytes))
  const withinTargets =
    scores.every(([category, score]) => score >= minScores[category]) &&
    shift === 0 &&
    scriptBytes <= maxScriptBytes
  console.log(
    `${withinTargets ? 'ok    ' : 'FAILED'} ${name}: ${scores.map(([category, score]) => `${category} ${score}`).join(', ')}; layout shift ${shift.toFixed(4)}; JavaScript ${(scriptBytes / 1024).toFixed(1)} KiB Brotli; ${middle(all)?.times ?? ''}; performance of each run ${all.map((run) => run.scores.performance).join(' ')}`,
  )
  for (const fault of new Set(all.flatMap((run) => run.faults))) console.log(`       ${fault}`)
  return withinTargets
}

/** The screen of Lighthouse's mobile preset. */
const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }

/** Warms up the page's pictures, whose encoding would otherwise slow the measurement. */
async function visit(url: string): Promise<void> {
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
}

const pages = await findPages()
const port = await freePort()
const browser = await launchBrowser([`--remote-debugging-port=${port}`])
try {
  for (const [, path] of pages) await visit(`${site}${path}`)
  await wait(restMs)
  let failed = 0
  for (const [name, path] of pages) if (!(await measure(port, name, path))) failed += 1
  console.log(`${pages.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await browser.close()
}
