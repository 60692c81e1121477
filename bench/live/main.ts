// `npm run bench:live [-- --sockets N --ledgers N --kills N]`: pages that subscribe to events, on the local Workers
// runtime. Measures the time from the close of a ledger to the arrival of its events, also while sockets and objects
// are killed. Exit code 1 if a target is missed.
import { openPool } from '#local/postgres/databases.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Wallet } from 'xrpl'
import { openLedgerSession } from '#local/lib/ledger-session.ts'
import { numberOf, callRpc } from '#local/lib/rpc.ts'
import { localApp } from '#local/signer/credentials.ts'
import { demoAccounts, genesisAccount, marketplaceAccount } from '#local/stack/people.ts'
import { freePorts } from '#local/stack/ports.ts'
import { startStack } from '#local/stack/start-stack.ts'
import { bundleWorker } from '#local/stack/worker-bundle.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { Crowd } from './crowd.ts'
import { openFiles, type Runtime, startRuntime } from './runtime.ts'

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    ledgers: { type: 'string', default: '20' },
    kills: { type: 'string', default: '100' },
  },
})
const socketCount = Number(values.sockets)
/** The runtime needs two file descriptors per socket, more for reconnecting ones, and some for itself. */
const possible = Math.floor((openFiles() - 4000) / 2)
const sockets = Math.min(socketCount, possible)
if (sockets < socketCount)
  console.log(`Not ${socketCount}: a process may have ${openFiles()} open files here (ulimit -n).`)
const ledgers = Number(values.ledgers)
const kills = Number(values.kills)
const artists = 200
const eventsPerLedger = 50
const closeEveryMs = 4000
const killEveryMs = 1000

const targets = { p95Ms: 1000, memoryGrowth: 0.1 }

const root = path.resolve(import.meta.dirname, '..', '..')
const dir = await mkdtemp(path.join(tmpdir(), 'opx-live-'))
const config = path.join(root, 'wrangler.toml')
const bundle = path.join(dir, 'worker')
await bundleWorker(config, bundle)
const ports = await freePorts()
let runtime: Runtime | null = null
const stack = await startStack({
  dir,
  ports,
  marketplace: marketplaceAccount,
  accounts: demoAccounts,
  sessionSecret: localApp.secret.repeat(2),
  siteOrigin: `http://127.0.0.1:${ports.site}`,
  ledger: { inMemory: true, closeEveryMs: 600_000 },
  signer: { inMemory: true },
  worker: {
    config,
    inMemory: true,
    bundle,
    start: async (start) => {
      runtime = await startRuntime(start)
      return runtime.worker
    },
  },
  bindings: { RATE_LIMITS: 'off' },
  cronEveryMs: null,
  cronBudgetMs: 1000,
  log: () => () => undefined,
})
const database = openPool(stack.urls.database, 2)
const crowd = new Crowd(`ws://127.0.0.1:${ports.site}`, sockets)

/** Close time of each ledger, by this machine's clock. */
const closes = new Map<number, number>()
const people = Array.from({ length: artists }, () => Wallet.generate()).map(
  ({ classicAddress, seed = '' }) => ({
    address: classicAddress,
    seed,
  }),
)

const percentile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)

try {
  const session = await openLedgerSession(stack.urls.ledger)
  for (const { address } of people)
    await session.send(genesisAccount, {
      TransactionType: 'Payment',
      Destination: address,
      Amount: '400000000',
    })
  await session.send(genesisAccount, {
    TransactionType: 'Payment',
    Destination: marketplaceAccount.address,
    Amount: '1000000000',
  })
  await session.settle()
  await stack.startWorker()
  if (runtime === null) throw new Error('The runtime did not start.')
  const { kill, hibernate, memoryKib }: Runtime = runtime
  /** The watchdog, which Cloudflare fires once a minute. */
  const watchdog = setInterval(() => void stack.fireCron().catch(() => false), 10_000)
  void stack.fireCron()

  const startedAt = performance.now()
  await crowd.connect(people.map(({ address }) => `artist:${address}`))
  console.log(
    `${sockets} sockets on ${artists} topics after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )

  let place = 0
  /** Closes one ledger with events of this many artists. Each artist is followed by a share of the sockets. */
  async function closeLedger() {
    for (let n = 0; n < eventsPerLedger; n += 1) {
      const artist = people[(place += 7) % artists]
      if (artist !== undefined)
        await session.send(artist, {
          TransactionType: 'NFTokenMint',
          NFTokenTaxon: 0,
          Flags: nftokenFlags.transferable,
        })
    }
    const at = performance.now()
    const next =
      numberOf((await callRpc(stack.urls.ledger, 'ledger_accept'))['ledger_current_index'], 'index') - 1
    closes.set(next, at)
  }

  async function run(count: number, task: (n: number) => void) {
    for (let n = 0; n < count; n += 1) {
      const started = performance.now()
      await closeLedger()
      task(n)
      await wait(Math.max(0, closeEveryMs - (performance.now() - started)))
    }
    await crowd.untilQuiet()
  }

  const memory: number[] = []
  await run(ledgers, () => memory.push(memoryKib()))
  const delays = crowd.delays(closes).toSorted((a, b) => a - b)
  const quiet = { median: percentile(delays, 0.5), p95: percentile(delays, 0.95), most: delays.at(-1) ?? 0 }
  console.log(
    `${delays.length} events delivered, from close to reader: median ${quiet.median.toFixed(0)} ms, p95 ${quiet.p95.toFixed(0)} ms (target: ${targets.p95Ms}), longest ${quiet.most.toFixed(0)} ms`,
  )
  const part = Math.max(1, Math.floor(memory.length / 4))
  const growth = mean(memory.slice(-part)) / mean(memory.slice(part, 2 * part)) - 1
  console.log(
    `memory of the runtime: ${(mean(memory.slice(-part)) / 1024).toFixed(0)} MiB at the end, ${(growth * 100).toFixed(1)} % more than after a quarter of the time (target: ${targets.memoryGrowth * 100})`,
  )

  const kinds = ['socket', 'shard', 'follower', 'hibernation'] as const
  const count = new Map<string, number>()
  const shard = () => `shard-${Math.floor(Math.random() * 16)}`
  const killer = async () => {
    for (let n = 0; n < kills; n += 1) {
      await wait(killEveryMs * (0.5 + Math.random()))
      const kind = kinds[n % kinds.length] ?? 'socket'
      count.set(kind, (count.get(kind) ?? 0) + 1)
      if ((n + 1) % 25 === 0) console.log(`${n + 1} of ${kills} killed`)
      if (kind === 'socket') crowd.cut()
      // Not awaited, because a killed object may never answer.
      else if (kind === 'shard') void kill('LIVE_SHARD', shard())
      else if (kind === 'follower') void kill('FOLLOWER', 'follower')
      else await hibernate(shard())
    }
  }
  const killed = killer()
  await run(Math.ceil((kills * killEveryMs) / closeEveryMs) + 2, () => undefined)
  await killed
  await crowd.untilQuiet()
  clearInterval(watchdog)
  const { rows } = await database.query<{ position: string; key: string; issuer: string }>(
    'select position, key, issuer from events order by position',
  )
  const { missing, doubled, reconnects } = crowd.compare(
    rows.map(({ position, key, issuer }) => ({ position: Number(position), key, topic: `artist:${issuer}` })),
  )
  console.log(
    `${kinds.map((kind) => `${kind} ${count.get(kind) ?? 0}`).join(', ')} killed, ${reconnects} reconnects: ${missing} events missing, ${doubled} doubled`,
  )
  const missed = quiet.p95 > targets.p95Ms || growth > targets.memoryGrowth || missing > 0 || doubled > 0
  process.exitCode = missed ? 1 : 0
} finally {
  crowd.close()
  await database.end()
  // The runtime may not answer when thousands of sockets end at once.
  await Promise.race([stack.stop(), wait(20_000)])
  await rm(dir, { recursive: true, force: true })
}
process.exit()
