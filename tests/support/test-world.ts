import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { Wallet } from 'xrpl'
import type { Log } from '#local/lib/log.ts'
import { type LedgerSession, openLedgerSession, type Settled } from '#local/lib/ledger-session.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { createDatabaseFromTemplate, dropDatabase, openPool } from '#local/postgres/databases.ts'
import type { Signer } from '#local/signer/start.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Stack } from '#local/stack/options.ts'
import type { Worker, WorkerStart } from '#local/stack/worker.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { freePorts } from '#local/stack/ports.ts'
import { startStack } from '#local/stack/start-stack.ts'
import { type Api, createApi } from './api.ts'
import { reuseConnections, serveDatabase, startLedgerHere } from './in-process.ts'
import type { LedgerProxy } from './ledger-proxy.ts'
import { createMarket, type Market } from './market.ts'
import { everyCase } from './sample.ts'
import { serveWorker } from './serve-worker.ts'
import { createState, type State } from './state.ts'

export interface TestWorldOptions {
  /** True if wallets receive one request for a whole sale (a Batch); otherwise one transaction at a time. */
  batch?: boolean
  /** Overrides for the worker's settings. */
  bindings?: Record<string, string>
  /** Milliseconds between ledger closes. */
  closeEveryMs?: number
  /** True if the ledger has Clio's methods. */
  clio?: boolean
  /**
   * True to fire the cron after each ledger with transactions and every three seconds. Otherwise only `cron()` does.
   */
  cronOnTimer?: boolean
  /** Factor for the pauses between the signer's webhook attempts. */
  webhookTimeScale?: number
  /** Proxy between the worker and its ledger, which the test can cut. */
  ledgerThrough?: LedgerProxy
  /** Initial balance of the marketplace account; 1,000 XRP by default. */
  marketplaceXrp?: number
  /**
   * True to run the worker in the Workers runtime. Otherwise it runs in this process: it starts at once, but has no pages,
   * pictures, edge cache, rate limits and Durable Objects, and cannot be killed. By default only the long tests use the
   * runtime.
   */
  runtime?: boolean
  /** False to start only ledger, signer and database. */
  worker?: boolean
  /** True to print the worker's log. */
  verbose?: boolean
}

export interface TestWorld extends Market, Api, State {
  /** URL of the site, without a trailing slash. */
  url: string
  /** True if the worker serves pages, which requires the Workers runtime. */
  hasPages: boolean
  stack: Stack
  signer: Signer
  ledger: LedgerSession
  ledgerUrl: string
  databaseUrl: string
  /** The marketplace owner account of this world. */
  marketplace: DemoAccount
  /** The worker's log lines so far. */
  workerLog: string[]
  /** Creates an account on the ledger and adds it to the wallet. */
  fund: (name: string, xrp?: number) => Promise<DemoAccount>
  /** Signs and submits a transaction. Waits for the validated result, which must be tesSUCCESS. */
  run: (holder: DemoAccount, transaction: Json) => Promise<Settled>
  /** Fires the worker's cron once. */
  cron: () => Promise<void>
  /** Runs a query on this world's database and returns its rows. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

const root = path.resolve(import.meta.dirname, '..', '..')

function newAccount(name: string, role: DemoAccount['role']): DemoAccount {
  const { classicAddress, seed = '' } = Wallet.generate()
  return { name, role, address: classicAddress, seed }
}

/** Calls `work` after each ledger with transactions, until the ledger's server stops. */
function afterEachLedger(ledgerUrl: string, work: () => void): void {
  const socket = new WebSocket(ledgerUrl.replace('http', 'ws'))
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ command: 'subscribe', streams: ['ledger'] })),
  )
  socket.addEventListener('message', ({ data }) => {
    const { type, txn_count: transactions } = asJson(JSON.parse(String(data)))
    if (type === 'ledgerClosed' && transactions !== 0) work()
  })
}

async function startInProcess({ port, bindings }: WorkerStart, log: Log): Promise<Worker> {
  const url = `http://127.0.0.1:${port}`
  let serving: Awaited<ReturnType<typeof serveWorker>> | null = await serveWorker(
    bindings,
    port,
    log,
    reuseConnections,
  )
  return {
    url,
    port,
    start: async () => {
      serving ??= await serveWorker(bindings, port, log, reuseConnections)
    },
    stop: async () => {
      const stopping = serving
      serving = null
      await stopping?.close()
    },
    kill: () => {
      throw new Error('Only a worker in the Workers runtime can be killed: create the world with `runtime`.')
    },
  }
}

/**
 * Creates a complete marketplace for one test file: new database, ledger, signer and worker on free ports. Postgres,
 * storage and IPFS are shared; `close()` removes everything that this world has created.
 */
export async function createTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const services = inject('services')
  const inRuntime = options.runtime ?? everyCase
  const name = `world_${randomBytes(6).toString('hex')}`
  const databaseUrl = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-world-'))
  const ports = await freePorts()
  const url = `http://127.0.0.1:${ports.site}`
  const marketplace = newAccount('Marketplace', 'marketplace')
  const workerLog: string[] = []
  const endQueries = serveDatabase(services.databaseProxy, databaseUrl)
  const localLedger = await startLedgerHere({
    ...(options.closeEveryMs === undefined
      ? { closeEveryMs: 1000, closeAfterMs: 40 }
      : { closeEveryMs: options.closeEveryMs }),
    ...(options.clio === undefined ? {} : { clio: options.clio }),
  })
  const stack = await startStack({
    dir,
    ports,
    givenParts: {
      ledgerUrl: localLedger.url,
      databaseUrl,
      migrated: true,
      databaseProxy: services.databaseProxy,
      s3: services.s3,
      ipfsApiUrl: services.ipfsUrl,
    },
    marketplace,
    accounts: [marketplace],
    sessionSecret: randomBytes(32).toString('hex'),
    siteOrigin: url,
    signer: { inMemory: true, webhookTimeScale: options.webhookTimeScale ?? 0.01 },
    worker: {
      config: path.join(root, 'wrangler.toml'),
      inMemory: true,
      bundle: services.workerBundle,
      ...(inRuntime ? {} : { start: startInProcess }),
    },
    bindings: {
      RATE_LIMITS: 'off',
      WALLET_BATCH: options.batch === true ? 'on' : 'off',
      PUBLIC_READ_SECONDS: '0',
      AVIF: 'off',
      ...(options.ledgerThrough === undefined ? {} : { LEDGER_URLS: options.ledgerThrough.url }),
      ...options.bindings,
    },
    cronEveryMs: options.cronOnTimer === true ? 3000 : null,
    cronBudgetMs: 0,
    log: (part) => (line) => {
      if (part === 'worker') workerLog.push(line)
      if (options.verbose === true) console.log(`[${part}] ${line}`)
    },
  })
  const { signer } = stack
  const database = openPool(databaseUrl, 2)

  async function close(): Promise<void> {
    await stack.stop()
    await localLedger.close()
    await Promise.all([database.end(), endQueries()])
    await dropDatabase(services.templateUrl, name)
    await rm(dir, { recursive: true, force: true })
  }

  try {
    if (signer === null) throw new Error('The world has no signer.')
    if (options.ledgerThrough !== undefined) options.ledgerThrough.target = stack.urls.ledger
    const ledger = await openLedgerSession(stack.urls.ledger)
    const fund = async (account: DemoAccount, xrp: number): Promise<void> => {
      await ledger.run(genesisAccount, {
        TransactionType: 'Payment',
        Destination: account.address,
        Amount: String(BigInt(xrp) * 1_000_000n),
      })
    }
    await fund(marketplace, options.marketplaceXrp ?? 1000)
    if (options.worker !== false) {
      await stack.startWorker()
      stack.startCron()
      if (options.cronOnTimer === true) afterEachLedger(stack.urls.ledger, stack.wakeCron)
    }
    const query = async (sql: string, values: unknown[] = []) =>
      (await database.query<Record<string, unknown>>(sql, values)).rows
    return {
      ...createState(query),
      ...createMarket(ledger, stack.urls.ledger, services.ipfsUrl),
      ...createApi(url, signer),
      url,
      hasPages: inRuntime,
      stack,
      signer,
      ledger,
      ledgerUrl: stack.urls.ledger,
      databaseUrl,
      marketplace,
      workerLog,
      fund: async (accountName, xrp = 1000) => {
        const account = newAccount(accountName, 'collector')
        await fund(account, xrp)
        signer.accounts.push(account)
        return account
      },
      run: (holder, transaction) => ledger.run(holder, transaction),
      cron: async () => {
        if (!(await stack.fireCron())) throw new Error(`The cron failed:\n${workerLog.slice(-5).join('\n')}`)
      },
      query,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
