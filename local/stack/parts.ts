import path from 'node:path'
import { startIpfs } from '#local/ipfs/start.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { applyMigrations, createDatabase, databaseExists } from '#local/postgres/databases.ts'
import { keepRunning, type RunningPart } from '#local/lib/keep-running.ts'
import { type PushService, startPush } from '#local/push/start.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { localS3 } from '#local/s3/credentials.ts'
import { startS3 } from '#local/s3/start.ts'
import { type Signer, startSigner } from '#local/signer/start.ts'
import type { Closers } from './closers.ts'
import type { S3Location, StackOptions } from './options.ts'
import type { Listener } from './ports.ts'

const databaseName = 'opx'

export interface StartedParts {
  database: { url: string; proxy: string }
  s3: S3Location
  ipfs: { api: string; gateways: string[] }
  ledgerUrl: string
  signer: Signer | null
  push: PushService
}

/** Starts the parts that were not given, concurrently. Each part waits for the parts on which it depends. */
export async function startParts(
  options: StackOptions,
  network: string,
  workerUrl: string,
  closers: Closers,
): Promise<StartedParts> {
  const { dir, ports, givenParts = {}, log } = options

  /** Starts one part and registers it for closing. */
  async function registerPart<T extends { close: () => Promise<void> }>(
    name: string,
    listener: Listener,
    work: Promise<T>,
  ): Promise<T> {
    options.progress?.(name, `127.0.0.1:${ports[listener]}`, work)
    const startedPart = await work
    closers.add(startedPart.close)
    return startedPart
  }

  /**
   * Starts a part in a separate process, which can be killed. With `announce`, it is restarted if it ends unexpectedly.
   */
  async function startProcessPart<T extends RunningPart>(
    name: string,
    listener: Listener,
    start: () => Promise<T>,
  ): Promise<T> {
    const { announce } = options
    if (announce === undefined) return registerPart(name, listener, start())
    const partPromise = registerPart(name, listener, keepRunning(name, start, announce))
    return (await partPromise).current()
  }

  async function ownDatabase(): Promise<string> {
    const server = await startProcessPart('Postgres', 'postgres', () =>
      startPostgres({ dir: path.join(dir, 'postgres'), port: ports.postgres, log: log('postgres') }),
    )
    const url = server.url(databaseName)
    if (!(await databaseExists(url, databaseName))) await createDatabase(url, databaseName)
    return url
  }

  async function startDatabasePart(): Promise<StartedParts['database']> {
    const url = givenParts.databaseUrl ?? (await ownDatabase())
    if (givenParts.migrated !== true) await applyMigrations(url)
    if (givenParts.databaseProxy !== undefined) return { url, proxy: givenParts.databaseProxy }
    const proxy = await startNeonProxy({ port: ports.proxy, databaseUrl: url })
    closers.add(proxy.close)
    return { url, proxy: proxy.address }
  }

  async function startStoragePart(): Promise<S3Location> {
    if (givenParts.s3 !== undefined) return givenParts.s3
    const s3 = await startProcessPart('Storage', 's3', () =>
      startS3({ port: ports.s3, dir: path.join(dir, 's3') }),
    )
    return { ...localS3, endpoint: s3.endpoint, origin: s3.origin }
  }

  async function startPinningPart(): Promise<StartedParts['ipfs']> {
    if (givenParts.ipfsApiUrl !== undefined) {
      return { api: givenParts.ipfsApiUrl, gateways: givenParts.ipfsGateways ?? [givenParts.ipfsApiUrl] }
    }
    const ipfs = await registerPart(
      'IPFS',
      'ipfs',
      startIpfs({ port: ports.ipfs, dir: path.join(dir, 'ipfs') }),
    )
    return { api: ipfs.apiUrl, gateways: [ipfs.gatewayUrl] }
  }

  async function startLedgerPart(): Promise<string> {
    if (givenParts.ledgerUrl !== undefined) return givenParts.ledgerUrl
    const { startLedger } = await import('local-ledger/start.ts')
    const { inMemory = false, closeEveryMs, closeAfterMs, clio } = options.ledger ?? {}
    const startedPart = await registerPart(
      'Ledger',
      'ledger',
      startLedger({
        port: ports.ledger,
        ...(inMemory ? {} : { dir: path.join(dir, 'ledger') }),
        ...(closeEveryMs === undefined ? {} : { closeEveryMs }),
        ...(closeAfterMs === undefined ? {} : { closeAfterMs }),
        ...(clio === undefined ? {} : { clio }),
        log: log('ledger'),
      }),
    )
    return startedPart.url
  }

  async function ledgerAndSigner(): Promise<{ ledgerUrl: string; signer: Signer | null }> {
    const ledgerUrl = await startLedgerPart()
    if (givenParts.signer !== undefined) return { ledgerUrl, signer: null }
    const { inMemory = false, webhookTimeScale } = options.signer ?? {}
    const signer = await registerPart(
      'Wallet',
      'signer',
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
    return { ledgerUrl, signer }
  }

  const push = () => registerPart('Push service', 'push', startPush({ port: ports.push }))

  const starts = [
    startDatabasePart(),
    startStoragePart(),
    startPinningPart(),
    ledgerAndSigner(),
    push(),
  ] as const
  // Let every part settle before a failure is thrown. Otherwise a part could start after the others were stopped.
  await Promise.allSettled(starts)
  const [db, s3, ipfs, chain, pushService] = await Promise.all(starts)
  return { database: db, s3, ipfs, push: pushService, ...chain }
}
