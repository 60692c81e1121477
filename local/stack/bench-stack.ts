import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { createDatabase, databaseExists, openPool } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { localApp } from '#local/signer/credentials.ts'
import type { Stack } from './options.ts'
import { demoAccounts, marketplaceAccount } from './people.ts'
import { freePorts } from './ports.ts'
import { startStack } from './start-stack.ts'

interface BenchStackOptions {
  bindings?: Record<string, string>
  /** Milliseconds between two ledgers; by default a minute, for benches that close ledgers themselves. */
  closeEveryMs?: number
  cronBudgetMs?: number
  /** Folder in which the database is preserved for a later run. */
  keep?: string | undefined
}

export interface BenchStack {
  stack: Stack
  /** A direct connection to Postgres, without the worker. */
  database: Pool
  siteOrigin: string
  sessionSecret: string
  /** `host:port` of the Neon proxy, for counting round trips. */
  proxy: string
  stop: () => Promise<void>
}

async function startKeptDatabase(dir: string, port: number) {
  await mkdir(path.dirname(path.resolve(dir)), { recursive: true })
  const server = await startPostgres({ dir, port })
  const url = server.url('opx')
  if (!(await databaseExists(url, 'opx'))) await createDatabase(url, 'opx')
  return { url, close: server.close }
}

/** Starts a temporary marketplace without the cron. Its worker is not started yet. */
export async function startBenchStack(options: BenchStackOptions = {}): Promise<BenchStack> {
  const { bindings = {}, closeEveryMs = 60_000, cronBudgetMs, keep } = options
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-bench-'))
  const ports = await freePorts()
  const siteOrigin = `http://127.0.0.1:${ports.site}`
  // Wrangler requires the assets folder, even in a fresh clone.
  await mkdir(path.resolve(import.meta.dirname, '..', '..', 'dist', 'client'), { recursive: true })
  const sessionSecret = localApp.secret.repeat(2)
  const localDatabase = keep === undefined ? null : await startKeptDatabase(keep, ports.postgres)
  const stack = await startStack({
    dir,
    ports,
    ...(localDatabase === null ? {} : { givenParts: { databaseUrl: localDatabase.url } }),
    marketplace: marketplaceAccount,
    accounts: demoAccounts,
    sessionSecret,
    siteOrigin,
    ledger: { inMemory: true, closeEveryMs },
    signer: { inMemory: true },
    worker: { config: path.resolve(import.meta.dirname, '..', '..', 'wrangler.toml'), inMemory: true },
    bindings: { RATE_LIMITS: 'off', ...bindings },
    cronEveryMs: null,
    ...(cronBudgetMs === undefined ? {} : { cronBudgetMs }),
    log: () => () => undefined,
  })
  const database = openPool(stack.urls.database, 2)
  return {
    stack,
    database,
    siteOrigin,
    sessionSecret,
    proxy: `127.0.0.1:${ports.proxy}`,
    stop: async () => {
      await database.end()
      await stack.stop()
      await localDatabase?.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
