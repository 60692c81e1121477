import { setTimeout as wait } from 'node:timers/promises'
import { acceptsOnDemand, openLedgerSession } from '#dev/lib/ledger-session.ts'
import { numberOf, rpc } from '#dev/lib/rpc.ts'
import { StackError } from '#dev/lib/stack-error.ts'
import { marketplaceAccount } from '#dev/stack/people.ts'
import type { Stack } from '#dev/stack/options.ts'
import { type CatalogueEntry, catalogue } from './catalogue.ts'
import { type MintedWork, mintAll, publishWork } from './mint.ts'
import { type Plan, planMarket } from './plan.ts'
import { openShops, prepareShops } from './open-shops.ts'
import { createPublisher, type Publisher } from './publish.ts'
import { createTrade, type RunningAuction } from './trade.ts'
import { type FinishedWork, makeWork } from './works.ts'
import { openIndexWriter } from './write-index.ts'

/** How many works are drawn and stored concurrently. */
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
  /** The ledger in which the last transaction is validated. */
  ledgerIndex: number
}

/**
 * Artists, works and a market, created like by real users: drawn, uploaded, pinned, minted by signed transactions, listed, bid on
 * and sold. Run it before the worker, whose own transactions must not conflict with the marketplace's here.
 */
export async function seedMarketplace(
  stack: Stack,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<SeedReport> {
  const { urls } = stack
  const publisher = createPublisher(urls.s3, urls.ipfs)
  const index = openIndexWriter(urls.database)
  try {
    const ledger = await openLedgerSession(urls.ledger)
    const minted: { entry: CatalogueEntry; works: MintedWork[] }[] = []
    for (const entry of catalogue) {
      const begun = performance.now()
      const { works } = await prepare(publisher, entry, signal)
      minted.push({ entry, works: await mintAll(ledger, entry, works) })
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      say(
        `    ${entry.name.padEnd(22)}${entry.artist.name.padEnd(18)}${String(entry.count).padStart(3)} works ${seconds.padStart(7)} s`,
      )
    }
    const plan = planMarket(minted.map(({ works }) => works))
    const auctions = await createTrade(ledger, urls.ledger, marketplaceAccount)(plan)
    await index.collections([...minted, ...(await prepareShops(ledger, publisher))])
    const ledgerIndex = numberOf(
      (await rpc(urls.ledger, 'ledger', { ledger_index: 'validated' }))['ledger_index'],
      'ledger_index',
    )
    return {
      collections: minted.length,
      works: minted.reduce((sum, { works }) => sum + works.length, 0),
      plan,
      auctions,
      ledgerIndex,
    }
  } finally {
    publisher.close()
    await index.close()
  }
}

const followMs = 120_000

async function indexedLedger(workerUrl: string): Promise<number> {
  const response = await fetch(`${workerUrl}/api/health`)
  const health: unknown = await response.json()
  const index =
    typeof health === 'object' && health !== null && 'ledgerIndex' in health ? health.ledgerIndex : 0
  return typeof index === 'number' ? index : 0
}

/** Steps that require the worker to have indexed all ledgers of the seed and the works' metadata. */
export async function finishSeed(
  stack: Stack,
  report: SeedReport,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + followMs
  const index = openIndexWriter(stack.urls.database)
  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) {
      if (Date.now() > deadline)
        throw new StackError('The worker is not following the ledger: see logs/worker.log.')
      await wait(200, undefined, { signal })
    }
  }
  try {
    const followed = async () => {
      await until(async () => (await indexedLedger(stack.urls.worker)) >= report.ledgerIndex)
      await index.auctions(report.auctions)
      await index.featured(report.plan.featured)
      await until(async () => (await index.pendingMetadata()) === 0)
      // The worker has created its tickets by now; once a closed ledger shows them, it can broker a sale.
      await acceptsOnDemand(stack.urls.ledger)
      await until(async () => (await index.tickets()) > 0)
    }
    await openShops(stack, followed(), say)
  } finally {
    await index.close()
  }
}
