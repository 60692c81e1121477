// `npm run upgrade`: the worker of the previous release on the schema of this checkout, this worker on the previous
// schema, and both in turns, through a sale, a mint and a draw. Prints one line per flow. Exit code 1 if one of them does
// not end as expected, or if the previous release is not in this clone.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { localS3 } from '#local/s3/credentials.ts'
import { startS3 } from '#local/s3/start.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { StackError } from '#local/lib/stack-error.ts'
import { applyMigrations, createDatabase, migrationsDir } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { readPreviousRelease } from '#ops/release/previous-release.ts'
import { batchFlows } from '#tests/crash/batch-flows.ts'
import { tradingFlows } from '#tests/crash/flows.ts'
import { issuerFlows } from '#tests/crash/issuer-flows.ts'
import { openCrashMarket } from '#tests/crash/market.ts'
import { runFlow } from '#tests/crash/run-flow.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const names = ['buy_now', 'batch_buy_now', 'demand_buy', 'random_buy']
const flows = [...tradingFlows, ...batchFlows, ...issuerFlows].filter(({ name }) => names.includes(name))
const previous = readPreviousRelease()

/**
 * Puts the files of the previous release into `dist/`, from which the packages of this checkout can be found.
 * @throws StackError if git does not have the commit
 */
async function checkOutPrevious(): Promise<string> {
  const folder = path.join(root, 'dist', 'previous-release')
  const archive = spawnSync('git', ['archive', '--format=tar', previous.commit], {
    cwd: root,
    maxBuffer: 1024 ** 3,
  })
  if (archive.status !== 0)
    throw new StackError(
      `The upgrade was NOT tested: git does not have the previous release ${previous.commit} (ops/release/previous.json). In a shallow clone run: git fetch --unshallow\n${archive.stderr?.toString() ?? String(archive.error)}`,
    )
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const extract = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  if (extract.status !== 0) throw new StackError(`tar failed: ${extract.stderr?.toString() ?? ''}`)
  return folder
}

interface Direction {
  name: string
  migrations: string
  /** The checkouts whose workers take turns. With two, the worker is killed in the middle of each flow. */
  checkouts: string[]
}

async function runDirection(
  { name, migrations, checkouts }: Direction,
  databaseUrl: string,
  endpoint: string,
) {
  await applyMigrations(databaseUrl, migrations)
  const market = await openCrashMarket(databaseUrl, { s3: { ...localS3, endpoint }, checkouts })
  let failures = 0
  try {
    for (const flow of flows) {
      const started = Date.now()
      try {
        const { points } = await runFlow(market, flow, null)
        const kills =
          checkouts.length === 1 ? [] : [1, 2, 3].map((part) => Math.floor((points.length * part) / 4))
        for (const point of kills) await runFlow(market, flow, point)
        const seconds = ((Date.now() - started) / 1000).toFixed(0)
        console.log(`${name}: ${flow.name}, ${kills.length} changes of the worker, ${seconds} s`)
      } catch (error) {
        failures += 1
        console.log(`${name}: ${flow.name} FAILED: ${String(error)}`)
      }
    }
  } finally {
    await market.close()
  }
  return failures
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-upgrade-'))
let failures = 0
try {
  const old = await checkOutPrevious()
  const oldMigrations = path.join(old, 'migrations')
  console.log(`Previous release: ${previous.commit}, schema ${previous.migration}`)
  const directions: Direction[] = [
    { name: 'previous worker, new schema', migrations: migrationsDir, checkouts: [old] },
    { name: 'new worker, previous schema', migrations: oldMigrations, checkouts: [root] },
    { name: 'both workers in turns, new schema', migrations: migrationsDir, checkouts: [old, root] },
  ]
  const postgres = await startPostgres({
    dir: path.join(dir, 'postgres'),
    port: await findFreePort(),
    throwaway: true,
  })
  const storage = await startS3({ port: 0 })
  try {
    for (const [place, direction] of directions.entries()) {
      const url = await createDatabase(postgres.url('postgres'), `upgrade_${place}`)
      failures += await runDirection(direction, url, storage.endpoint)
    }
  } finally {
    await storage.close()
    await postgres.close()
  }
} catch (error) {
  failures += 1
  console.log(error instanceof StackError ? error.message : error)
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
