import { maxBidWorks, maxSoldAtOnce } from '#contract/limits/standing-bids.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { asJson, type Json, callRpc } from '#local/lib/rpc.ts'
import type { Chance } from './chance.ts'
import type { Drift } from './compare.ts'
import type { Market } from './market.ts'
import { submit } from './submit.ts'
import type { Truth } from './truth.ts'
import { jsonList, readAll } from './read-all.ts'

// Random operations with standing bids, and the comparison of bids, depth and best bids with the ledger.

interface Bid {
  id: string
  bidder: string
  collection: string
  price: bigint
  works: number
  state: string
  txid: string
  opened_at: Date
  expires_at: Date
}

interface Sale {
  id: string
  bid_id: string
  bidder: string
  seller: string
  works: number
  state: string
  ended_at: Date | null
  until: Date
  is_handed_out: boolean
  batch: unknown
}

/** Reads all bids that were signed. In this test, no bid names traits. */
async function readBids({ pool }: Market): Promise<Bid[]> {
  const { rows } = await pool.query(
    `select b.id, b.bidder, c.id as collection, b.price_drops as price, b.works, b.state, b.txid, b.opened_at, b.expires_at
     from standing_bids b join collections c on c.issuer = b.issuer and c.taxon = b.taxon where b.opened_at is not null order by b.opened_at, b.id`,
  )
  return rows.map((row) => ({ ...row, price: BigInt(row.price) }))
}

async function readSales({ pool }: Market): Promise<Sale[]> {
  const { rows } = await pool.query(
    `select id, bid_id, bidder, seller, cardinality(nft_ids) as works, state, ended_at, until, handed_out_at is not null as is_handed_out, batch
     from bid_sales where batch ? 'BatchSigners' order by created_at, id`,
  )
  return rows
}

/** Asks for something, and signs it if `signs`. */
async function act(market: Market, account: string, path: string, body: Json, signs = true): Promise<void> {
  const { uuid } = await market.ask(account, path, body)
  if (uuid !== null && signs) await market.sign(uuid)
}

async function place(market: Market, chance: Chance, collections: string[]): Promise<void> {
  const bidder = chance.pick(market.cast.people)?.classicAddress ?? ''
  await act(market, bidder, '/api/bid/place', {
    collectionID: chance.pick(collections),
    priceDrops: String(100_000 + chance.int(chance.hits(0.2) ? 60_000_000 : 3_000_000)),
    works: 1 + chance.int(Math.min(4, maxBidWorks)),
    days: 7,
  })
}

async function sell(market: Market, chance: Chance, truth: Truth): Promise<void> {
  const bid = chance.pick((await readBids(market)).filter(({ state }) => state === 'open'))
  if (bid === undefined) return
  const { rows } = await market.pool.query<{ id: string }>(
    `select n.id from nfts n join collections c on c.issuer = n.issuer and c.taxon = n.taxon
     where c.id = $1 and not n.burned order by n.id`,
    [bid.collection],
  )
  const ownerOf = (id: string) => truth.tokens.get(id)?.owner
  const seller = chance.pick(rows.map(({ id }) => ownerOf(id) ?? '').filter((owner) => owner !== bid.bidder))
  if (!market.cast.people.some(({ classicAddress }) => classicAddress === seller)) return
  const works = rows.map(({ id }) => id).filter((id) => ownerOf(id) === seller)
  const nftokenIDs = works.slice(0, 1 + chance.int(maxSoldAtOnce))
  await act(market, seller ?? '', '/api/bid/sell', { id: bid.id, nftokenIDs }, chance.hits(0.8))
}

async function complete(market: Market, chance: Chance): Promise<void> {
  const sale = chance.pick((await readSales(market)).filter(({ state }) => state === 'waiting'))
  if (sale === undefined) return
  const body = { id: sale.id, changeSeen: true }
  await act(market, sale.bidder, '/api/bid/sale/complete', body, chance.hits(0.8))
}

async function end(market: Market, chance: Chance): Promise<void> {
  const sale = chance.pick((await readSales(market)).filter(({ state }) => state === 'waiting'))
  const bid = chance.pick((await readBids(market)).filter(({ state }) => state === 'open'))
  if (sale !== undefined && chance.hits(0.6)) {
    const side = chance.hits(0.5) ? sale.seller : sale.bidder
    await market.ask(side, '/api/bid/sale/end', { id: sale.id })
  } else if (bid !== undefined && chance.hits(0.5))
    await market.ask(bid.bidder, '/api/bid/end', { id: bid.id })
}

/** Uses a ticket of a bid for something else. */
async function spendTicket(market: Market, chance: Chance): Promise<void> {
  const bidder = chance.pick(market.cast.people)
  if (bidder === undefined) return
  const ticket = chance.pick([...(await ticketsOf(market.ledgerUrl, bidder.classicAddress))])
  if (ticket !== undefined)
    await submit(market.ledgerUrl, bidder, {
      TransactionType: 'AccountSet',
      Sequence: 0,
      TicketSequence: ticket,
    })
}

/** Buys a work by a standing bid, because completed sales are rare among random ones. */
export async function buyByBid(market: Market, truth: Truth, collections: string[]): Promise<void> {
  const [owner, , , bidder] = market.cast.people.map(({ classicAddress }) => classicAddress)
  const [work] = [...truth.tokens].find(([, token]) => token.owner === owner) ?? []
  if (owner === undefined || bidder === undefined || work === undefined) return
  const terms = { collectionID: collections[0], priceDrops: '2000000', works: 2, days: 7 }
  await act(market, bidder, '/api/bid/place', terms)
  await market.round()
  const bid = (await readBids(market)).at(-1)
  await act(market, owner, '/api/bid/sell', { id: bid?.id, nftokenIDs: [work] })
  await market.round()
  const sale = (await readSales(market)).at(-1)
  await act(market, bidder, '/api/bid/sale/complete', { id: sale?.id })
  await market.round()
}

/** Runs one random operation with standing bids, by a bidder or an owner. */
export async function bidOrSell(
  market: Market,
  chance: Chance,
  truth: Truth,
  collections: string[],
): Promise<void> {
  const kind = chance.int(100)
  if (kind < 30) return place(market, chance, collections)
  if (kind < 60) return sell(market, chance, truth)
  if (kind < 85) return complete(market, chance)
  if (kind < 95) return end(market, chance)
  return spendTicket(market, chance)
}

async function ticketsOf(url: string, account: string): Promise<Set<number>> {
  const objects = { account, type: 'ticket', ledger_index: 'validated' }
  const tickets = await readAll(url, 'account_objects', objects, 'account_objects')
  return new Set(tickets.map((ticket) => Number(ticket['TicketSequence'])))
}

/** What the ledger says about a bidder: unused tickets, spendable drops, and tickets with which works were bought. */
async function readBidder(url: string, account: string) {
  const range = { ledger_index_min: -1, ledger_index_max: -1, forward: true, api_version: 2 }
  const [tickets, info, server, history] = await Promise.all([
    ticketsOf(url, account),
    callRpc(url, 'account_info', { account, ledger_index: 'validated' }),
    callRpc(url, 'server_state'),
    readAll(url, 'account_tx', { account, ...range }, 'transactions'),
  ])
  const data = asJson(info['account_data'])
  const ledger = asJson(asJson(server['state'])['validated_ledger'])
  const reserve = Number(ledger['reserve_base']) + Number(ledger['reserve_inc']) * Number(data['OwnerCount'])
  const createdTickets = new Map<string, number[]>()
  const purchases: number[] = []
  for (const entry of history) {
    const [tx, meta] = [asJson(entry['tx_json']), asJson(entry['meta'])]
    if (tx['Account'] !== account || meta['TransactionResult'] !== 'tesSUCCESS') continue
    const isPurchase = tx['TransactionType'] === 'NFTokenAcceptOffer' && tx['TicketSequence'] !== undefined
    if (isPurchase) purchases.push(Number(tx['TicketSequence']))
    if (tx['TransactionType'] !== 'TicketCreate') continue
    const nodes = jsonList(meta['AffectedNodes']).map((node) => asJson(node['CreatedNode'] ?? {}))
    const created = nodes.filter((node) => node['LedgerEntryType'] === 'Ticket')
    createdTickets.set(
      String(entry['hash']),
      created.map((node) => Number(asJson(node['NewFields'])['TicketSequence'])),
    )
  }
  return { tickets, spendable: BigInt(String(data['Balance'])) - BigInt(reserve), createdTickets, purchases }
}

type TrueBidder = Awaited<ReturnType<typeof readBidder>>
/** A bid that takes part, with what the ledger says about it. */
type OpenBid = Bid & ReturnType<typeof trueBid>

const ticketsIn = (batch: unknown): number[] =>
  [asJson(batch), ...jsonList(asJson(batch)['RawTransactions']).map((raw) => asJson(raw['RawTransaction']))]
    .map((transaction) => Number(transaction['TicketSequence'] ?? 0))
    .filter((ticket) => ticket > 0)

/** True if the latest three finished sales of a bidder were missed. */
function isPaused(sales: Sale[], bidder: string): boolean {
  const over = sales.filter((sale) => sale.bidder === bidder && ['completed', 'missed'].includes(sale.state))
  const latest = over.toSorted((a, b) => Number(b.ended_at) - Number(a.ended_at)).slice(0, 3)
  return latest.length === 3 && latest.every(({ state }) => state === 'missed')
}

/** Derives from the ledger what a bid has bought, still buys, and why it does not count. */
function trueBid(bid: Bid, bidder: TrueBidder, sales: Sale[], closedAt: Date) {
  const createdTickets = bidder.createdTickets.get(bid.txid) ?? []
  const unused = createdTickets.filter((ticket) => bidder.tickets.has(ticket))
  const bought = bidder.purchases.filter((ticket) => createdTickets.includes(ticket)).length
  const own = sales.filter(({ bid_id: id }) => id === bid.id)
  const waiting = own.filter(({ state }) => state === 'waiting')
  const waitingWorks = waiting.reduce((sum, { works }) => sum + works, 0)
  const lent = new Set(
    own
      .filter(
        ({ state, is_handed_out: out, until }) =>
          state === 'waiting' || (out && until.getTime() > closedAt.getTime()),
      )
      .flatMap(({ batch }) => ticketsIn(batch)),
  )
  const free = unused.filter((ticket) => !lent.has(ticket)).length
  const left = bid.works - bought - waitingWorks
  const isShort = bidder.spendable < bid.price
  const hasNoTicket = free < 2 && waitingWorks === 0
  const problem = isPaused(sales, bid.bidder)
    ? 'paused'
    : isShort
      ? 'unfunded'
      : hasNoTicket
        ? 'no_ticket'
        : null
  return { tickets: unused.length, free, bought, left, problem }
}

function differ(what: string, index: unknown, ledger: unknown): Drift[] {
  const [left, right] = [JSON.stringify(index), JSON.stringify(ledger)]
  return left === right ? [] : [`${what}: index ${left}, ledger ${right}`]
}

/** Returns the differences between the standing bids in the index and on the ledger, and counts of what happened. */
export async function compareBids(market: Market, truth: Truth) {
  const { pool, ledgerUrl, cast } = market
  const [bids, sales] = [await readBids(market), await readSales(market)]
  const closedAt = rippleTimeToDate(truth.closeTime)
  const bidders = new Map<string, TrueBidder>()
  for (const { classicAddress } of cast.people)
    bidders.set(classicAddress, await readBidder(ledgerUrl, classicAddress))
  const drift: Drift[] = []
  const open: OpenBid[] = []
  for (const bid of bids) {
    const bidder = bidders.get(bid.bidder)
    if (bidder === undefined) continue
    const expected = trueBid(bid, bidder, sales, closedAt)
    const { rows } = await pool.query(
      `select (select count(*)::int from bid_tickets t where t.bid_id = b.id) as tickets,
         (select count(*)::int from bid_tickets t where t.bid_id = b.id and t.sale_id is null) as free,
         b.bought, b.problem, b.state from standing_bids b where b.id = $1`,
      [bid.id],
    )
    const { tickets, free, bought, problem, state } = rows[0]
    drift.push(
      ...differ(`bid ${bid.id}`, [tickets, free, bought], [expected.tickets, expected.free, expected.bought]),
    )
    if (expected.bought > bid.works) drift.push(`bid ${bid.id} has bought ${expected.bought} of ${bid.works}`)
    if (state !== 'open') continue
    drift.push(...differ(`problem of bid ${bid.id}`, problem, expected.problem))
    if (expected.problem === null && expected.left > 0) open.push({ ...bid, ...expected })
  }
  for (const collection of new Set(bids.map((bid) => bid.collection)))
    drift.push(
      ...(await compareCollection(
        market,
        collection,
        open.filter((bid) => bid.collection === collection),
        truth,
      )),
    )
  const countState = (state: string) => sales.filter((sale) => sale.state === state).length
  return {
    drift,
    counts: {
      bids: bids.length,
      open: open.length,
      sales: sales.length,
      completed: countState('completed'),
      missed: countState('missed'),
      withdrawn: countState('withdrawn'),
      void: countState('void'),
    },
  }
}

/** Returns the differences in a collection's depth, and in the best bid on each of its works. */
async function compareCollection(
  { ask, cast, pool }: Market,
  collection: string,
  open: OpenBid[],
  truth: Truth,
) {
  const reader = cast.people[0]?.classicAddress ?? ''
  const drift: Drift[] = []
  const levels = new Map<string, { bids: number; works: number }>()
  for (const bid of open) {
    const level = levels.get(String(bid.price)) ?? { bids: 0, works: 0 }
    levels.set(String(bid.price), { bids: level.bids + 1, works: level.works + bid.left })
  }
  const expected = [...levels]
    .toSorted(([a], [b]) => Number(BigInt(b) - BigInt(a)))
    .map(([price, { bids, works }]) => [price, bids, works, String(BigInt(price) * BigInt(works))])
  const depth = (await ask(reader, `/api/collection/bids?id=${collection}`)).answer
  const indexLevels = jsonList(depth['levels']).map((level) => [
    level['priceDrops'],
    level['bids'],
    level['works'],
    level['sumDrops'],
  ])
  drift.push(...differ(`depth of ${collection}`, indexLevels, expected))
  const { rows } = await pool.query<{ id: string }>(
    'select n.id from nfts n join collections c on c.issuer = n.issuer and c.taxon = n.taxon where c.id = $1 order by n.id',
    [collection],
  )
  for (const { id } of rows) {
    const owner = truth.tokens.get(id)?.owner
    const best = open
      .filter((bid) => owner !== undefined && bid.bidder !== owner && bid.free >= 2)
      .toSorted((a, b) =>
        a.price === b.price ? Number(a.opened_at) - Number(b.opened_at) : a.price > b.price ? -1 : 1,
      )
      .at(0)
    const shownBest = (await ask(reader, `/api/nft/bid?id=${id}`)).answer['best']
    drift.push(
      ...differ(
        `best bid on ${id}`,
        shownBest === null ? null : asJson(shownBest)['priceDrops'],
        best === undefined ? null : String(best.price),
      ),
    )
  }
  return drift
}
