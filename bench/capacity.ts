// `npm run bench:capacity -- --database URL [--site URL]`: what one page view costs on a running site (`npm start`): by
// kind, requests, bytes and the time of Postgres. docs/capacity.md multiplies these figures.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { Pool } from 'pg'
import * as v from 'valibot'
import { launchBrowser } from '#tests/support/browser.ts'

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: 'http://localhost:8787' },
    database: { type: 'string', default: 'postgresql://postgres@127.0.0.1:8790/opx' },
    ledger: { type: 'string', default: 'http://127.0.0.1:8789' },
    views: { type: 'string', default: '10' },
  },
})
const { site } = values
const views = Number(values.views)
const idleSeconds = 20

const kinds = ['page', 'api', 'media', 'asset', 'socket'] as const
type Kind = (typeof kinds)[number]
type Cost = Record<Kind, { requests: number; kilobytes: number }>

function kindOf(url: string): Kind {
  const { pathname, protocol } = new URL(url)
  if (protocol === 'ws:') return 'socket'
  if (pathname.startsWith('/api/')) return 'api'
  if (pathname.startsWith('/media/')) return 'media'
  return /\.\w+$/.test(pathname) ? 'asset' : 'page'
}

const noCost = (): Cost => ({
  page: { requests: 0, kilobytes: 0 },
  api: { requests: 0, kilobytes: 0 },
  media: { requests: 0, kilobytes: 0 },
  asset: { requests: 0, kilobytes: 0 },
  socket: { requests: 0, kilobytes: 0 },
})

/** Adds up what a page requests, as the network carries it. What the browser's own cache answers costs nothing. */
async function watch(page: Page): Promise<Cost> {
  const cost = noCost()
  const urls = new Map<string, string>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  session.on('Network.requestServedFromCache', ({ requestId }) => urls.delete(requestId))
  session.on('Network.webSocketCreated', () => (cost.socket.requests += 1))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url === undefined || !url.startsWith(site) || encodedDataLength === 0) return
    const sum = cost[kindOf(url)]
    sum.requests += 1
    sum.kilobytes += encodedDataLength / 1024
  })
  return cost
}

const pool = new Pool({ connectionString: values.database, max: 1 })
const Counters = v.tuple([v.object({ commits: v.number(), ms: v.number() })])

/** Reads how many transactions Postgres has run, and for how many milliseconds. */
async function readCounters() {
  // Backends publish their counters at most once a second.
  await wait(1500)
  const { rows } = await pool.query(
    'select xact_commit::float8 as commits, active_time as ms from pg_stat_database where datname = current_database()',
  )
  const [counters] = v.parse(Counters, rows)
  return { ...counters, at: Date.now() }
}

interface Load {
  commits: number
  ms: number
}

/** Returns what Postgres did during work, less what it does for the follower and the cron in the same time. */
async function measureDatabase(work: () => Promise<void>, idle: Load): Promise<Load> {
  const before = await readCounters()
  await work()
  const after = await readCounters()
  const seconds = (after.at - before.at) / 1000
  return {
    commits: Math.max(0, after.commits - before.commits - idle.commits * seconds),
    ms: Math.max(0, after.ms - before.ms - idle.ms * seconds),
  }
}

async function readFirstId(path: string, list: string): Promise<string> {
  const reply: unknown = await (await fetch(`${site}${path}`)).json()
  const rows: unknown = Reflect.get(Object(reply), list)
  const id: unknown = Array.isArray(rows) ? Reflect.get(Object(rows[0]), '_id') : undefined
  return String(id)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site}${path}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Returns what Postgres does in a second without visitors. */
async function measureIdle(): Promise<Load> {
  const before = await readCounters()
  await wait(idleSeconds * 1000)
  const after = await readCounters()
  const seconds = (after.at - before.at) / 1000
  return { commits: (after.commits - before.commits) / seconds, ms: (after.ms - before.ms) / seconds }
}

/** Stops or resumes the ledger, so that what the index does for each ledger does not hide what a page costs. */
const setPaused = (isPaused: boolean) =>
  fetch(`${values.ledger}/admin/faults`, {
    method: 'POST',
    body: JSON.stringify(isPaused ? [{ kind: 'pause-closing' }] : []),
  })

const say = (what: string, { commits, ms }: Load) =>
  console.log(`${what}: ${commits.toFixed(1)} transactions and ${ms.toFixed(1)} ms a second`)
say('without visitors, a ledger every few seconds', await measureIdle())
await setPaused(true)
const idle = await measureIdle()
say('without visitors and ledgers', idle)

const collection = await readFirstId('/api/collection/list', 'collections')
const work = await readFirstId(`/api/collection/nfts?id=${collection}`, 'nfts')
const paths = {
  home: '/',
  collection: `/collection/${collection}`,
  work: `/nft/${work}`,
  explorer: '/collections_explorer',
  activity: '/activity',
}

const browser = await launchBrowser()
const columns = kinds.map((kind) => `${kind}s`).join(' | ')
console.log(
  `| page | ${columns} | KB of pages, API | KB of media | KB of assets | transactions | ms of Postgres |`,
)
for (const [name, path] of Object.entries(paths)) {
  for (const isReturn of [false, true]) {
    const costs: Cost[] = []
    const contexts: BrowserContext[] = []
    const load = await measureDatabase(async () => {
      for (let view = 0; view < views; view += 1) {
        let context = isReturn ? contexts[0] : undefined
        if (context === undefined) {
          context = await browser.newContext({ viewport: { width: 390, height: 844 } })
          contexts.push(context)
          if (isReturn) await open(await context.newPage(), path)
        }
        const page = await context.newPage()
        costs.push(await watch(page))
        await open(page, path)
        await page.close()
      }
    }, idle)
    for (const context of contexts) await context.close()
    const opened = isReturn ? views + 1 : views
    const mean = (pick: (cost: Cost) => number) =>
      costs.reduce((sum, cost) => sum + pick(cost), 0) / costs.length
    const cells = [
      ...kinds.map((kind) => mean((cost) => cost[kind].requests).toFixed(1)),
      mean(({ page, api }) => page.kilobytes + api.kilobytes).toFixed(0),
      mean(({ media }) => media.kilobytes).toFixed(0),
      mean(({ asset }) => asset.kilobytes).toFixed(0),
      (load.commits / opened).toFixed(1),
      (load.ms / opened).toFixed(1),
    ]
    console.log(`| ${name}, ${isReturn ? 'again' : 'first'} | ${cells.join(' | ')} |`)
  }
}
await setPaused(false)
await browser.close()
await pool.end()
