import { createHash } from 'node:crypto'
import { Client, type ClientConfig, Pool } from 'pg'

export interface Pools {
  get: (connectionString: string) => Pool
  close: () => Promise<void>
}

const names = new Map<string, string>()

/** Returns the name of a prepared statement, derived from its text, because Postgres limits names to 63 bytes. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex')
  names.set(text, name)
  return name
}

/** The client's query methods, whose overloads take text or an object, with or without values. */
interface Querying {
  query(...args: unknown[]): unknown
}

/**
 * Prepares statements with parameters, so that each connection plans them only once. Planning is half of a small
 * database's work in tests. In production each statement is planned every time, because Neon's proxy does not support
 * names.
 */
function prepareStatements(client: Querying) {
  const query = client.query.bind(client)
  client.query = (config, ...rest) => {
    const text = typeof config === 'object' && config !== null && 'text' in config ? config.text : null
    if (typeof text !== 'string' || typeof config !== 'object' || config === null)
      return query(config, ...rest)
    const values = Array.isArray(rest[0]) ? rest[0] : 'values' in config ? config.values : null
    const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return query({ ...config, name }, ...rest)
  }
}

class PreparingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    prepareStatements(this)
  }
}

/**
 * Milliseconds that a worker waits for a single statement or a batch (`db/availability.ts`). Without a limit, a slow
 * statement would continue although nobody waits for it.
 */
const answerMs = 30_000

/**
 * Creates one pool per requested database. Idle connections are closed, so that a database can be dropped. Statements
 * are limited to `statementMs`; 0 means no limit.
 */
export function createPools(max = 12, isPrepared = false, statementMs = answerMs): Pools {
  const pools = new Map<string, Pool>()
  return {
    get: (connectionString) => {
      const currentPool = pools.get(connectionString)
      if (currentPool !== undefined) return currentPool
      const pool = new Pool({
        connectionString,
        max,
        idleTimeoutMillis: 20_000,
        statement_timeout: statementMs,
        ...(isPrepared ? { Client: PreparingClient, options: '-c plan_cache_mode=force_generic_plan' } : {}),
      })
      // The server closed an idle connection. The pool opens a new one when needed.
      pool.on('error', () => undefined)
      // The pool handles errors of idle connections only. On a connection in use, the query fails, and an unhandled error
      // event would end the process.
      pool.on('connect', (client) => void client.on('error', () => undefined))
      pools.set(connectionString, pool)
      return pool
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.end()))
      pools.clear()
    },
  }
}
