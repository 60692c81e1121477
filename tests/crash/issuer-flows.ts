import { randomUUID } from 'node:crypto'
import type { DemoAccount } from '#local/signer/types.ts'
import type { OperationName } from '#contract/operations.ts'
import { askAndRetry, runUntil, reject, sign, statusOf } from './drive.ts'
import type { Ending, Flow } from './flows.ts'
import type { CrashMarket } from './market.ts'

export const price = 10_000_000n
/** The marketplace gets 2 %; the artist gets the rest, of which 5 % of the price is a royalty on the ledger. */
const fee = 200_000n
const authorizedMinter = 10

let taxon = 100

/** Returns a taxon that no earlier run has used. */
export function newTaxon(): number {
  taxon += 1
  return taxon
}

interface DemandCollection {
  collection: string
  items: string[]
}

const demandCollections = new Map<string, DemandCollection>()

export function setDemandCollection(demand: DemandCollection): void {
  demandCollections.set('last', demand)
}

/** Creates a collection of the seller with on-demand items. `nft` is the name of the item until it is minted. */
export async function createDemandCollection(
  market: CrashMarket,
  count: number,
  random: boolean,
): Promise<{ nft: null; offer: null }> {
  const { seller, marketplace } = market.people
  const taxon = newTaxon()
  const collection = `demand-${taxon}`
  await market.session.run(seller, {
    TransactionType: 'AccountSet',
    SetFlag: authorizedMinter,
    NFTokenMinter: marketplace.address,
  })
  await market.addCollection({
    id: collection,
    issuer: seller.address,
    taxon,
    name: 'Shelf',
    on_demand_mint: true,
    random,
  })
  const items = Array.from({ length: count }, () => randomUUID())
  for (const id of items) {
    await market.query(
      `insert into demand_items (id, collection_id, issuer, taxon, transfer_fee, flags, name, metadata, document, metadata_cid, files, hidden, price_drops, state)
       values ($1, $2, $3, $4, 5000, 8, 'Work', '{"name":"Work","description":"","image":null,"animation":null,"attachment":null,"attributes":[],"collection":null}', '{}', $7, '[]', $5, $6, 'for_sale')`,
      [id, collection, seller.address, taxon, random, price.toString(), id],
    )
  }
  setDemandCollection({ collection, items })
  return { nft: null, offer: null }
}

export function lastDemandCollection(): DemandCollection {
  const demand = demandCollections.get('last')
  if (demand === undefined) throw new Error('No on-demand collection was created.')
  return demand
}

/** Closes ledgers while the worker waits for its mint. */
export async function askWhileClosing(
  market: CrashMarket,
  operation: OperationName,
  buyer: DemoAccount,
  body: Record<string, unknown>,
): Promise<string> {
  const controller = new AbortController()
  const closes = (async () => {
    while (!controller.signal.aborted) {
      await market.accept()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  try {
    return await askAndRetry(market, operation, buyer, body)
  } finally {
    controller.abort()
    await closes
  }
}

export const nothingOpen =
  (market: CrashMarket, { collection }: DemandCollection) =>
  async () =>
    (
      await market.query(
        `select 1 from reservations where collection_id = $1 and state in ('reserved', 'offered', 'cancelling')
       union all select 1 from payouts where collection_id = $1 and state = 'owed'
       union all select 1 from sign_requests where state in ('drawing', 'created', 'signed')
       union all select 1 from presigned_parts where state in ('lent', 'lost')
       union all select 1 from ledger_submissions where state in ('prepared', 'submitted')`,
        [collection],
      )
    ).length === 0

export async function buyAndPay(
  market: CrashMarket,
  buyer: DemoAccount,
  operation: OperationName,
  body: Record<string, unknown>,
) {
  const uuid = await askWhileClosing(market, operation, buyer, body)
  await sign(market, uuid, buyer)
  await runUntil(market, 'sold and paid out', [[uuid, buyer]], nothingOpen(market, lastDemandCollection()))
  const status = await statusOf(market, uuid, buyer)
  if (status !== 'success') throw new Error(`${operation} ended as ${status}.`)
}

/** Expects that exactly one item is sold and its token was minted once. */
export async function ending(
  market: CrashMarket,
  buyer: DemoAccount,
  payer: 'buyer' | 'rival',
): Promise<Ending> {
  const { collection } = lastDemandCollection()
  const sold = await market.rowsOf('demand_items', { collection_id: collection, state: 'sold' })
  const minted = await market.query(
    `select 1 from nfts n join collections c on c.issuer = n.issuer and c.taxon = n.taxon where c.id = $1`,
    [collection],
  )
  if (sold.length !== 1 || minted.length !== 1)
    throw new Error(`${sold.length} items are sold, ${minted.length} are minted.`)
  return {
    owner: buyer,
    nft: String(sold[0]?.['token_id']),
    moved: { seller: price - fee, [payer]: -price, marketplace: fee },
    told: { seller: ['sold'] },
  }
}

export const demandBuy: Flow = {
  name: 'demand_buy',
  prepare: (market) => createDemandCollection(market, 1, false),
  run: async (market) => {
    const { buyer } = market.people
    const [id] = lastDemandCollection().items
    await buyAndPay(market, buyer, 'buyOnDemand', { nftDatabaseID: id, expectedAmount: price.toString() })
    return ending(market, buyer, 'buyer')
  },
}

const demandUnpaid: Flow = {
  name: 'demand_unpaid',
  prepare: (market) => createDemandCollection(market, 1, false),
  run: async (market) => {
    const { buyer, rival } = market.people
    const demand = lastDemandCollection()
    const [id] = demand.items
    // Removes unpaid reservations of earlier runs, so that they do not count.
    await market.changeRows('reservations', {}, { unpaid: false })
    const uuid = await askWhileClosing(market, 'buyOnDemand', buyer, { nftDatabaseID: id })
    await reject(market, uuid)
    await runUntil(market, 'offer cancelled', [[uuid, buyer]], nothingOpen(market, demand))
    await buyAndPay(market, rival, 'buyOnDemand', { nftDatabaseID: id })
    return ending(market, rival, 'rival')
  },
}

/** Waits until the order of the items is committed on the ledger. */
async function drawable(market: CrashMarket) {
  const { collection } = lastDemandCollection()
  await market.makeOlder('demand_items', 2, ['created_at', 'listed_at'], { collection_id: collection })
  await runUntil(
    market,
    'drawable',
    [],
    async () => (await market.countRows('draw_epochs', { collection_id: collection, state: 'open' })) === 1,
  )
}

/** Returns what the public can read about the draws, before and after the payment. */
const shownOf = async (market: CrashMarket, collection: string) =>
  (await (await market.ask(`/api/collection/draws?id=${collection}`))?.text()) ?? ''

/**
 * Waits for the draw and returns the uuid of the wallet's request. Nothing may reveal the drawn item before it is paid
 * for.
 */
async function untilDrawn(market: CrashMarket, uuid: string, buyer: DemoAccount): Promise<string> {
  const { collection, items } = lastDemandCollection()
  const requestForPayment = async () => {
    const [row] = await market.rowsOf('sign_requests', { id: uuid, state: 'created' })
    return row?.['uuid']
  }
  await runUntil(
    market,
    'drawn',
    [[uuid, buyer]],
    async () => typeof (await requestForPayment()) === 'string',
  )
  const view = await shownOf(market, collection)
  if (items.some((id) => view.includes(id)) || view.includes('"salt"'))
    throw new Error(`An item is shown before it is paid for: ${view}`)
  return String(await requestForPayment())
}

/** The draw has the first number, the next number is free, and the paid item is published. */
const randomBuy: Flow = {
  name: 'random_buy',
  prepare: async (market) => {
    const prepared = await createDemandCollection(market, 3, true)
    await drawable(market)
    return prepared
  },
  run: async (market) => {
    const { buyer } = market.people
    const demand = lastDemandCollection()
    const body = { collection_id: demand.collection }
    const request = await askWhileClosing(market, 'buyRandom', buyer, body)
    const uuid = await untilDrawn(market, request, buyer)
    await sign(market, uuid, buyer)
    await runUntil(market, 'sold and paid out', [[request, buyer]], nothingOpen(market, demand))
    const status = await statusOf(market, request, buyer)
    if (status !== 'success') throw new Error(`buyRandom ended as ${status}.`)
    await runUntil(market, 'published', [], async () => {
      const open = await market.query(
        'select 1 from draws where collection_id = $1 and (salt is null or receipt is null)',
        [demand.collection],
      )
      return open.length === 0
    })
    const numbers = await market.query(
      'select number, state from draws where collection_id = $1 order by number',
      [demand.collection],
    )
    const [chain] = await market.rowsOf('draw_chains', { collection_id: demand.collection })
    if (numbers.length !== 1 || numbers[0]?.['number'] !== 1 || chain?.['next_number'] !== 2)
      throw new Error(`The numbers have a gap: ${JSON.stringify([numbers, chain])}`)
    return ending(market, buyer, 'buyer')
  },
}

export const issuerFlows: Flow[] = [demandBuy, demandUnpaid, randomBuy]
