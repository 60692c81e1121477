import { openPool } from '#local/postgres/databases.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { decodeAccountID, Wallet } from 'xrpl'
import { openDatabase } from '#db/client.ts'
import { Bootstrap } from '#ops/bootstrap/bootstrap.ts'
import { LedgerState } from '#ops/bootstrap/ledger-state.ts'
import { refreshCollectionStats } from '#db/queries/ledger-index/statistics.ts'
import { findCursor } from '#db/queries/ledger-index/writes.ts'
import type { Amendment } from 'local-ledger/entries/amendments.ts'
import { startLedger } from 'local-ledger/start.ts'
import { callRpc } from '#local/lib/rpc.ts'
import { createClosers } from '#local/stack/closers.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import { applySettings, applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { askLines } from '#worker/domain/ledger-index/ask-lines.ts'
import { type FollowContext, followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import type { Pace } from '#worker/domain/ledger-index/stretches.ts'
import { refreshStatistics } from '#worker/domain/ledger-index/refresh-statistics.ts'
import { createLogger } from '#worker/log.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { bidOrSell, buyByBid, compareBids } from './bids.ts'
import { type Chance, chanceOf } from './chance.ts'
import { compareEvents, compareLogs, type Drift, findDrift, findStateDrift } from './compare.ts'
import { type Faults, faultyDatabase, faultyLedger } from './faults.ts'
import type { Cast } from './drawn.ts'
import { setUp } from './issued.ts'
import { firstGrants } from './delegation.ts'
import { openMarket } from './market.ts'
import { drawOperation } from './operations.ts'
import { submit } from './submit.ts'
import { readTrueEvents } from './true-events.ts'
import { type OpenedEdition, sellEach, trade } from './trade.ts'
import { compareEditions } from './true-editions.ts'
import { type Activity, readSales, readTruth, type Truth } from './truth.ts'

/** The state at the end of a run, for a test that continues from it. */
export interface SeedEnd {
  context: FollowContext & { settings: { network: 'local' } }
  pool: Pool
  chance: Chance
  /** Collections of every issuer, as (issuer, taxon). */
  issuers: string[]
  /** Reads the ledger again and compares. */
  findDrift(): Promise<Drift[]>
}

export interface SeedOptions {
  /** True if the ledger has Clio's methods. */
  clio?: boolean
  /** Amendments enabled on the ledger; all supported ones by default. */
  amendments?: readonly Amendment[]
  /** URL of an empty database in which the index is rebuilt from the first ledger. */
  rebuildIn?: string
  /**
   * URL of an empty database that is filled from the ledger's state after half of the operations and then follows the
   * ledger.
   */
  bootstrapIn?: string
  afterwards?: (end: SeedEnd) => Promise<void>
}

export interface SeedReport {
  seed: number
  operations: number
  ledgers: number
  results: Map<string, number>
  faults: Map<string, number>
  /** Offers in issued currencies at the end, by the reason why they cannot be accepted. */
  issued: Record<string, number>
  /** Counts of successful transactions other than ordinary ones. */
  activity: Activity
  /** Counts of sales in XRP, and of those that look like wash trades. */
  sales: { counted: number; marked: number }
  /** Counts of opened editions and of sold prints: all, free, with payees, in issued currencies. */
  trades: Record<'editions' | 'prints' | 'free' | 'shared' | 'issued', number>
  /** Counts of standing bids: signed, taking part at the end, and sales into them by state. */
  bids: Record<string, number>
  /** Events of the log by kind. */
  events: Record<string, number>
  drift: Drift[]
  seconds: number
}

const collectionsTracked = 3
/** Shares of operations that involve editions, and standing bids. */
const tradeShare = 0.12
const bidShare = 0.15

/** Removes works that the marketplace holds for buyers, because only its own code moves them. */
export const withoutInventory = (truth: Truth, marketplace: string): Truth => ({
  ...truth,
  tokens: new Map([...truth.tokens].filter(([, { owner }]) => owner !== marketplace)),
})

const oneByOne: Pace = { behind: 0, ledgers: 1, transactions: 1 }

export async function fund(url: string, cast: Cast) {
  const genesis = Wallet.fromSeed(genesisAccount.seed)
  for (const wallet of [...cast.people, cast.marketplace, cast.gate, cast.bank]) {
    await submit(url, genesis, {
      TransactionType: 'Payment',
      Destination: wallet.classicAddress,
      Amount: '120000000',
    })
  }
  await callRpc(url, 'ledger_accept')
  for (const ledger of [...setUp(cast), firstGrants(cast)]) {
    for (const [wallet, fields] of ledger) await submit(url, wallet, fields)
    await callRpc(url, 'ledger_accept')
  }
}

/**
 * Creates events that are too rare among random operations: marked and other sales, a gift, a new price, a burn, a
 * delegate and a check.
 */
export async function makeRareEvents(url: string, { people: [artist, friend, other], marketplace }: Cast) {
  if (artist === undefined || friend === undefined || other === undefined) return
  const sell = async (from: Wallet, to: Wallet, NFTokenID: string, Amount: string) => {
    await submit(url, from, {
      TransactionType: 'NFTokenCreateOffer',
      Flags: tfSellNFToken,
      NFTokenID,
      Amount,
      Destination: to.classicAddress,
    })
    await callRpc(url, 'ledger_accept')
    const { offers } = await readTruth(url, [from.classicAddress, to.classicAddress], [], '')
    const offer = [...offers.values()].find(({ nftId }) => nftId === NFTokenID)
    await submit(url, to, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer?.id ?? '' })
    await callRpc(url, 'ledger_accept')
  }
  const mint = { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: nftokenFlags.transferable } as const
  await submit(url, artist, mint)
  await submit(url, artist, mint)
  await callRpc(url, 'ledger_accept')
  const [first = '', second = ''] = (await readTruth(url, [artist.classicAddress], [], '')).tokens.keys()
  await sell(artist, friend, first, '5000000')
  await sell(friend, artist, first, '6000000')
  await sell(artist, other, second, '9000000')
  await sell(artist, friend, first, '0')
  const price = { TransactionType: 'NFTokenCreateOffer', Flags: tfSellNFToken, NFTokenID: first }
  await submit(url, friend, { ...price, Amount: '7000000' })
  await callRpc(url, 'ledger_accept')
  await submit(url, friend, { ...price, Amount: '8000000' })
  await submit(url, other, { TransactionType: 'NFTokenBurn', NFTokenID: second })
  const Account = artist.classicAddress
  await submit(url, marketplace, { ...mint, Account, Delegate: marketplace.classicAddress })
  const check = { TransactionType: 'CheckCreate', Destination: friend.classicAddress, SendMax: '1000000' }
  await submit(url, artist, check)
  await callRpc(url, 'ledger_accept')
}

/**
 * Acts as the resolver: applies a single transaction to the index, before or long after the follower reads its ledger.
 */
async function applyOne(context: FollowContext, chance: Chance, head: number) {
  const ledger = await context.ledger.findLedger(Math.max(3, head - chance.int(6)))
  const entry = ledger === null ? undefined : chance.pick(ledger.transactions)
  if (entry === undefined) return
  const settings = await applySettings(context, entry.closedAt)
  await context.db.transaction((tx) => applyTransactions(tx, [entry], settings))
}

/**
 * Draws the pace of a run: in most seeds, ranges of random length until no work is left; in the others, one ledger at a
 * time.
 */
const drawPace = (chance: Chance): Pace =>
  chance.hits(0.3)
    ? oneByOne
    : { behind: 0, ledgers: 2 + chance.int(30), transactions: 1 + chance.int(chance.hits(0.5) ? 12 : 200) }

/** Runs one cron event, sometimes two at once. The next run handles any error. */
async function follow(context: FollowContext, chance: Chance, head: number, pool: Pool) {
  const deadline = () => new Date(Date.now() + 20_000)
  const run = () => followLedgers(context, deadline(), null, drawPace(chance))
  const runs = [run(), ...(chance.hits(0.3) ? [run()] : [])]
  if (chance.hits(0.3)) runs.push(applyOne(context, chance, head).then(run))
  if (chance.hits(0.3)) runs.push(run().finally(() => askLines(context, deadline())))
  await Promise.allSettled(runs)
  await refreshCollectionStats(drizzle(pool), context.rules, 50)
}

function countIssued({ offers }: Truth): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const offer of offers.values()) {
    if (typeof offer.amount === 'string') continue
    const problem = offer.problem ?? 'takeable'
    counts[problem] = (counts[problem] ?? 0) + 1
  }
  return counts
}

/**
 * Follows the same ledgers again into an empty database, one by one and without faults, and compares the event logs.
 */
async function rebuild(url: string, context: SeedEnd['context'], proxy: string, followed: Pool) {
  const pending: Promise<unknown>[] = []
  const again = openDatabase({ url, proxy, waitUntil: (work) => pending.push(work) })
  const pool = openPool(url, 1)
  try {
    await followLedgers({ ...context, db: again }, new Date(Date.now() + 170_000), null, oneByOne)
    return await compareLogs(followed, pool)
  } finally {
    await Promise.allSettled(pending)
    await pool.end()
  }
}

async function bootstrap(databaseUrl: string, ledgerUrl: string, { rules, ledger }: SeedEnd['context']) {
  const state = new LedgerState({ url: ledgerUrl, pageSize: 40 })
  await new Bootstrap({ databaseUrl, state, reserves: () => ledger.reserves(), rules, issuers: null }).run()
}

/** Follows the ledgers after the one whose state was read, and compares the result with the ledger's final state. */
async function followOn(url: string, context: SeedEnd['context'], proxy: string, truth: Truth) {
  const pending: Promise<unknown>[] = []
  const later = openDatabase({ url, proxy, waitUntil: (work) => pending.push(work) })
  const pool = openPool(url, 1)
  try {
    await followLedgers({ ...context, db: later }, new Date(Date.now() + 170_000))
    await askLines({ ...context, db: later }, new Date(Date.now() + 20_000))
    const drift = await findStateDrift(pool, truth, context.rules.marketplace)
    return drift.map((line) => `after a bootstrap: ${line}`)
  } finally {
    await Promise.allSettled(pending)
    await pool.end()
  }
}

async function countEvents(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query('select kind, count(*)::int as times from events group by kind')
  return Object.fromEntries(rows.map(({ kind, times }) => [String(kind), Number(times)]))
}

/**
 * Runs random operations by many accounts, which the index follows despite faults. Then the faults stop, and index and
 * ledger must agree.
 */
export async function runSeed(
  seed: number,
  operations: number,
  database: { url: string; proxy: string },
  options: SeedOptions = {},
): Promise<SeedReport> {
  const started = Date.now()
  // The ledger is the same in every run of a seed, except for expirations by the clock and the marketplace's actions.
  // Timing also decides when the follower meets which fault.
  const chance = chanceOf(seed)
  const following = chanceOf(seed + 1_000_000)
  const trading = chanceOf(seed + 2_000_000)
  const ledger = await startLedger({
    port: 0,
    clio: options.clio ?? false,
    amendments: options.amendments,
  })
  const closers = createClosers()
  closers.add(() => ledger.close())
  const pool = openPool(database.url, 2)
  closers.add(() => pool.end())
  const pending: Promise<unknown>[] = []
  closers.add(async () => void (await Promise.allSettled(pending)))
  try {
    const wallet = () => Wallet.fromEntropy(Uint8Array.from({ length: 16 }, () => chance.int(256)))
    const cast: Cast = {
      people: Array.from({ length: 7 }, wallet),
      marketplace: wallet(),
      gate: wallet(),
      bank: wallet(),
    }
    await fund(ledger.url, cast)
    await makeRareEvents(ledger.url, cast)
    const faults: Faults = { on: false, occurrences: new Map() }
    const marketplace = cast.marketplace.classicAddress
    const context: SeedEnd['context'] = {
      db: faultyDatabase(
        openDatabase({ ...database, waitUntil: (work) => pending.push(work) }),
        faults,
        following,
      ),
      ledger: faultyLedger(
        createJsonRpcLedger({ urls: [ledger.url], timeoutMs: 5000, fetch }),
        faults,
        following,
      ),
      rules: { marketplace, minimumDrops: 100_000n },
      settings: { ledgerStart: 1, network: 'local' },
      now: () => new Date(),
      log: createLogger('drift', true),
    }
    const issuers = cast.people.slice(0, collectionsTracked)
    const collections = issuers.map((_issuer, place) => `seed${seed}c${place}`)
    for (const [i, issuer] of issuers.entries()) {
      await pool.query('insert into collections (id, issuer, taxon, name) values ($1, $2, 0, $1)', [
        collections[i],
        issuer.classicAddress,
      ])
    }
    const market = await openMarket({
      database,
      ledgerUrl: ledger.url,
      pool,
      cast,
      following: context,
      unreliable: (reliable) => faultyDatabase(reliable, faults, following),
    })
    closers.add(market.close)
    const editions: OpenedEdition[] = []
    await sellEach(market, trading, editions)
    const accounts = [...cast.people, cast.marketplace].map((wallet) => wallet.classicAddress)
    const currencyIssuers = [cast.gate, cast.bank].map((wallet) => wallet.classicAddress)
    const results = new Map<string, number>()
    let truth = await readTruth(ledger.url, accounts, currencyIssuers, marketplace)
    await buyByBid(market, truth, collections)
    faults.on = true
    /** Runs one operation. Returns true if it was possible. */
    const operate = async (): Promise<boolean> => {
      if (chance.hits(tradeShare)) {
        await trade(market, trading, editions)
        return true
      }
      if (chance.hits(bidShare)) {
        await bidOrSell(market, trading, truth, collections)
        return true
      }
      const drawn = drawOperation({ chance, truth: withoutInventory(truth, marketplace), cast })
      if (drawn === null) return false
      const result = await submit(ledger.url, ...drawn)
      results.set(result, (results.get(result) ?? 0) + 1)
      return true
    }
    let bootstrapped = false
    // Closes ledgers that are not followed, so that the index has to catch up.
    let gap = 0
    for (let operationCount = 0; operationCount < operations; ) {
      if (options.bootstrapIn !== undefined && !bootstrapped && operationCount * 2 >= operations) {
        await bootstrap(options.bootstrapIn, ledger.url, context)
        bootstrapped = true
      }
      if (await operate()) operationCount += 1
      if (chance.hits(0.25)) {
        await callRpc(ledger.url, 'ledger_accept')
        // Operations depend only on ownership. Trust lines matter when index and ledger are compared.
        truth = await readTruth(ledger.url, accounts, [], marketplace)
        const head = Number((await callRpc(ledger.url, 'ledger_closed'))['ledger_index'])
        if (chance.hits(0.05)) gap = 5 + chance.int(20)
        gap -= 1
        if (gap <= 0 && chance.hits(0.5)) {
          await follow(context, following, head, pool)
          await market.tend()
        }
      }
    }
    const catchUp = async (): Promise<number> => {
      const head = Number((await callRpc(ledger.url, 'ledger_closed'))['ledger_index'])
      for (let tries = 0; tries < 20 && (await findCursor(context.db.http))?.ledgerIndex !== head; tries += 1)
        await followLedgers(context, new Date(Date.now() + 20_000), null, drawPace(following))
      return head
    }
    await callRpc(ledger.url, 'ledger_accept')
    faults.on = false
    await catchUp()
    await market.round()
    const readNow = () => readTruth(ledger.url, accounts, currencyIssuers, marketplace)
    const bidsBefore = await compareBids(market, await readNow())
    const traded = await compareEditions(market, editions)
    const head = await catchUp()
    await askLines(context, new Date(Date.now() + 20_000))
    await refreshStatistics(context, new Date(Date.now() + 20_000))
    const issuerHex = new Map(
      cast.people.map((wallet) => [
        wallet.classicAddress,
        Buffer.from(decodeAccountID(wallet.classicAddress)).toString('hex').toUpperCase(),
      ]),
    )
    let activity: Activity = { inner: 0, delegated: 0, checks: 0 }
    let sold = { counted: 0, marked: 0 }
    const compare = async () => {
      truth = await readTruth(ledger.url, accounts, currencyIssuers, marketplace)
      const history = await readSales(ledger.url, 3, head)
      activity = history.activity
      const left = history.sales.filter(({ isMarked }) => isMarked).length
      sold = { counted: history.sales.length - left, marked: left }
      return findDrift(pool, truth, history.sales, marketplace, issuerHex)
    }
    const drift = [...bidsBefore.drift, ...traded.drift, ...(await compare())]
    const bids = await compareBids(market, truth)
    drift.push(...bids.drift)
    drift.push(...(await compareEvents(pool, await readTrueEvents(ledger.url, 3, head, marketplace))))
    if (options.rebuildIn !== undefined)
      drift.push(...(await rebuild(options.rebuildIn, context, database.proxy, pool)))
    if (options.bootstrapIn !== undefined)
      drift.push(...(await followOn(options.bootstrapIn, context, database.proxy, truth)))
    const events = await countEvents(pool)
    await options.afterwards?.({
      context,
      pool,
      chance,
      issuers: issuers.map((issuer) => issuer.classicAddress),
      findDrift: compare,
    })
    return {
      seed,
      operations,
      ledgers: head,
      results,
      faults: faults.occurrences,
      issued: countIssued(truth),
      activity,
      sales: sold,
      trades: traded.counts,
      bids: bids.counts,
      events,
      drift,
      seconds: (Date.now() - started) / 1000,
    }
  } finally {
    await closers.closeAll()
  }
}
