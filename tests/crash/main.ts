// `npm run crash -- trading|issuer|batch|drops|bids [--seeds N] [--flow name]`: kills the worker with SIGKILL at every
// point of every flow, or with --seeds at N random points of each flow. Prints one line per flow. Exit code 1 if a flow
// does not end as expected.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { localS3 } from '#local/s3/credentials.ts'
import { startS3 } from '#local/s3/start.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { applyMigrations, createDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { batchFlows } from './batch-flows.ts'
import { bidFlows } from './bid-flows.ts'
import { dropFlows } from './drop-flows.ts'
import { tradingFlows } from './flows.ts'
import { issuerFlows } from './issuer-flows.ts'
import { openCrashMarket } from './market.ts'
import { owingFlows } from './owing-flows.ts'
import { expectPoints } from './points.ts'
import { runFlow } from './run-flow.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string' }, flow: { type: 'string' }, from: { type: 'string', default: '1' } },
})
const groups = {
  trading: tradingFlows,
  issuer: [...issuerFlows, ...owingFlows],
  batch: batchFlows,
  drops: dropFlows,
  bids: bidFlows,
}
const [group = 'trading'] = positionals
const isGroup = (name: string): name is keyof typeof groups => name in groups
if (!isGroup(group)) throw new Error(`Groups of flows: ${Object.keys(groups).join(', ')}.`)
const flows = groups[group]

const dir = await mkdtemp(path.join(tmpdir(), 'opx-crash-run-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
const storage = await startS3({ port: 0 })
let failures = 0
try {
  const url = await createDatabase(postgres.url('postgres'), 'crash')
  await applyMigrations(url)
  const market = await openCrashMarket(url, { s3: { ...localS3, endpoint: storage.endpoint } })
  try {
    for (const flow of flows.filter(({ name }) => values.flow === undefined || name === values.flow)) {
      const started = Date.now()
      const { points } = await runFlow(market, flow, null)
      expectPoints(flow.name, points.length)
      const all = points.map((_name, i) => i + 1).filter((point) => point >= Number(values.from))
      const seeds = values.seeds === undefined ? null : Number(values.seeds)
      const selection =
        seeds === null ? all : Array.from({ length: seeds }, (_, i) => 1 + chanceOf(i + 1).int(points.length))
      let failed = 0
      for (const point of selection) {
        try {
          await runFlow(market, flow, point)
        } catch (error) {
          failed += 1
          console.log(`  point ${point} (${points[point - 1]}): ${String(error)}`)
        }
      }
      failures += failed
      console.log(
        `${flow.name}: ${points.length} points, killed at ${selection.length}, ${failed} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`,
      )
    }
  } finally {
    await market.close()
  }
} finally {
  await storage.close()
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
