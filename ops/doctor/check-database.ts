import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { fault, type Finding, ok, reasonOf, rule, warning } from './finding.ts'

const area = 'database'
const slowMs = 50
const samples = 5
const extensions = ['pg_trgm', 'unaccent']

const Journal = v.object({ entries: v.array(v.object({ tag: v.string(), when: v.number() })) })

async function readMigrations() {
  const file = path.join(import.meta.dirname, '../../migrations/meta/_journal.json')
  return v.parse(Journal, JSON.parse(await readFile(file, 'utf8'))).entries
}

/** Returns the median time of an empty statement, in milliseconds. */
async function measureLatency(client: Client): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const startedAt = performance.now()
    await client.query('select 1')
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(samples / 2)] ?? 0
}

async function checkMigrations(client: Client): Promise<Finding> {
  const migrations = await readMigrations()
  const remedy = 'Run: DATABASE_URL=... npx drizzle-kit migrate'
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if (tables[0]?.name === null) return fault(area, 'The database has no tables.', remedy)
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations')
  const applied = new Set(rows.map((row) => Number(row.created_at)))
  const missing = migrations.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag)
  return rule(
    area,
    missing.length === 0,
    `All ${migrations.length} migrations are applied.`,
    fault(area, `Migrations are missing: ${missing.join(', ')}.`, remedy),
  )
}

async function checkExtensions(client: Client): Promise<Finding> {
  const { rows } = await client.query('select extname from pg_extension')
  const missing = extensions.filter((name) => !rows.some((row) => row.extname === name))
  return rule(
    area,
    missing.length === 0,
    `The extensions ${extensions.join(' and ')} are installed.`,
    fault(
      area,
      `Extensions are missing: ${missing.join(', ')}.`,
      `The migrations create them. If they could not: CREATE EXTENSION ${missing[0] ?? ''}; (as the owner of the database)`,
    ),
  )
}

async function checkConnections(client: Client): Promise<Finding> {
  const { rows } = await client.query(
    `select (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and (datname = current_database() or datconnlimit < 0)) as used,
      case when datconnlimit < 0 then current_setting('max_connections')::int else datconnlimit end as most
    from pg_database where datname = current_database()`,
  )
  const { used, most } = rows[0]
  return rule(
    area,
    used < most * 0.8,
    `${used} of ${most} connections are in use.`,
    warning(
      area,
      `${used} of ${most} connections are in use.`,
      'Use the pooled address of the database, or allow more connections.',
    ),
  )
}

/** Checks that the database answers quickly and is migrated. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    return [
      fault(
        area,
        `The database cannot be reached: ${reasonOf(error)}`,
        'Check DATABASE_URL: host, name, user and password.',
      ),
    ]
  }
  try {
    const latencyMs = await measureLatency(client)
    const latency = `An empty statement takes ${latencyMs.toFixed(1)} ms.`
    return [
      ok(area, 'The database accepts connections.'),
      rule(
        area,
        latencyMs < slowMs,
        latency,
        warning(area, latency, 'Choose a region near the ledger servers and your visitors.'),
      ),
      await checkMigrations(client),
      await checkExtensions(client),
      await checkConnections(client),
    ]
  } catch (error) {
    return [fault(area, `A statement failed: ${reasonOf(error)}`, 'Does the user own the tables?')]
  } finally {
    await client.end().catch(() => undefined)
  }
}
