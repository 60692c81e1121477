import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { numberOf, callRpc } from '#local/lib/rpc.ts'
import { StackError } from '#local/lib/stack-error.ts'
import { transactionLogFile } from '#local/lib/transaction-log.ts'
import type { SeedReport } from '#local/seed/seed.ts'
import { stopLeftoverServer } from '#local/postgres/leftover.ts'
import { createClosers } from '#local/stack/closers.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { demoAccounts } from '#local/stack/people.ts'
import { type Listener, requireFreePorts } from '#local/stack/ports.ts'
import type { GivenParts, Stack } from '#local/stack/options.ts'
import { startStack } from '#local/stack/start-stack.ts'
import { buildClient, isClientStale } from './client-build.ts'
import { givenParts, marketplaceFor, publicSettings, siteOriginFor } from './given-parts.ts'
import { issueTokens } from './issue-tokens.ts'
import { lockState } from './lock.ts'
import type { RunnerOptions } from './parse-args.ts'
import {
  exists,
  fundAccounts,
  isStandalone,
  networkOf,
  publishPrice,
  startAccepting,
} from './prepare-ledger.ts'
import { createProgress, type Progress } from './progress.ts'
import {
  clearState,
  readSeedState,
  type SeedState,
  sessionSecret,
  writeDemoAccounts,
  writeSeedState,
} from './state.ts'

/** Starts Vite with hot reload in front of the worker. Returns the function that stops it. */
async function startVite(root: string, port: number, workerUrl: string): Promise<() => Promise<void>> {
  // Read by vite.config.ts, so it must be set before that file is loaded.
  process.env['WORKER_ORIGIN'] = workerUrl
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: `${root}/vite.config.ts`,
    logLevel: 'warn',
    clearScreen: false,
    server: { port, strictPort: true, host: '127.0.0.1' },
  })
  await server.listen()
  return () => server.close()
}

/** Interval of the local ledger. A standalone server is requested to close ledgers at the same interval. */
const closeEveryMs = 3000

function neededListeners(options: RunnerOptions, external: GivenParts): Listener[] {
  return [
    'site',
    'push',
    ...(external.signer === undefined ? (['signer'] as const) : []),
    ...(external.ledgerUrl === undefined ? (['ledger'] as const) : []),
    ...(external.databaseUrl === undefined ? (['postgres'] as const) : []),
    ...(external.databaseProxy === undefined ? (['proxy'] as const) : []),
    ...(external.s3 === undefined ? (['s3'] as const) : []),
    ...(external.ipfsApiUrl === undefined ? (['ipfs'] as const) : []),
    ...(options.hot ? (['worker'] as const) : []),
  ]
}

/**
 * Returns the first ledger to follow: ledger 1 of the local ledger, or the newest validated ledger of another server.
 */
async function firstLedger(ledgerUrl: string | undefined): Promise<number> {
  if (ledgerUrl === undefined) return 1
  return numberOf(
    (await callRpc(ledgerUrl, 'ledger', { ledger_index: 'validated' }))['ledger_index'],
    'ledger_index',
  )
}

async function seedStack(
  stack: Stack,
  progress: Progress,
  signal: AbortSignal,
  dir: string,
  state: { ledger: string; ledgerStart: number },
): Promise<SeedReport> {
  await writeSeedState(dir, { stage: 'begun', ...state })
  const fail = async (error: unknown) => {
    // An interruption is not a failure, because the next start continues.
    if (!signal.aborted) await writeSeedState(dir, { stage: 'failed', ...state })
    throw error
  }
  const { seedMarketplace } = await import('#local/seed/seed.ts')
  const { collections, works } = await import('#local/seed/catalogue.ts').then(({ catalogue }) => ({
    collections: catalogue.length,
    works: catalogue.reduce((sum, entry) => sum + entry.count, 0),
  }))
  return progress.step(
    'Seed',
    `${works} works in ${collections} collections`,
    seedMarketplace(stack, progress.say, signal, transactionLogFile(dir)).catch(fail),
  )
}

interface Ledger {
  /** URL of an external server; undefined for the local ledger. */
  url: string | undefined
  name: string
  network: Awaited<ReturnType<typeof networkOf>>
}

/**
 * Returns the seed state of an earlier start. Null on the first start, or if the state belongs to another ledger, in
 * which case it is cleared.
 */
async function usableSeed(dir: string, ledger: Ledger, marketplace: string) {
  const seed = await readSeedState(dir)
  if (seed === null) return null
  const isReset = ledger.url !== undefined && !(await exists(ledger.url, marketplace))
  if (seed.stage !== 'failed' && seed.ledger === ledger.name && !isReset) return seed
  console.log(
    seed.stage === 'failed'
      ? 'The last start failed while seeding: starting over.'
      : 'This is not the seeded ledger: starting over.',
  )
  await clearState(dir)
  return null
}

function firstWords(seed: SeedState | null): string {
  if (seed === null) return 'OPX, first start: this takes up to a minute.'
  return seed.stage === 'done'
    ? 'OPX'
    : 'OPX: the last start was interrupted while seeding; this one continues.'
}

/**
 * Builds the static client, unless Vite serves it with hot reload. Its directory must exist before the worker starts.
 */
async function prepareClient(root: string, hot: boolean, progress: Progress): Promise<void> {
  mkdirSync(path.join(root, 'dist', 'client'), { recursive: true })
  if (!hot && (await isClientStale(root))) await progress.step('Client', 'dist/client', buildClient(root))
}

/** Prepares the demo accounts and prices. */
async function prepareAccounts(
  ledgerUrl: string,
  dir: string,
  network: Ledger['network'],
  accounts: DemoAccount[],
) {
  if (accounts.length === 0) return
  await fundAccounts(ledgerUrl, accounts)
  if (network === 'local') {
    await publishPrice(ledgerUrl)
    await issueTokens(ledgerUrl, accounts)
  }
  await writeDemoAccounts(dir, accounts)
}

function announceReady(
  { say }: Progress,
  {
    stack,
    siteOrigin,
    accounts,
    seconds,
    logs,
  }: {
    stack: Stack
    siteOrigin: string
    accounts: DemoAccount[]
    seconds: string
    logs: string
  },
) {
  say(`
Ready in ${seconds} s.

  Marketplace   ${siteOrigin}
  API           ${siteOrigin}/api/openapi.json
  Wallet        ${stack.urls.signer}      plays the phone of the accounts below
  Ledger        ${stack.urls.ledger}
`)
  for (const { name, role, address } of accounts) say(`  ${name.padEnd(18)}${role.padEnd(13)}${address}`)
  say(`\nCtrl-C stops everything; npm run reset starts over; logs are in ${logs}.`)
}

/**
 * Starts the whole marketplace and returns the function that stops it. If `signal` is aborted before it is ready, stops
 * what has started and throws.
 */
export async function run(
  options: RunnerOptions,
  root: string,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const startedAt = performance.now()
  const closers = createClosers()
  try {
    closers.add(await lockState(options.dir))
    const external = givenParts(options, process.env)
    await stopLeftoverServer(path.join(options.dir, 'postgres'))
    await requireFreePorts(options.ports, neededListeners(options, external))
    const config = path.join(root, 'wrangler.toml')
    if (!existsSync(config)) throw new StackError('wrangler.toml is missing: the checkout is incomplete.')

    const network = external.ledgerUrl === undefined ? 'local' : await networkOf(external.ledgerUrl)
    const marketplace = marketplaceFor(network, process.env)
    const accounts = network === 'local' ? demoAccounts : []
    const wantsSeed = options.seed && network === 'local'
    const ledger = { url: external.ledgerUrl, name: external.ledgerUrl ?? 'local', network }
    const seed = await usableSeed(options.dir, ledger, marketplace.address)
    const progress = createProgress(options.dir)
    closers.add(async () => progress.close())
    const isSeeded = seed?.stage === 'done'
    progress.say(firstWords(seed))

    const client = prepareClient(root, options.hot, progress)
    // A failure is reported where this promise is awaited.
    client.catch(() => undefined)

    if (external.ledgerUrl !== undefined && network === 'local' && (await isStandalone(external.ledgerUrl))) {
      const stopAccepting = startAccepting(external.ledgerUrl, closeEveryMs)
      closers.add(async () => stopAccepting())
    }
    const ledgerStart = seed?.ledgerStart ?? (await firstLedger(external.ledgerUrl))
    const walletUrl = external.signer === undefined ? `http://127.0.0.1:${options.ports.signer}` : ''
    const siteOrigin = siteOriginFor(network, process.env, external, options.ports.site)
    const stack = await startStack({
      dir: options.dir,
      ports: options.ports,
      givenParts: external,
      network,
      marketplace,
      accounts,
      sessionSecret: await sessionSecret(options.dir),
      siteOrigin,
      ledger: { closeEveryMs },
      worker: { config, listener: options.hot ? 'worker' : 'site', watch: options.hot },
      bindings: publicSettings(process.env, network, walletUrl),
      cronEveryMs: options.cronSeconds * 1000,
      ledgerStart,
      log: progress.log,
      announce: progress.say,
      // A failure is reported where this promise is awaited.
      progress: (part, detail, work) => void progress.step(part, detail, work).catch(() => undefined),
    })
    closers.add(stack.stop)
    signal.throwIfAborted()

    await prepareAccounts(stack.urls.ledger, options.dir, network, accounts)
    // Bundles the worker while the seed runs. The worker sends its own transactions only after the cron starts, when the
    // seed no longer uses the marketplace's account.
    const worker = client.then(() => stack.startWorker())
    const seedRun =
      wantsSeed && !isSeeded
        ? seedStack(stack, progress, signal, options.dir, { ledger: ledger.name, ledgerStart })
        : Promise.resolve(null)
    // Waits for both, so that a failure of one stops the stack only after the other has ended.
    await Promise.allSettled([worker, seedRun])
    await worker
    const report = await seedRun
    signal.throwIfAborted()
    stack.startCron()
    if (options.hot) {
      const vite = startVite(root, options.ports.site, stack.urls.worker)
      closers.add(await progress.step('Vite', `127.0.0.1:${options.ports.site}`, vite))
    }
    if (report !== null) {
      const { finishSeed } = await import('#local/seed/seed.ts')
      await progress.step('Index', 'everything up to now', finishSeed(stack, report, progress.say, signal))
      await writeSeedState(options.dir, { stage: 'done', ledger: ledger.name, ledgerStart })
    }

    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    announceReady(progress, {
      stack,
      siteOrigin,
      accounts,
      seconds,
      logs: `${path.relative(root, options.dir)}/logs`,
    })
    return () => closers.closeAll()
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
