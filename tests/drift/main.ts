// `npm run drift -- --seeds N --operations N`: the drift test at any length; one line per seed, exit code 1 on any drift.
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
    const faults = [...report.faults].map(([fault, times]) => `${fault} ${times}`).join(', ')
    console.log(
      `seed ${seed}: ${report.operations} operations in ${report.ledgers} ledgers, ${report.drift.length} drift, ${report.seconds.toFixed(1)} s (${faults}); in issued currencies: ${Object.entries(
        report.issued,
      )
        .map(([problem, times]) => `${problem} ${times}`)
        .join(
          ', ',
        )}; inside batches ${report.activity.inner}, delegated ${report.activity.delegated}, checks ${report.activity.checks}; editions ${report.trades.editions}, prints ${report.trades.prints}, shared ${report.trades.shared}; events: ${Object.entries(
        report.events,
      )
        .map(([kind, times]) => `${kind} ${times}`)
        .join(', ')}`,
    )
    for (const line of report.drift) console.log(`  ${line}`)
    drifted += report.drift.length
    await dropDatabase(template, name)
    await dropDatabase(template, again)
  }
  await proxy.close()
} finally {
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = drifted === 0 ? 0 : 1
