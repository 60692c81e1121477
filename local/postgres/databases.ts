import { existsSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { messageOf, StackError } from '#local/lib/stack-error.ts'

export const migrationsDir = path.resolve(import.meta.dirname, '..', '..', 'migrations')

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A server that ends while the connection is idle must not end the process. The next query reports the error.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new StackError(`The database at ${withoutPassword(url)} is not responding: ${messageOf(error)}.`)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]+@/, ':...@')
}

function siblingUrl(url: string, database: string): string {
  const sibling = new URL(url)
  sibling.pathname = `/${database}`
  return sibling.toString()
}

export async function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  return withClient(siblingUrl(serverUrl, 'postgres'), async (client) => {
    const result = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    return result.rowCount === 1
  })
}

export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(siblingUrl(serverUrl, 'postgres'), (client) =>
    client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`),
  )
  return siblingUrl(serverUrl, name)
}

/**
 * Copies `template`, which must have no open connections. Takes a tenth of a second, while running the migrations takes
 * a second.
 */
export async function createDatabaseFromTemplate(
  serverUrl: string,
  template: string,
  name: string,
): Promise<string> {
  await withClient(siblingUrl(serverUrl, 'postgres'), (client) =>
    client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${client.escapeIdentifier(template)} STRATEGY FILE_COPY`,
    ),
  )
  return siblingUrl(serverUrl, name)
}

/**
 * Opens a pool whose connections the server may end, as `dropDatabase` does. A running query then fails, without
 * further effects.
 */
export function openPool(connectionString: string, max: number): Pool {
  const pool = new Pool({ connectionString, max })
  pool.on('error', () => undefined)
  // The pool handles errors of idle connections only, not of a connection that is just ending.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** Ends all connections to a database; their pools open others later. */
export async function endConnections(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await withClient(siblingUrl(databaseUrl, 'postgres'), (client) =>
    client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]),
  )
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(siblingUrl(serverUrl, 'postgres'), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  )
}

/** Applies the pending migrations of a folder, by default those of this checkout. */
export async function applyMigrations(databaseUrl: string, folder = migrationsDir): Promise<void> {
  if (!existsSync(path.join(folder, 'meta', '_journal.json'))) {
    throw new StackError(`There are no migrations in ${folder}: the checkout is incomplete.`)
  }
  await withClient(databaseUrl, async (client) => {
    try {
      await migrate(drizzle(client), { migrationsFolder: folder })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      throw new StackError(
        `The database at ${withoutPassword(databaseUrl)} could not be migrated: ${messageOf(cause)}. npm run reset starts over.`,
      )
    }
  })
}
