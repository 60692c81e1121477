// `npm run drift -- --seeds N --operations N`: the drift test at any length. Prints one line per seed. Exit code 1 on
// any drift.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '#local/lib/ports.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import {
  applyMigrations,
  createDatabase,
  createDatabaseFromTemplate,
  dropDatabase,
} from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { runSeed } from './run-seed.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    operations: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
  },
})
const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, times]) => `${what} ${times}`)
    .join(', ')

const dir = await mkdtemp(path.join(tmpdir(), 'opx-drift-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
let drifted = 0
try {
  const template = await createDatabase(postgres.url('postgres'), 'template_opx')
  await applyMigrations(template)
  const proxy = await startNeonProxy({ port: 0, databaseUrl: template })
  const first = Number(values.first)
  for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
    const name = `drift_${seed}`
    const url = await createDatabaseFromTemplate(template, 'template_opx', name)
    const again = `${name}_again`
    const rebuildIn = await createDatabaseFromTemplate(template, 'template_opx', again)
    const report = await runSeed(
      seed,
      Number(values.operations),
      { url, proxy: proxy.address },
      { rebuildIn },
    )
    const { activity, drift, events, faults, issued, ledgers, trades, bids } = report
    console.log(
      [
        `seed ${seed}: ${report.operations} operations in ${ledgers} ledgers, ${drift.length} drift, ${report.seconds.toFixed(1)} s`,
        `faults: ${listed(Object.fromEntries(faults))}`,
        `in issued currencies: ${listed(issued)}`,
        `inside batches ${activity.inner}, delegated ${activity.delegated}, checks ${activity.checks}`,
        listed(trades),
        `standing bids: ${listed(bids)}`,
        `events: ${listed(events)}`,
      ].join('; '),
    )
    for (const line of drift) console.log(`  ${line}`)
    drifted += drift.length
    await dropDatabase(template, name)
    await dropDatabase(template, again)
  }
  await proxy.close()
} finally {
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = drifted === 0 ? 0 : 1
