// `npm run repair -- [--database URL] [--settings FILE] [--rewound]` completes a restored and bootstrapped database: it follows the
// ledgers since the backup and ends the flows of money accordingly. See docs/operations.md.
import { parseArgs } from 'node:util'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { readSettings } from '#ops/read-settings.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { repair } from './repair.ts'
import { holdRewound } from './restore.ts'
import { BackupRefused } from './schema-version.ts'

const { values } = parseArgs({
  options: {
    /** Must be a direct connection, not one through a pooler. */
    database: {
      type: 'string',
      default: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:8790/opx',
    },
    /** The settings of the worker beside wrangler.toml: NAME=value lines. */
    settings: { type: 'string', default: '.dev.vars' },
    /** The database was not restored from a file: it went back to an earlier moment with its index. */
    rewound: { type: 'boolean', default: false },
  },
})

const settings = await readSettings(values.settings)
// Neon speaks its own protocol; a plain Postgres gets a proxy.
const isNeon = new URL(values.database).hostname.endsWith('.neon.tech')
const proxy = isNeon ? null : await startNeonProxy({ port: 0, databaseUrl: values.database })
const pending: Promise<unknown>[] = []
try {
  const environment = readEnvironment({
    ...settings,
    DATABASE_URL: values.database,
    DATABASE_PROXY: proxy?.address ?? '',
  })
  if (values.rewound) await holdRewound(values.database)
  const context = compose(environment)('repair', (work) => pending.push(work))
  const { ledgers, transactions, recovered, paid, withdrawn } = await repair(context, {
    onProgress: (ledger) => console.log(`Followed to ledger ${ledger}.`),
    onProblems: (problems) => {
      for (const problem of problems) console.log(`To decide: ${problem}.`)
    },
  })
  console.log(`Ledgers ${ledgers.from} to ${ledgers.to}: ${transactions} transactions of the marketplace.`)
  console.log(`The backup did not know ${recovered} of them. ${paid} payouts turned out to be paid.`)
  console.log(`${withdrawn} offers will be cancelled. The site may work again.`)
} catch (error) {
  console.log(error instanceof BackupRefused ? error.message : `${String(error)}\nThe same command goes on.`)
  process.exitCode = 1
} finally {
  await Promise.allSettled(pending)
  await proxy?.close()
}
