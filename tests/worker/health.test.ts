import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HealthReason } from '#contract/schemas/marketplace.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, openForBusiness, redeploy } from './helpers.ts'

const token = 'c2f1d9a07be6438519e0f7a4d2b86c35'
let world: TestWorld

beforeAll(async () => {
  world = await createTestWorld({ worker: false })
  Object.assign(world.stack.bindings, { METRICS_TOKEN: token, LEDGER_URLS: world.ledgerUrl })
  await world.stack.startWorker()
  await openForBusiness(world)
  await cronUntil(world, 'the site is up', async () => (await health())['condition'] === 'up')
})
afterAll(() => world.close())

async function health() {
  const reply = await world.call('/api/health')
  expectContract('getHealth', reply)
  return reply.body
}

const oldRow = () => ({
  id: crypto.randomUUID(),
  purpose: 'offer/none/cancel',
  kind: 'cancel',
  tx: '{}',
  blob: '',
  hash: '0'.repeat(64),
  last_ledger: 1,
  state: 'submitted',
  created_at: new Date(Date.now() - 301_000),
})

/** Causes of each reason, which the next run of the cron may remove. */
const causes: Record<Exclude<HealthReason, 'ledger_server_down'>, () => Promise<unknown>> = {
  index_behind: () => world.makeOlder('ledger_cursor', 2, ['closed_at']),
  treasury_low: () => world.changeRows('treasury_state', {}, { room_objects: 0 }),
  journal_stuck: () => world.addRow('ledger_submissions', oldRow()),
  pins_failing: () => world.addFailedPin('bafkqaaa'),
  cron_silent: () => world.makeOlder('leases', 20, ['expires_at']),
}

test('a sound site is up', async () => {
  expect(await health()).toMatchObject({ status: 'ok', condition: 'up', reasons: [] })
})

test('a site with troubles is degraded, names each, and its metrics name the same', async () => {
  const expected: string[] = []
  for (const [reason, cause] of Object.entries(causes)) {
    await cause()
    expected.push(reason)
    expect(await health()).toMatchObject({ condition: 'degraded', reasons: expected })
  }
  expect(await health()).toMatchObject({ status: 'behind' })
  const response = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  for (const reason of HealthReason.options)
    expect(text).toContain(`opx_degraded{reason="${reason}"} ${expected.includes(reason) ? 1 : 0}`)
})

test('a site is degraded while one of its ledger servers is away, and works', async () => {
  await redeploy(world, { LEDGER_URLS: `${world.ledgerUrl},http://127.0.0.1:1` })
  await cronUntil(world, 'the second server is found away', async () => {
    const { reasons } = await health()
    return Array.isArray(reasons) && reasons.includes('ledger_server_down')
  })
  expect(await health()).toMatchObject({ status: 'ok', condition: 'degraded' })
})

test('the guide has a row for each reason, whose alert exists', async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const guide = await readFile(path.join(root, 'docs/operations.md'), 'utf8')
  const alerts = await readFile(path.join(root, 'ops/monitoring/alerts.yaml'), 'utf8')
  for (const reason of HealthReason.options) {
    const [, alert = ''] = new RegExp(`^\\| \`${reason}\` \\|.*\\| (\\w+) \\|$`, 'm').exec(guide) ?? []
    expect(alerts).toContain(`alert: ${alert}\n`)
  }
})
