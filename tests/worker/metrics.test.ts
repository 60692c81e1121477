import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { createStrictDataset } from '#tests/support/strict-dataset.ts'
import { createTally } from '#contract/rules/request-tally.ts'
import { compose } from '#worker/compose.ts'
import { formatMetrics } from '#worker/domain/admin/metrics.ts'
import { writeMetrics } from '#worker/jobs/write-metrics.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { openForBusiness } from './helpers.ts'

const root = path.resolve(import.meta.dirname, '../..')
const token = 'c2f1d9a07be6438519e0f7a4d2b86c35'
const metricName = /\bopx_[a-z_]+/g

let world: TestWorld

beforeAll(async () => {
  world = await createTestWorld({ bindings: { METRICS_TOKEN: token } })
  await openForBusiness(world)
})
afterAll(() => world.close())

const readMetrics = async (bearer: string | null) => {
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await fetch(`${world.url}/metrics`, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('metrics are Prometheus text for callers with the token, and hidden from all others', async () => {
  for (const bearer of [null, 'wrong', `${token}0`])
    expect(await readMetrics(bearer)).toMatchObject({ status: 404 })
  const { status, type, text } = await readMetrics(token)
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(# (HELP|TYPE) opx_[a-z_]+ .+|opx_[a-z_]+(\{([a-z]+="[^"]*",?)+\})? -?[\d.]+(e[+-]?\d+)?)$/,
    )
  expect(text).toMatch(/^opx_ledger_lag_seconds \d+$/m)
  expect(text).toMatch(/^opx_ledger_server_up\{host="[^"]+",problem="none"\} 1$/m)
})

test('metrics count what waits, with the age of the oldest', async () => {
  const artist = await world.fund('Artist')
  const session = await world.connect(artist)
  await world.addBidSale({
    id: crypto.randomUUID(),
    bidder: artist.address,
    seller: world.marketplace.address,
    nft_ids: ['0'.repeat(64)],
    created_at: new Date(Date.now() - 3_600_000),
  })
  expect(session.account.address).toBe(artist.address)
  const { text } = await readMetrics(token)
  expect(text).toContain('opx_queue_rows{queue="bid_sales",state="waiting"} 1')
  const [, seconds] = /opx_queue_oldest_seconds\{queue="bid_sales",state="waiting"\} (\d+)/.exec(text) ?? []
  expect(Number(seconds)).toBeGreaterThan(3500)
})

test('metrics count the rows that a change of data has not reached yet', async () => {
  const { address } = await world.fund('Ann')
  await world.addRows('profiles', [
    { account: address, name: 'Ann', role: 'User', avatar_cid: '', background_cid: '', skeleton: null },
  ])
  const { text } = await readMetrics(token)
  expect(text).toContain('opx_queue_rows{queue="data_changes",state="names"} 1')
})

const contextOf = (bindings: Record<string, string> = {}) =>
  compose(readEnvironment({ ...world.stack.bindings, ...bindings }))('metrics', () => undefined)

/** Figures of a site whose requests have met `problems` different problems, the first one most often. */
const figuresWith = (problems: number) => async () => {
  const requests = createTally()
  for (let place = 0; place < problems; place += 1) requests.codes.read[`problem_${place}`] = problems - place
  return { requests, readers: 3 }
}

test('the cron writes the same figures as events', async () => {
  const dataset = createStrictDataset()
  await writeMetrics(contextOf(), dataset, figuresWith(1))
  const { text } = await readMetrics(token)
  const written = dataset.points.map(({ blobs = [] }) => [...blobs])
  const samples = text.matchAll(/^(opx_[a-z_]+)(?:\{(.+)\})? /gm)
  for (const [, name = '', labels = ''] of samples) {
    // The worker has counted its own requests, and the events of requests have the durations themselves.
    if (name === 'opx_requests_total' || name.endsWith('_bucket')) continue
    expect(written).toContainEqual([name, ...[...labels.matchAll(/="([^"]*)"/g)].map(([, label]) => label)])
  }
  for (const { indexes, blobs } of dataset.points) expect(indexes).toEqual(blobs?.slice(0, 1))
  expect(dataset.points).toContainEqual({
    indexes: ['opx_requests_total'],
    blobs: ['opx_requests_total', 'read', 'problem_0'],
    doubles: [1],
  })
  expect(dataset.points.map(({ blobs }) => blobs?.[0])).toContain('opx_live_readers')
})

test('the cron writes at most as many events as a run may, and leaves out the rarest problems', async () => {
  const dataset = createStrictDataset()
  await writeMetrics(contextOf(), dataset, figuresWith(400))
  expect(dataset.points.length).toBe(250)
  const problems = dataset.points.filter(({ blobs }) => blobs?.[0] === 'opx_requests_total')
  expect(problems[0]?.blobs?.[2]).toBe('problem_0')
})

test('events that cannot be written do not end the cron, and the owner hears of them', async () => {
  const refusing = {
    writeDataPoint: () => {
      throw new TypeError('The dataset is full.')
    },
  }
  await writeMetrics(contextOf(), refusing, undefined)
  expect((await readMetrics(token)).text).toContain('opx_job_failures_total{job="metrics"} 1')
  await writeMetrics(contextOf({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }), refusing, undefined)
})

test('each alert and each panel reads metrics that exist, and each alert is explained', async () => {
  const { text } = await readMetrics(token)
  const names = new Set(
    [...text.matchAll(/^# TYPE (opx_[a-z_]+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const rules = await readFile(path.join(root, 'ops/monitoring/alerts.yaml'), 'utf8')
  const dashboard = await readFile(path.join(root, 'ops/monitoring/dashboard.json'), 'utf8')
  const used = [...rules.matchAll(metricName), ...dashboard.matchAll(metricName)].map(([name]) => name)
  expect(used.length).toBeGreaterThan(15)
  expect(used.filter((name) => !names.has(name))).toEqual([])
  const guide = await readFile(path.join(root, 'docs/operations.md'), 'utf8')
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.filter((name) => !guide.includes(`- **${name}.**`))).toEqual([])
})

test('labels of metrics are escaped', () => {
  const samples = [{ labels: { job: 'a "quoted"\nname\\' }, value: 1 }]
  expect(formatMetrics([{ name: 'x', help: 'X.', type: 'gauge', samples }])).toBe(
    '# HELP opx_x X.\n# TYPE opx_x gauge\nopx_x{job="a \\"quoted\\"\\nname\\\\"} 1\n',
  )
})
