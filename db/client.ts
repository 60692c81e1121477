import { neon, neonConfig, Pool, type PoolClient } from '@neondatabase/serverless'
import { drizzle as drizzleHttp } from 'drizzle-orm/neon-http'
import { drizzle as drizzleSocket } from 'drizzle-orm/neon-serverless'
import { connectionError, fetchFromDatabase, retryConflict } from './availability.ts'
import type { Database } from './executor.ts'

interface DatabaseSettings {
  url: string
  /** `host:port` of a Neon proxy in front of a plain Postgres; empty when connecting to Neon directly. */
  proxy: string
  /** Called for each query sent, so that tests can count round trips. */
  onRoundTrip?: (() => void) | undefined
}

/** Keeps the invocation alive for work that continues after the response (Workers `waitUntil`). */
type WaitUntil = (work: Promise<unknown>) => void

function configure({ proxy }: DatabaseSettings) {
  neonConfig.fetchFunction = (url: string, init: RequestInit) => fetchFromDatabase(url, init)
  if (proxy === '') return
  neonConfig.wsProxy = () => `${proxy}/v2`
  neonConfig.fetchEndpoint = () => `http://${proxy}/sql`
  neonConfig.useSecureWebSocket = false
  neonConfig.pipelineTLS = false
  neonConfig.pipelineConnect = false
}

/**
 * Returns a factory that creates the database of an invocation. All of them share the HTTP client for single
 * statements, which has no state between calls. Source: Neon serverless driver, drizzle-orm "neon".
 */
export function databaseOf(settings: DatabaseSettings): (waitUntil: WaitUntil) => Database {
  const reader = drizzleHttp(neon(settings.url), {
    logger: settings.onRoundTrip === undefined ? false : { logQuery: settings.onRoundTrip },
  })
  return (waitUntil) => {
    configure(settings)
    const connection = connectionOf(settings, waitUntil)
    return { http: reader, connection, transaction: (work) => connection((transaction) => transaction(work)) }
  }
}

/** Opens the database for one invocation. */
export const openDatabase = ({
  waitUntil,
  ...settings
}: DatabaseSettings & { waitUntil: WaitUntil }): Database => databaseOf(settings)(waitUntil)

/** Opens one socket for several transactions. */
function connectionOf({ url }: DatabaseSettings, waitUntil: WaitUntil): Database['connection'] {
  return async (work) => {
    const pool = new Pool({ connectionString: url, max: 1 })
    let brokenConnection: unknown
    const isConnectionBroken = (error: unknown) => {
      brokenConnection = error
    }
    pool.on('error', isConnectionBroken)
    // The pool handles errors of idle clients only. An unhandled error event would end the process.
    pool.on('connect', (client: PoolClient) => void client.on('error', isConnectionBroken))
    try {
      return await work((run) => retryConflict(() => drizzleSocket(pool).transaction((tx) => run(tx))))
    } catch (error) {
      throw connectionError(brokenConnection ?? error)
    } finally {
      waitUntil(pool.end().catch((error: unknown) => void error))
    }
  }
}
