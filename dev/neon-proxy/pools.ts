import { Pool } from 'pg'

export interface Pools {
  get: (connectionString: string) => Pool
  close: () => Promise<void>
}

/** One pool per requested database. Idle connections are closed, so that a database can be dropped. */
export function createPools(max = 12): Pools {
  const pools = new Map<string, Pool>()
  return {
    get: (connectionString) => {
      const known = pools.get(connectionString)
      if (known !== undefined) return known
      const pool = new Pool({ connectionString, max, idleTimeoutMillis: 20_000 })
      // The server closed an idle connection: the pool opens a new one when needed.
      pool.on('error', () => undefined)
      // The pool listens to idle connections only: of one in use, the query fails, and its error event would end the process.
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
