import type { Log } from '#local/lib/log.ts'
import type { PushService } from '#local/push/start.ts'
import type { Signer } from '#local/signer/start.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Ports } from './ports.ts'
import type { startWorker } from './worker.ts'

export interface S3Location {
  endpoint: string
  origin: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Parts that are already running, here or elsewhere. They are used instead of being started. */
export interface GivenParts {
  databaseUrl?: string
  /** True if the database is up to date, so that no migrations are applied. */
  migrated?: boolean
  /** Empty for a Neon database, which needs no proxy. */
  databaseProxy?: string
  ledgerUrl?: string
  signer?: { url: string; key: string; secret: string }
  s3?: S3Location
  ipfsApiUrl?: string
  ipfsGateways?: string[]
}

export interface StackOptions {
  /** Folder for the state of all parts. */
  dir: string
  ports: Ports
  givenParts?: GivenParts
  network?: string
  marketplace: DemoAccount
  /** The accounts whose keys the wallet holds. */
  accounts: DemoAccount[]
  sessionSecret: string
  /** The site's origin, as in a browser's address bar. */
  siteOrigin: string
  ledger?: { closeEveryMs?: number; closeAfterMs?: number; clio?: boolean; inMemory?: boolean }
  signer?: { inMemory?: boolean; webhookTimeScale?: number }
  worker?: {
    /** `worker` if something else (Vite) listens on the site's port. */
    listener?: 'site' | 'worker'
    config: string
    watch?: boolean
    inMemory?: boolean
    /** A folder created by `bundleWorker`. Starts much faster than from the sources. */
    bundle?: string
    /** Replaces the function that starts the worker in the local Cloudflare runtime. */
    start?: typeof startWorker
  }
  /** Overrides settings of the parts. */
  bindings?: Record<string, string>
  /** Milliseconds between scheduled runs; null for none. */
  cronEveryMs: number | null
  cronBudgetMs?: number
  ledgerStart?: number
  log: (part: string) => Log
  /**
   * If set, Postgres, the storage and the worker are restarted if they end unexpectedly, and each restart is announced.
   */
  announce?: Log
  progress?: (part: string, detail: string, work: Promise<unknown>) => void
}

export interface Stack {
  push: PushService
  urls: { database: string; ledger: string; signer: string; s3: S3Location; ipfs: string; worker: string }
  bindings: Record<string, string>
  signer: Signer | null
  worker: { start: () => Promise<void>; stop: () => Promise<void>; kill: () => Promise<void> }
  /** Starts the worker. Separate from starting the other parts, so that a caller can do something in between. */
  startWorker: () => Promise<void>
  /** Starts the scheduled runs, if any. */
  startCron: () => void
  /** Starts the next scheduled run immediately. */
  wakeCron: () => void
  /** Runs the scheduled handler once. */
  fireCron: () => Promise<boolean>
  stop: () => Promise<void>
}
