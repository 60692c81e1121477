import type { Log } from '#dev/lib/log.ts'
import type { Signer } from '#dev/signer/start.ts'
import type { DemoAccount } from '#dev/signer/types.ts'
import type { Ports } from './ports.ts'

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
  /** The database is up to date, so that nothing needs to be applied. */
  migrated?: boolean
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
  ledger?: { closeEveryMs?: number; closeAfterMs?: number; clio?: boolean; inMemory?: boolean }
  signer?: { inMemory?: boolean; webhookTimeScale?: number }
  worker?: {
    /** `worker` when something else (Vite) listens at the site's port. */
    listener?: 'site' | 'worker'
    config: string
    watch?: boolean
    inMemory?: boolean
    /** A folder by `bundleWorker`: starts many times faster than from the sources. */
    bundle?: string
  }
  /** Over the settings that the parts give. */
  bindings?: Record<string, string>
  /** Milliseconds between scheduled runs; null for none. */
  cronEveryMs: number | null
  cronBudgetMs?: number
  ledgerStart?: number
  log: (part: string) => Log
  /** When given, Postgres, the storage and the worker are started again when they end unexpectedly, and it is announced. */
  announce?: Log
  progress?: (part: string, detail: string, work: Promise<unknown>) => void
}

export interface Stack {
  urls: { database: string; ledger: string; signer: string; s3: S3Location; ipfs: string; worker: string }
  bindings: Record<string, string>
  signer: Signer | null
  worker: { start: () => Promise<void>; stop: () => Promise<void>; kill: () => Promise<void> }
  /** Apart from the parts, so that a caller can do things before. */
  startWorker: () => Promise<void>
  /** Begins the scheduled runs, if there shall be any. */
  startCron: () => void
  /** One scheduled run now. */
  fireCron: () => Promise<boolean>
  stop: () => Promise<void>
}
