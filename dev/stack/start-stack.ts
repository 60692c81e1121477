import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startIpfs } from '#dev/ipfs/start.ts'
import type { Log } from '#dev/lib/log.ts'
import { startNeonProxy } from '#dev/neon-proxy/start.ts'
import { applyMigrations, createDatabase, databaseExists } from '#dev/postgres/databases.ts'
import { startPostgres } from '#dev/postgres/start.ts'
import { localS3 } from '#dev/s3/credentials.ts'
import { startS3 } from '#dev/s3/start.ts'
import { localApp } from '#dev/signer/credentials.ts'
import { type Signer, startSigner } from '#dev/signer/start.ts'
import type { DemoAccount } from '#dev/signer/types.ts'
import { workerBindings } from './bindings.ts'
import { createClosers } from './closers.ts'
import { type Cron, fireCron, startCron } from './cron.ts'
import type { Ports } from './ports.ts'
import { startWorker, type Worker } from './worker.ts'

export interface S3Location {
  endpoint: string
  origin: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Parts that run already, here or elsewhere: they are used and not started. */
export interface GivenParts {
  databaseUrl?: string
  /** An empty text for a real Neon database, which needs no proxy. */
  databaseProxy?: string
  ledgerUrl?: string
  signer?: { url: string; key: string; secret: string }
  s3?: S3Location
  ipfsApiUrl?: string
  ipfsGateways?: string[]
}

export interface StackOptions {
  /** State of everything lives below. */
  dir: string
  ports: Ports
  given?: GivenParts
  network?: string
  marketplace: DemoAccount
  /** Whose keys the wallet holds. */
  accounts: DemoAccount[]
  sessionSecret: string
  /** What a browser has in its address bar. */
  siteOrigin: string
  ledger?: { closeEveryMs?: number; clio?: boolean; inMemory?: boolean }
  signer?: { inMemory?: boolean; webhookTimeScale?: number }
  worker?: {
    /** `worker` when something else, such as Vite, listens at the site's port. */
    listener?: 'site' | 'worker'
    config: string
    watch?: boolean
    inMemory?: boolean
  }
  /** Over the settings that the parts give. */
  bindings?: Record<string, string>
  /** Milliseconds between scheduled runs; null for none. */
  cronEveryMs: number | null
  cronBudgetMs?: number
  ledgerStart?: number
  log: (part: string) => Log
  progress?: (part: string, detail: string, work: Promise<unknown>) => void
}

export interface Stack {
  urls: { database: string; ledger: string; signer: string; s3: S3Location; ipfs: string; worker: string }
  bindings: Record<string, string>
  signer: Signer | null
  worker: { start: () => Promise<void>; stop: () => Promise<void>; kill: () => Promise<void> }
  /** Begins the worker and its cron: apart, so that a caller can do things before. */
  startWorker: () => Promise<void>
  /** One scheduled run now. */
  fireCron: () => Promise<boolean>
  stop: () => Promise<void>
}

const databaseName = 'opx'

/** Brings up the parts that are not given, in the order they need one another, and stops all of them again. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dir, ports, given = {}, log } = options
  const closers = createClosers()
  await mkdir(dir, { recursive: true })

  /** Starts one part, and has it closed in its turn. */
  async function part<T extends { close: () => Promise<void> }>(
    name: string,
    detail: string,
    work: Promise<T>,
  ): Promise<T> {
    options.progress?.(name, detail, work)
    const started = await work
    closers.add(started.close)
    return started
  }

  async function database(): Promise<{ url: string; proxy: string }> {
    let url = given.databaseUrl
    if (url === undefined) {
      const server = await part(
        'Postgres',
        `127.0.0.1:${ports.postgres}`,
        startPostgres({ dir: path.join(dir, 'postgres'), port: ports.postgres, log: log('postgres') }),
      )
      url = server.url(databaseName)
      if (!(await databaseExists(url, databaseName))) await createDatabase(url, databaseName)
      await applyMigrations(url)
    } else if (given.databaseProxy === undefined) {
      await applyMigrations(url)
    }
    if (given.databaseProxy !== undefined) return { url, proxy: given.databaseProxy }
    const proxy = await startNeonProxy({ port: ports.proxy, databaseUrl: url })
    closers.add(proxy.close)
    return { url, proxy: proxy.address }
  }

  async function storage(): Promise<S3Location> {
    if (given.s3 !== undefined) return given.s3
    const s3 = await part(
      'Storage',
      `127.0.0.1:${ports.s3}`,
      startS3({ port: ports.s3, dir: path.join(dir, 's3') }),
    )
    return { ...localS3, endpoint: s3.endpoint, origin: s3.origin }
  }

  async function pinning(): Promise<{ api: string; gateways: string[] }> {
    if (given.ipfsApiUrl !== undefined) {
      return { api: given.ipfsApiUrl, gateways: given.ipfsGateways ?? [given.ipfsApiUrl] }
    }
    const ipfs = await part(
      'IPFS',
      `127.0.0.1:${ports.ipfs}`,
      startIpfs({ port: ports.ipfs, dir: path.join(dir, 'ipfs') }),
    )
    return { api: ipfs.apiUrl, gateways: [ipfs.gatewayUrl] }
  }

  async function ledger(): Promise<string> {
    if (given.ledgerUrl !== undefined) return given.ledgerUrl
    const { startLedger } = await import('#dev/ledger/start.ts')
    const { inMemory = false, closeEveryMs, clio } = options.ledger ?? {}
    const started = await part(
      'Ledger',
      `127.0.0.1:${ports.ledger}`,
      startLedger({
        port: ports.ledger,
        ...(inMemory ? {} : { dir: path.join(dir, 'ledger') }),
        ...(closeEveryMs === undefined ? {} : { closeEveryMs }),
        ...(clio === undefined ? {} : { clio }),
        log: log('ledger'),
      }),
    )
    return started.url
  }

  const network = options.network ?? 'local'

  async function signer(ledgerUrl: string): Promise<Signer | null> {
    if (given.signer !== undefined) return null
    const { inMemory = false, webhookTimeScale } = options.signer ?? {}
    return part(
      'Wallet',
      `127.0.0.1:${ports.signer}`,
      startSigner({
        port: ports.signer,
        ledgerUrl,
        accounts: options.accounts,
        network: network.toUpperCase(),
        webhookUrl: `${workerUrl}/api/xumm/webhook`,
        ...(inMemory ? {} : { dir: path.join(dir, 'signer') }),
        ...(webhookTimeScale === undefined ? {} : { webhookTimeScale }),
        log: log('signer'),
      }),
    )
  }

  async function chain(): Promise<{ url: string; signer: Signer | null }> {
    const url = await ledger()
    return { url, signer: await signer(url) }
  }

  const workerPort = ports[options.worker?.listener ?? 'site']
  const workerUrl = `http://127.0.0.1:${workerPort}`

  try {
    const starting = [database(), storage(), pinning(), chain()] as const
    // All come to an end before one failure stops them: none may start behind our back.
    await Promise.allSettled(starting)
    const [db, s3, ipfs, ledgerAndSigner] = await Promise.all(starting)

    const bindings = {
      ...workerBindings({
        databaseUrl: db.url,
        databaseProxy: db.proxy,
        ledgerUrls: [ledgerAndSigner.url],
        network,
        signerUrl: given.signer?.url ?? ledgerAndSigner.signer?.url ?? '',
        signerKey: given.signer?.key ?? localApp.key,
        signerSecret: given.signer?.secret ?? localApp.secret,
        marketplace: options.marketplace,
        sessionSecret: options.sessionSecret,
        s3,
        ipfsApiUrl: ipfs.api,
        ipfsGateways: ipfs.gateways,
        siteOrigin: options.siteOrigin,
        ledgerStart: options.ledgerStart ?? 1,
        cronBudgetMs: options.cronBudgetMs ?? 1500,
      }),
      ...options.bindings,
    }

    let worker: Worker | null = null
    let cron: Cron | null = null
    closers.add(async () => {
      await cron?.stop()
      await worker?.stop()
    })
    function running(): Worker {
      if (worker === null) throw new Error('The worker was not started.')
      return worker
    }
    return {
      urls: {
        database: db.url,
        ledger: ledgerAndSigner.url,
        signer: given.signer?.url ?? ledgerAndSigner.signer?.url ?? '',
        s3,
        ipfs: ipfs.api,
        worker: workerUrl,
      },
      bindings,
      signer: ledgerAndSigner.signer,
      worker: {
        start: () => running().start(),
        stop: () => running().stop(),
        kill: () => running().kill(),
      },
      startWorker: async () => {
        if (options.worker === undefined) throw new Error('This stack has no worker.')
        const { config, watch = false, inMemory = false } = options.worker
        const starting = startWorker(
          {
            config,
            port: workerPort,
            bindings,
            watch,
            persist: inMemory ? false : path.join(dir, 'worker'),
          },
          log('worker'),
        )
        options.progress?.('Worker', `127.0.0.1:${workerPort}`, starting)
        worker = await starting
        if (options.cronEveryMs !== null) cron = startCron(workerUrl, options.cronEveryMs, log('cron'))
      },
      fireCron: () => fireCron(workerUrl),
      stop: () => closers.closeAll(),
    }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
