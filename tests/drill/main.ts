// `npm run drill -- --seeds N --operations N [--rewound]`: backups and restores of random markets; with `--rewound`,
// point-in-time restores. Prints one line per seed. Exit code 1 if anything differs afterwards.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '#local/lib/ports.ts'
import { type NeonProxy, startNeonProxy } from '#local/neon-proxy/start.ts'
import {
  applyMigrations,
  createDatabase,
  createDatabaseFromTemplate,
  endConnections,
} from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { type DrillServer, runDrill } from './run-drill.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    operations: { type: 'string', default: '120' },
    first: { type: 'string', default: '1' },
    rewound: { type: 'boolean', default: false },
  },
})

/** Starts a Postgres of its own with an empty, migrated database. */
async function startServer(folder: string): Promise<DrillServer> {
  const postgres = await startPostgres({ dir: folder, port: await findFreePort(), throwaway: true })
  const url = await createDatabase(postgres.url('postgres'), 'opx')
  await applyMigrations(url)
  const proxies: NeonProxy[] = []
  const open = async (databaseUrl: string): Promise<DrillServer> => {
    const proxy = await startNeonProxy({ port: 0, databaseUrl })
    proxies.push(proxy)
    return { url: databaseUrl, proxy: proxy.address, copy, destroy }
  }
  const copy = async () => {
    await endConnections(url)
    return open(await createDatabaseFromTemplate(url, 'opx', 'copy'))
  }
  let isDestroyed = false
  const destroy = async () => {
    if (isDestroyed) return
    isDestroyed = true
    for (const proxy of proxies.splice(0)) await proxy.close()
    await postgres.kill()
    await rm(folder, { recursive: true, force: true })
  }
  return open(url)
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-drill-'))
let differences = 0
try {
  const first = Number(values.first)
  for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
    const report = await runDrill({
      seed,
      operations: Number(values.operations),
      isRewound: values.rewound,
      dir,
      startServer: (name) => startServer(path.join(dir, `${seed}-${name}`)),
    })
    const { lost } = report
    console.log(
      [
        `seed ${seed}: ${report.drift.length} differences, ${report.seconds.toFixed(1)} s`,
        report.origin,
        `repair killed ${report.kills} times`,
        `lost: ${lost.editions} editions with ${lost.prints} prints and ${lost.payments} payments`,
        `${report.prints} other prints and ${report.drawn} drawn works sold`,
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
