import { setTimeout as wait } from 'node:timers/promises'
import { acceptsOnDemand, openLedgerSession } from '#local/lib/ledger-session.ts'
import { numberOf, callRpc } from '#local/lib/rpc.ts'
import { openTransactionLog } from '#local/lib/transaction-log.ts'
import { StackError } from '#local/lib/stack-error.ts'
import { marketplaceAccount } from '#local/stack/people.ts'
import type { Stack } from '#local/stack/options.ts'
import { type CatalogueEntry, catalogue } from './catalogue.ts'
import { type MintedWork, mintAll, publishWork } from './mint.ts'
import { type Plan, planMarket } from './plan.ts'
import { openShops, prepareShops } from './open-shops.ts'
import { createPublisher, type Publisher } from './publish.ts'
import { createTrade, type RunningAuction } from './trade.ts'
import { type FinishedWork, makeWork } from './works.ts'
import { openIndexWriter } from './write-index.ts'

/** Number of works that are drawn and stored concurrently. */
const atOnce = 4

interface Prepared {
  entry: CatalogueEntry
  works: { work: FinishedWork; uri: string; media: MintedWork['media']; imageCid: string }[]
}

async function prepare(publisher: Publisher, entry: CatalogueEntry, signal: AbortSignal): Promise<Prepared> {
  const works: Prepared['works'] = []
  let next = 0
  async function drawer(): Promise<void> {
    while (next < entry.count) {
      signal.throwIfAborted()
      next += 1
      const number = next
      const work = await makeWork(entry, number)
      works[number - 1] = { work, ...(await publishWork(publisher, entry, work)) }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, drawer))
  return { entry, works }
}

export interface SeedReport {
  collections: number
  works: number
  plan: Plan
  auctions: RunningAuction[]
  /** The ids of the works. */
  nftIds: string[]
  /** The ledger in which the last transaction was validated. */
  ledgerIndex: number
}

/**
 * Creates artists, works and a market in the same way as real users: works are drawn, uploaded, pinned, minted with
 * signed transactions, listed, bid on and sold. Run this before the worker, whose own transactions would conflict with
 * those of the marketplace here. It can be repeated after an interruption, because `logFile` contains the transactions
 * so far.
 */
export async function seedMarketplace(
  stack: Stack,
  say: (line: string) => void,
  signal: AbortSignal,
  logFile: string,
): Promise<SeedReport> {
  const { urls } = stack
  const publisher = createPublisher(urls.s3, urls.ipfs)
  const index = openIndexWriter(urls.database)
  try {
    const ledger = await openLedgerSession(urls.ledger, openTransactionLog(logFile))
    const mintedEntries: { entry: CatalogueEntry; works: MintedWork[] }[] = []
    for (const entry of catalogue) {
      const startedAt = performance.now()
      const { works } = await prepare(publisher, entry, signal)
      mintedEntries.push({ entry, works: await mintAll(ledger, entry, works) })
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      say(
        `    ${entry.name.padEnd(22)}${entry.artist.name.padEnd(18)}${String(entry.count).padStart(3)} works ${seconds.padStart(7)} s`,
      )
    }
    const plan = planMarket(mintedEntries.map(({ works }) => works))
    const auctions = await createTrade(ledger, urls.ledger, marketplaceAccount)(plan)
    await index.collections([...mintedEntries, ...(await prepareShops(ledger, publisher))])
    const ledgerIndex = numberOf(
      (await callRpc(urls.ledger, 'ledger', { ledger_index: 'validated' }))['ledger_index'],
      'ledger_index',
    )
    return {
      collections: mintedEntries.length,
      works: mintedEntries.reduce((sum, { works }) => sum + works.length, 0),
      plan,
      auctions,
      nftIds: mintedEntries.flatMap(({ works }) => works.map(({ nftokenID }) => nftokenID)),
      ledgerIndex,
    }
  } finally {
    publisher.close()
    await index.close()
  }
}

/** Maximum time without progress. A busy machine is slow but still makes progress. */
const patienceMs = 180_000

/**
 * Returns the newest ledger in the worker's index; 0 while the worker does not answer, for example during a restart.
 */
async function indexedLedger(workerUrl: string): Promise<number> {
  const health: unknown = await fetch(`${workerUrl}/api/health`).then(
    (response) => response.json(),
    () => null,
  )
  const index =
    typeof health === 'object' && health !== null && 'ledgerIndex' in health ? health.ledgerIndex : 0
  return typeof index === 'number' ? index : 0
}

/**
 * Runs the steps that need the worker to have indexed all ledgers of the seed and the metadata of the works. They can
 * be repeated.
 */
export async function finishSeed(
  stack: Stack,
  report: SeedReport,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const index = openIndexWriter(stack.urls.database)
  /** Waits until a value reaches `goal`. Fails with `problem` if the value has not changed for a long time. */
  async function until(
    readValue: () => Promise<number>,
    goal: (value: number) => boolean,
    problem: string,
  ): Promise<void> {
    let last = Number.NaN
    let changedAt = Date.now()
    for (;;) {
      const value = await readValue()
      if (goal(value)) return
      if (value !== last) changedAt = Date.now()
      last = value
      if (Date.now() - changedAt > patienceMs) throw new StackError(`${problem}: see logs/worker.log.`)
      await wait(200, undefined, { signal })
    }
  }
  try {
    const followLedger = async () => {
      await until(
        () => indexedLedger(stack.urls.worker),
        (ledger) => ledger >= report.ledgerIndex,
        'The worker is not following the ledger',
      )
      await index.auctions(report.auctions)
      await index.featured(report.plan.featured)
      await index.room(report.plan.room)
      await until(
        () => index.pendingMetadata(report.nftIds),
        (pending) => pending === 0,
        'The worker is not reading the metadata of the works',
      )
      // The worker has created its tickets by now. Once they appear in a closed ledger, it can broker a sale.
      await acceptsOnDemand(stack.urls.ledger)
      await until(index.tickets, (tickets) => tickets > 0, 'The marketplace account gets no tickets')
    }
    await openShops(stack, index, followLedger(), say)
  } finally {
    await index.close()
  }
}
