import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { Wallet } from 'xrpl'
import { openDatabase } from '#db/client.ts'
import { findCursor } from '#db/queries/ledger-index/writes.ts'
import { openPool } from '#local/postgres/databases.ts'
import { callRpc } from '#local/lib/rpc.ts'
import { createClosers } from '#local/stack/closers.ts'
import { startLedger } from 'local-ledger/start.ts'
import { backUp } from '#ops/backup/backup.ts'
import { holdRewound, restore } from '#ops/backup/restore.ts'
import { keptTables } from '#ops/backup/tables.ts'
import { Bootstrap } from '#ops/bootstrap/bootstrap.ts'
import { LedgerState } from '#ops/bootstrap/ledger-state.ts'
import { compareBids, bidOrSell, buyByBid } from '#tests/drift/bids.ts'
import { type Chance, chanceOf } from '#tests/drift/chance.ts'
import { findStateDrift, type Drift } from '#tests/drift/compare.ts'
import type { Cast } from '#tests/drift/drawn.ts'
import { type Market, openMarket } from '#tests/drift/market.ts'
import { drawOperation } from '#tests/drift/operations.ts'
import { fund, makeRareEvents, withoutInventory } from '#tests/drift/run-seed.ts'
import { submit } from '#tests/drift/submit.ts'
import { type OpenedEdition, sellEach, trade } from '#tests/drift/trade.ts'
import { compareEditions } from '#tests/drift/true-editions.ts'
import { readSales, readTruth } from '#tests/drift/truth.ts'
import { moveClock } from '#tests/support/ledger-clock.ts'
import { askLines } from '#worker/domain/ledger-index/ask-lines.ts'
import { type FollowContext, followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { createLogger } from '#worker/log.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { broker } from './brokered.ts'
import { compareDraws, draw, openDraws, paidForDraws, tendDraws } from './draws.ts'
import { killBackup, killRepair, killRestore } from './kills.ts'
import { addPayments, compareLost, type LostEditions, releasePayouts } from './lost-editions.ts'

const rulesOf = (cast: Cast) => ({ marketplace: cast.marketplace.classicAddress, minimumDrops: 100_000n })

export interface DrillServer {
  url: string
  /** Address of the proxy for the worker. */
  proxy: string
  /** Copies the database on the same server, as of this moment. Nothing may be using it. */
  copy: () => Promise<DrillServer>
  /** Kills the server and deletes its data. */
  destroy: () => Promise<void>
}

interface Scene {
  cast: Cast
  ledgerUrl: string
  chance: Chance
  editions: OpenedEdition[]
  collections: string[]
}

/** Opens the market of a drill on a database. */
async function openSite(scene: Scene, server: DrillServer, before?: Market) {
  const { cast, ledgerUrl } = scene
  const pending: Promise<unknown>[] = []
  const pool = openPool(server.url, 2)
  const following: FollowContext = {
    db: openDatabase({ url: server.url, proxy: server.proxy, waitUntil: (work) => pending.push(work) }),
    ledger: createJsonRpcLedger({ urls: [ledgerUrl], timeoutMs: 5000, fetch }),
    rules: rulesOf(cast),
    settings: { ledgerStart: 1 },
    now: () => new Date(),
    log: createLogger('drill', true),
  }
  const database = { url: server.url, proxy: server.proxy }
  const prepare = async () =>
    openMarket({
      database,
      ledgerUrl,
      pool,
      cast,
      following,
      ...(before === undefined ? {} : { phones: before.signer }),
    })
  const close = async (market: Market) => {
    await market.close()
    await Promise.allSettled(pending)
    await pool.end()
  }
  return { pool, prepare, close }
}

/**
 * Opens editions, sells a print of each and a work into a new standing bid, and runs random operations, which the index
 * follows now and then.
 */
async function operate(scene: Scene, market: Market, count: number): Promise<void> {
  const { cast, chance, ledgerUrl, collections, editions } = scene
  const accounts = [...cast.people, cast.marketplace].map(({ classicAddress }) => classicAddress)
  const marketplace = cast.marketplace.classicAddress
  await sellEach(market, chance, editions)
  await market.round()
  await buyByBid(market, await readTruth(ledgerUrl, accounts, [], marketplace), collections)
  let truth = await readTruth(ledgerUrl, accounts, [], marketplace)
  for (let done = 0; done < count; done += 1) {
    const kind = chance.int(100)
    if (kind < 30) await trade(market, chance, editions)
    else if (kind < 45) await bidOrSell(market, chance, truth, collections)
    else if (kind < 70) await broker(market, chance, truth)
    else if (kind < 80) await draw(market, chance)
    else {
      const drawn = drawOperation({ chance, truth: withoutInventory(truth, marketplace), cast })
      if (drawn !== null) await submit(ledgerUrl, ...drawn)
    }
    if (chance.hits(0.3)) {
      await callRpc(ledgerUrl, 'ledger_accept')
      truth = await readTruth(ledgerUrl, accounts, [], marketplace)
      await followLedgers(market.context, new Date(Date.now() + 20_000))
      await tendDraws(market, chance)
      if (chance.hits(0.7)) await market.tend()
    }
  }
}

/** Returns a digest of each kept table, without what a restore marks as due. */
async function digests(databaseUrl: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  const pool = openPool(databaseUrl, 1)
  for (const table of keptTables) {
    const { rows } = await pool.query(
      `select md5(coalesce(string_agg(row, E'\\n' order by row), '')) as digest, count(*)::text as rows
       from (select (to_jsonb(t) - 'stats_due' - 'stats_marks')::text as row from ${table} t) rows`,
    )
    digests.set(table, `${rows[0].rows} rows, ${rows[0].digest}`)
  }
  await pool.end()
  return digests
}

/** Returns what a repair has written: transactions, payouts, sales on demand, and offers to be withdrawn. */
async function repairFigures(pool: Pool) {
  const { rows } = await pool.query(`select
    (select count(*)::int from ledger_submissions where blob = '') as recovered,
    (select count(*)::int from payouts p join ledger_submissions s on s.hash = p.txid and s.blob = '') as paid,
    (select count(*)::int from reservations r where state = 'sold'
      and not exists (select 1 from sign_requests q where q.id = r.sign_request_id)) as sold,
    (select count(*)::int from auctions a join offers o on o.id = a.offer_id where a.state = 'cancelled' and o.state = 'open')
      + (select count(*)::int from offer_cancellations where ended_at is null) as withdrawn`)
  return rows[0] as { recovered: number; paid: number; sold: number; withdrawn: number }
}

/** Returns what the marketplace still has open or lent although nobody waits for it. */
async function findUnfinished({ pool, context }: Market): Promise<Drift[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'sale ' || kind as what from sales where state = 'matching'
     union all select 'lent part' from presigned_parts where state in ('lent', 'lost')
     union all select 'journal ' || kind from ledger_submissions where state in ('prepared', 'submitted')
     union all select 'ticket ' || ticket from ledger_tickets where submission_id is not null
     union all select 'auction without an offer' from auctions a where state = 'running'
       and not exists (select 1 from offers o where o.id = a.offer_id and o.state = 'open')
     union all select 'double sale of ' || item_id from reservations where state = 'sold' group by item_id having count(*) > 1`,
  )
  const onLedger = await context.ledger.listTickets(context.treasury.account)
  const tickets = await pool.query<{ ticket: string }>('select ticket from ledger_tickets')
  const unknown = tickets.rows.filter(({ ticket }) => !onLedger.includes(Number(ticket)))
  return [
    ...rows.map(({ what }) => `unfinished: ${what}`),
    ...unknown.map(({ ticket }) => `the ledger has no ticket ${ticket}`),
  ]
}

/** Returns sales in the history of the ledger that the index does not have, and the reverse. */
async function compareSales(pool: Pool, ledgerUrl: string, head: number): Promise<Drift[]> {
  const { sales } = await readSales(ledgerUrl, 3, head)
  const { rows } = await pool.query<{ sale: string }>(
    `select concat_ws(' ', nft_id, seller, buyer, amount_drops) as sale from history
     where type = 'sale' and amount_drops is not null`,
  )
  const [index, ledger] = [
    rows.map(({ sale }) => sale).toSorted(),
    sales.map(({ nftId, seller, buyer, drops }) => [nftId, seller, buyer, drops].join(' ')).toSorted(),
  ]
  return index.join() === ledger.join()
    ? []
    : [`sales differ: index ${index.length}, ledger ${ledger.length}`]
}

async function compareAll(
  scene: Scene,
  market: Market,
  lost: LostEditions,
): Promise<Pick<DrillReport, 'drift' | 'prints' | 'drawn' | 'lost'>> {
  const { cast, ledgerUrl } = scene
  const editions = scene.editions.filter((edition) => !lost.editions.includes(edition))
  const accounts = [...cast.people, cast.marketplace].map(({ classicAddress }) => classicAddress)
  const issuers = [cast.gate, cast.bank].map(({ classicAddress }) => classicAddress)
  const sold = await compareEditions(market, editions, async () =>
    addPayments(market, await paidForDraws(market), lost),
  )
  await market.round()
  await askLines(market.context, new Date(Date.now() + 20_000))
  const head = (await findCursor(market.db.http))?.ledgerIndex ?? 0
  const truth = await readTruth(ledgerUrl, accounts, issuers, cast.marketplace.classicAddress)
  const bids = await compareBids(market, truth)
  const draws = await compareDraws(market, truth)
  const lostSales = await compareLost(market, lost)
  return {
    prints: sold.counts.prints,
    drawn: draws.sold,
    lost: { editions: lost.editions.length, prints: lostSales.prints, payments: lostSales.payments },
    drift: [
      ...sold.drift,
      ...lostSales.drift,
      ...bids.drift,
      ...draws.drift,
      ...(await findStateDrift(market.pool, truth, cast.marketplace.classicAddress)),
      ...(await compareSales(market.pool, ledgerUrl, head)),
      ...(await findUnfinished(market)),
    ],
  }
}

export interface DrillReport {
  drift: Drift[]
  /** The source of the restored database. */
  origin: string
  /** Times that the repair was cut off. */
  kills: number
  /** Sold prints and drawn works on the ledger. */
  prints: number
  drawn: number
  /** Editions that were opened after the backup, their prints on the ledger, and payments that nothing explains. */
  lost: { editions: number; prints: number; payments: number }
  recovered: number
  paid: number
  sold: number
  withdrawn: number
  seconds: number
}

/** A state of the database to which a site returns after a loss. */
interface SavedState {
  /** Loses everything later, and prepares the repair. */
  recover: () => Promise<{ server: DrillServer; drift: Drift[]; origin: string }>
}

export interface DrillOptions {
  seed: number
  operations: number
  /** True for a point-in-time restore, false for a backup in a file. */
  isRewound: boolean
  dir: string
  startServer: (name: string) => Promise<DrillServer>
}

/** Writes a backup, with kills. The recovery restores and bootstraps on another server, with kills. */
async function saveInFile(
  { seed, dir, startServer }: DrillOptions,
  { cast, chance, ledgerUrl }: Scene,
  first: DrillServer,
): Promise<SavedState> {
  const file = path.join(dir, `${seed}.backup`)
  const backupKills = await killBackup(first.url, file, chance)
  const before = await digests(first.url)
  const { tables } = await backUp({ databaseUrl: first.url, file })
  return {
    recover: async () => {
      await first.destroy()
      const server = await startServer('second')
      const restoreKills = await killRestore(server.url, file, chance)
      await restore({ databaseUrl: server.url, file })
      const after = await digests(server.url)
      const drift = [...before]
        .filter(([table, digest]) => after.get(table) !== digest)
        .map(([table, digest]) => `${table}: ${digest} at the backup, ${after.get(table)} after the restore`)
      await new Bootstrap({
        databaseUrl: server.url,
        state: new LedgerState({ url: ledgerUrl, pageSize: 40 }),
        reserves: () => createJsonRpcLedger({ urls: [ledgerUrl], timeoutMs: 5000, fetch }).reserves(),
        rules: rulesOf(cast),
        issuers: null,
      }).run()
      const { size } = await stat(file)
      const kills = `killed: backup ${backupKills} times, restore ${restoreKills} times`
      return { server, drift, origin: `backup of ${tables} tables, ${size} bytes, ${kills}` }
    },
  }
}

/** Keeps a copy of the database with its index, as the provider of a point-in-time restore does. */
async function saveInCopy(first: DrillServer): Promise<SavedState> {
  const server = await first.copy()
  return {
    recover: async () => {
      await holdRewound(server.url)
      const digestsBefore = await digests(server.url)
      await holdRewound(server.url)
      const digestsAfter = await digests(server.url)
      const drift = [...digestsBefore]
        .filter(([table, digest]) => digestsAfter.get(table) !== digest)
        .map(([table]) => `${table}: a second hold has changed it`)
      return { server, drift, origin: 'point-in-time restore' }
    },
  }
}

async function openScene(seed: number, ledgerUrl: string): Promise<Scene> {
  const chance = chanceOf(seed)
  const wallet = () => Wallet.fromEntropy(Uint8Array.from({ length: 16 }, () => chance.int(256)))
  const people = Array.from({ length: 7 }, wallet)
  const cast: Cast = { people, marketplace: wallet(), gate: wallet(), bank: wallet() }
  const collections = people.slice(0, 3).map((_person, place) => `drill${seed}c${place}`)
  await fund(ledgerUrl, cast)
  await makeRareEvents(ledgerUrl, cast)
  return { cast, ledgerUrl, chance, editions: [], collections }
}

/** Runs a market until its database is saved, and from then on until the loss. */
async function runMarket(options: DrillOptions, scene: Scene, first: DrillServer) {
  const { cast, chance, collections, editions } = scene
  const { operations, isRewound } = options
  const site = await openSite(scene, first)
  for (const [place, id] of collections.entries())
    await site.pool.query('insert into collections (id, issuer, taxon, name) values ($1, $2, 0, $1)', [
      id,
      cast.people[place]?.classicAddress,
    ])
  const market = await site.prepare()
  await openDraws(market, chance)
  await operate(scene, market, operations)
  const saved = isRewound ? await saveInCopy(first) : await saveInFile(options, scene, first)
  const openedBefore = editions.length
  await operate(scene, market, operations)
  await site.close(market)
  return { market, saved, lostEditions: editions.slice(openedBefore) }
}

/**
 * Runs a market, saves its database, continues, loses the database, returns to the saved one and repairs it, with kills
 * of each step, lets everything end, and compares.
 */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const started = Date.now()
  const closers = createClosers()
  try {
    const ledger = await startLedger({ port: 0 })
    closers.add(() => ledger.close())
    const scene = await openScene(options.seed, ledger.url)
    const first = await options.startServer('first')
    closers.add(() => first.destroy())
    const { market, saved, lostEditions } = await runMarket(options, scene, first)
    const { server, drift, origin } = await saved.recover()
    closers.add(() => server.destroy())
    const restored = await openSite(scene, server, market)
    // The signatures of the lost site end.
    await moveClock(ledger.url, 16 * 60)
    const { kills, problems } = await killRepair(market, server.url)
    const figures = await repairFigures(restored.pool)
    const again = await restored.prepare()
    for (const [uuid, session] of market.requests) again.requests.set(uuid, session)
    await releasePayouts(again)
    const compared = await compareAll(scene, again, { editions: lostEditions, problems })
    await restored.close(again)
    await market.signer.close()
    return {
      ...figures,
      ...compared,
      drift: [...drift, ...compared.drift],
      origin,
      kills,
      seconds: (Date.now() - started) / 1000,
    }
  } finally {
    await closers.closeAll()
  }
}
