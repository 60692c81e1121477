// `npm run drill -- --seeds N --operations N`: backups and restores of random markets. Prints one line per seed. Exit
// code 1 if anything differs afterwards.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '#local/lib/ports.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { applyMigrations, createDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { type DrillServer, runDrill } from './run-drill.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    operations: { type: 'string', default: '120' },
    first: { type: 'string', default: '1' },
  },
})

/** Starts a Postgres of its own with an empty, migrated database. */
async function startServer(folder: string): Promise<DrillServer> {
  const postgres = await startPostgres({ dir: folder, port: await findFreePort(), throwaway: true })
  const url = await createDatabase(postgres.url('postgres'), 'opx')
  await applyMigrations(url)
  const proxy = await startNeonProxy({ port: 0, databaseUrl: url })
  let isDestroyed = false
  return {
    url,
    proxy: proxy.address,
    destroy: async () => {
      if (isDestroyed) return
      isDestroyed = true
      await proxy.close()
      await postgres.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-drill-'))
let differences = 0
try {
  const first = Number(values.first)
  for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
    const report = await runDrill(seed, Number(values.operations), dir, (name) =>
      startServer(path.join(dir, `${seed}-${name}`)),
    )
    const { kills } = report
    console.log(
      [
        `seed ${seed}: ${report.drift.length} differences, ${report.seconds.toFixed(1)} s`,
        `backup of ${report.tables} tables, ${report.bytes} bytes`,
        `killed: backup ${kills.backup}, restore ${kills.restore}, repair ${kills.repair} times`,
        `${report.prints} prints and ${report.drawn} drawn works sold`,
        `recovered: ${report.recovered} transactions, ${report.sold} sales on demand, ${report.paid} payouts; ${report.withdrawn} offers withdrawn`,
      ].join('; '),
    )
    for (const line of report.drift) console.log(`  ${line}`)
    differences += report.drift.length
  }
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = differences === 0 ? 0 : 1
