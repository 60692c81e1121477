import { drizzle } from 'drizzle-orm/node-postgres'
import { connectionError, retryConflict } from '#db/availability.ts'
import type { Database } from '#db/executor.ts'
import { startLedger, type LedgerOptions, type RunningLedger } from 'local-ledger/start.ts'
import { createPools, type Pools } from '#local/neon-proxy/pools.ts'
import { answerSql } from '#local/neon-proxy/sql.ts'

// Lets `fetch` call services in this process directly, because HTTP took half of the test time. Their ports stay open
// for other processes, other methods and other clients than `fetch`.

/** `drop` breaks the connection; undefined leaves the request to the network. */
type Answer = (path: string, body: string, headers: Headers) => Promise<Response | 'drop' | undefined>

const services = new Map<string, Answer>()
const network = globalThis.fetch

globalThis.fetch = async (input, init = {}) => {
  const { method, body, headers, signal } = init
  if (typeof input !== 'string' || method !== 'POST' || typeof body !== 'string') return network(input, init)
  const { origin, pathname } = new URL(input)
  signal?.throwIfAborted()
  const response = await services.get(origin)?.(pathname, body, new Headers(headers))
  signal?.throwIfAborted()
  if (response === 'drop') throw new TypeError('fetch failed')
  return response ?? network(input, init)
}

/** Lets a worker in this process query its database directly. Returns a function that ends this. */
export function serveDatabase(proxyAddress: string, databaseUrl: string): () => Promise<void> {
  // Each transaction has its own connection, because queries may run beside it and other transactions within it.
  const pools = { queries: createPools(12, true), transactions: createPools(60, true, 0) }
  databases.set(nameOf(databaseUrl), pools)
  services.set(`http://${proxyAddress}`, answerDatabase)
  return async () => {
    databases.delete(nameOf(databaseUrl))
    await Promise.all([pools.queries.close(), pools.transactions.close()])
  }
}

/** Returns the database name without the parameters that the driver adds to the URL. */
const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname

const databases = new Map<string, { queries: Pools; transactions: Pools }>()

/**
 * Wraps the database of a worker in this process so that connections outlive a transaction, because a new connection
 * costs Postgres several milliseconds of processor time.
 */
export function reuseConnections(database: Database, databaseUrl: string): Database {
  const pools = databases.get(nameOf(databaseUrl))
  if (pools === undefined) return database
  const connection: Database['connection'] = async (work) => {
    let broken = false
    const client = await pools.transactions
      .get(databaseUrl)
      .connect()
      .catch((error: unknown) => {
        throw connectionError(error)
      })
    try {
      return await work((run) => retryConflict(() => drizzle(client).transaction((tx) => run(tx))))
    } catch (error) {
      const reason = connectionError(error)
      broken = reason !== error
      throw reason
    } finally {
      client.release(broken)
    }
  }
  return { ...database, connection, transaction: (work) => connection((transaction) => transaction(work)) }
}

async function answerDatabase(_path: string, body: string, headers: Headers): Promise<Response | undefined> {
  const url = headers.get('neon-connection-string') ?? ''
  const pools = databases.get(nameOf(url))
  if (pools === undefined) return undefined
  const reply = await answerSql(pools.queries.get(url), Buffer.from(body), Object.fromEntries(headers))
  return Response.json(reply.body, { status: reply.status })
}

/** Starts a local ledger in memory, available on a port and through `fetch`. */
export async function startLedgerHere(options: Omit<LedgerOptions, 'port'>): Promise<RunningLedger> {
  const ledger = await startLedger({ ...options, port: 0 })
  services.set(ledger.url, async (path, body) => {
    const answer = await ledger.answer('POST', path, body)
    return answer === 'drop'
      ? 'drop'
      : new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type } })
  })
  return {
    ...ledger,
    close: async () => {
      services.delete(ledger.url)
      await ledger.close()
    },
  }
}
