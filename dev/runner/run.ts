import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { numberOf, rpc } from '#dev/lib/rpc.ts'
import { StackError } from '#dev/lib/stack-error.ts'
import type { SeedReport } from '#dev/seed/seed.ts'
import { stopLeftover } from '#dev/postgres/leftover.ts'
import { createClosers } from '#dev/stack/closers.ts'
import { demoAccounts } from '#dev/stack/people.ts'
import { type Listener, requireFreePorts } from '#dev/stack/ports.ts'
import type { GivenParts, Stack } from '#dev/stack/options.ts'
import { startStack } from '#dev/stack/start-stack.ts'
import { buildClient, isClientStale } from './client-build.ts'
import { givenParts, marketplaceFor, outwardSettings } from './given-parts.ts'
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
import { clearState, readSeedState, sessionSecret, writeDemoAccounts, writeSeedState } from './state.ts'
import { startVite } from './vite.ts'

/** Of the local ledger; a standalone server is told to close as often. */
const closeEveryMs = 3000

function neededListeners(options: RunnerOptions, given: GivenParts): Listener[] {
  return [
    'site',
    ...(given.signer === undefined ? (['signer'] as const) : []),
    ...(given.ledgerUrl === undefined ? (['ledger'] as const) : []),
    ...(given.databaseUrl === undefined ? (['postgres'] as const) : []),
    ...(given.databaseProxy === undefined ? (['proxy'] as const) : []),
    ...(given.s3 === undefined ? (['s3'] as const) : []),
    ...(given.ipfsApiUrl === undefined ? (['ipfs'] as const) : []),
    ...(options.hot ? (['worker'] as const) : []),
  ]
}

/** The index of the newest validated ledger. */
async function validatedIndex(ledgerUrl: string): Promise<number> {
  return numberOf(
    (await rpc(ledgerUrl, 'ledger', { ledger_index: 'validated' }))['ledger_index'],
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
  const { seedMarketplace } = await import('#dev/seed/seed.ts')
  const { collections, works } = await import('#dev/seed/catalogue.ts').then(({ catalogue }) => ({
    collections: catalogue.length,
    works: catalogue.reduce((sum, entry) => sum + entry.count, 0),
  }))
  return progress.step(
    'Seed',
    `${works} works in ${collections} collections`,
    seedMarketplace(stack, progress.say, signal),
  )
}

/**
 * Brings the whole marketplace up. Answers what takes it down again. When `signal` is aborted before it is through, it takes
 * down what is up and throws.
 */
export async function run(
  options: RunnerOptions,
  root: string,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const begun = performance.now()
  const closers = createClosers()
  try {
    closers.add(await lockState(options.dir))
    const given = givenParts(options, process.env)
    await stopLeftover(path.join(options.dir, 'postgres'))
    await requireFreePorts(options.ports, neededListeners(options, given))
    const config = path.join(root, 'wrangler.toml')
    if (!existsSync(config)) throw new StackError('wrangler.toml is missing: the checkout is not complete.')

    const network = given.ledgerUrl === undefined ? 'local' : await networkOf(given.ledgerUrl)
    const marketplace = marketplaceFor(network, process.env)
    const accounts = network === 'local' ? demoAccounts : []
    const wantsSeed = options.seed && network === 'local'
    const ledgerName = given.ledgerUrl ?? 'local'

    let seed = await readSeedState(options.dir)
    const forgotten =
      seed !== null && given.ledgerUrl !== undefined && !(await exists(given.ledgerUrl, marketplace.address))
    if (seed !== null && (seed.stage === 'begun' || seed.ledger !== ledgerName || forgotten)) {
      console.log(
        seed.stage === 'begun'
          ? 'The last start was interrupted while seeding: starting anew.'
          : 'This ledger is not the one that was seeded: starting anew.',
      )
      await clearState(options.dir)
      seed = null
    }
    const progress = createProgress(options.dir)
    closers.add(async () => progress.close())
    progress.say(seed === null ? 'OPX, first start: this takes up to a minute.' : 'OPX')

    // The worker's static files must be there before it starts; with hot reload Vite serves the client instead.
    mkdirSync(path.join(root, 'dist', 'client'), { recursive: true })
    const client =
      !options.hot && (await isClientStale(root))
        ? progress.step('Client', 'dist/client', buildClient(root))
        : Promise.resolve()
    // Its failure is told when it is awaited below.
    client.catch(() => undefined)

    if (given.ledgerUrl !== undefined && network === 'local' && (await isStandalone(given.ledgerUrl))) {
      const stopAccepting = startAccepting(given.ledgerUrl, closeEveryMs)
      closers.add(async () => stopAccepting())
    }
    const ledgerStart =
      seed?.ledgerStart ?? (given.ledgerUrl === undefined ? 1 : await validatedIndex(given.ledgerUrl))
    const walletUrl = given.signer === undefined ? `http://127.0.0.1:${options.ports.signer}` : ''
    const siteOrigin = `http://localhost:${options.ports.site}`
    const stack = await startStack({
      dir: options.dir,
      ports: options.ports,
      given,
      network,
      marketplace,
      accounts,
      sessionSecret: await sessionSecret(options.dir),
      siteOrigin,
      ledger: { closeEveryMs },
      worker: { config, listener: options.hot ? 'worker' : 'site', watch: options.hot },
      bindings: outwardSettings(process.env, network, walletUrl),
      cronEveryMs: options.cronSeconds * 1000,
      ledgerStart,
      log: progress.log,
      announce: progress.say,
      // Who awaits the work tells of its failure.
      progress: (part, detail, work) => void progress.step(part, detail, work).catch(() => undefined),
    })
    closers.add(stack.stop)
    signal.throwIfAborted()

    if (accounts.length > 0) {
      await fundAccounts(stack.urls.ledger, accounts)
      if (network === 'local') await publishPrice(stack.urls.ledger)
      if (network === 'local') await issueTokens(stack.urls.ledger, accounts)
      await writeDemoAccounts(options.dir, accounts)
    }
    // Bundled while the seed is made; its own transactions begin with the cron, when the marketplace's account is free.
    const worker = client.then(() => stack.startWorker())
    const seeding =
      wantsSeed && seed === null
        ? seedStack(stack, progress, signal, options.dir, { ledger: ledgerName, ledgerStart })
        : Promise.resolve(null)
    // Both come to an end before a failure of one takes the stack down.
    await Promise.allSettled([worker, seeding])
    await worker
    const report = await seeding
    signal.throwIfAborted()
    stack.startCron()
    if (options.hot) {
      const vite = startVite(root, options.ports.site, stack.urls.worker)
      closers.add(await progress.step('Vite', `127.0.0.1:${options.ports.site}`, vite))
    }
    if (report !== null) {
      const { finishSeed } = await import('#dev/seed/seed.ts')
      await progress.step('Index', 'everything up to now', finishSeed(stack, report, progress.say, signal))
      await writeSeedState(options.dir, { stage: 'done', ledger: ledgerName, ledgerStart })
    }

    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    progress.say(`
Ready in ${seconds} s.

  Marketplace   ${siteOrigin}
  API           ${siteOrigin}/api/openapi.json
  Wallet        ${stack.urls.signer}      plays the phone of the accounts below
  Ledger        ${stack.urls.ledger}
`)
    for (const { name, role, address } of accounts)
      progress.say(`  ${name.padEnd(18)}${role.padEnd(13)}${address}`)
    progress.say(
      `\nCtrl-C stops everything; npm run reset starts anew; logs are in ${path.relative(root, options.dir)}/logs.`,
    )
    return () => closers.closeAll()
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
