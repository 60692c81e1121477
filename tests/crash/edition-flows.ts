import { randomUUID } from 'node:crypto'
import { reject, runUntil } from './drive.ts'
import type { Flow } from './flows.ts'
import {
  askWhileClosing,
  buyAndPay,
  createDemandCollection,
  ending,
  lastDemandCollection,
  nothingOpen,
  price,
} from './issuer-flows.ts'
import type { CrashMarket } from './market.ts'

const editions = new Map<string, string>()

function lastEdition(): string {
  const id = editions.get('last')
  if (id === undefined) throw new Error('No edition was created.')
  return id
}

/** An edition of two prints that is on sale, in a collection without other items. It is newer than every account. */
async function createEdition(market: CrashMarket, drops = price): Promise<{ nft: null; offer: null }> {
  const prepared = await createDemandCollection(market, 0, false)
  const { collection } = lastDemandCollection()
  const [row] = await market.rowsOf('collections', { id: collection })
  const id = randomUUID()
  const work = { name: 'Tide', description: '', attributes: [] }
  await market.query(
    `insert into editions (id, collection_id, issuer, taxon, transfer_fee, flags, name, token_json, metadata, files, prints, state, created_ledger)
     values ($1, $2, $3, $4, 5000, 8, 'Tide', $5, $6, '[]', 2, 'running', 4000000000)`,
    [
      id,
      collection,
      row?.['issuer'],
      row?.['taxon'],
      JSON.stringify({ ...work, image: 'ipfs://x' }),
      JSON.stringify({ ...work, image: null, animation: null, attachment: null, collection: null }),
    ],
  )
  await market.query(
    `insert into edition_phases (edition_id, position, starts_at, price_drops, per_account, audience)
     values ($1, 0, now() - interval '1 hour', $2, 0, 'everyone')`,
    [id, drops.toString()],
  )
  editions.set('last', id)
  return prepared
}

/** The first print is sold, its metadata is published, and the second one is free. */
async function expectFirstPrint(market: CrashMarket): Promise<void> {
  const edition = lastEdition()
  await runUntil(market, 'published', [], async () => {
    const rows = await market.rowsOf('demand_items', { edition_id: edition, state: 'sold' })
    return rows.every((row) => row['published_at'] !== null)
  })
  const prints = await market.rowsOf('demand_items', { edition_id: edition })
  const states = prints.map((row) => `${String(row['number'])} ${String(row['state'])}`).toSorted()
  if (states.join() !== '1 sold,2 for_sale') throw new Error(`The prints are ${states.join()}.`)
}

const body = (drops = price) => ({ edition: lastEdition(), expectedAmount: drops.toString() })

const printBuy: Flow = {
  name: 'print_buy',
  prepare: (market) => createEdition(market),
  run: async (market) => {
    const { buyer } = market.people
    await buyAndPay(market, buyer, 'buyPrint', body())
    await expectFirstPrint(market)
    return ending(market, buyer, 'buyer')
  },
}

/** The number that was not paid for goes to the next buyer. */
const printUnpaid: Flow = {
  name: 'print_unpaid',
  prepare: (market) => createEdition(market),
  run: async (market) => {
    const { buyer, rival } = market.people
    await market.changeRows('reservations', {}, { unpaid: false })
    const uuid = await askWhileClosing(market, 'buyPrint', buyer, body())
    await reject(market, uuid)
    await runUntil(market, 'offer cancelled', [[uuid, buyer]], nothingOpen(market, lastDemandCollection()))
    await buyAndPay(market, rival, 'buyPrint', body())
    await expectFirstPrint(market)
    return ending(market, rival, 'rival')
  },
}

/** A print that is free: one account does not take it, and it goes to the next one. Nobody is paid or told anything. */
const printClaim: Flow = {
  name: 'print_claim',
  prepare: (market) => createEdition(market, 0n),
  run: async (market) => {
    const { buyer, rival } = market.people
    await market.changeRows('reservations', {}, { unpaid: false })
    const uuid = await askWhileClosing(market, 'buyPrint', buyer, body(0n))
    await reject(market, uuid)
    await runUntil(market, 'offer cancelled', [[uuid, buyer]], nothingOpen(market, lastDemandCollection()))
    await buyAndPay(market, rival, 'buyPrint', body(0n))
    await expectFirstPrint(market)
    return { ...(await ending(market, rival, 'rival')), moved: {}, told: {} }
  },
}

/** The same with one signature. */
const batchClaim: Flow = {
  name: 'batch_print_claim',
  batch: true,
  prepare: (market) => createEdition(market, 0n),
  run: async (market) => {
    const { buyer } = market.people
    await buyAndPay(market, buyer, 'buyPrint', body(0n))
    await expectFirstPrint(market)
    return { ...(await ending(market, buyer, 'buyer')), moved: {}, told: {} }
  },
}

export const editionFlows: Flow[] = [
  printBuy,
  printUnpaid,
  printClaim,
  { ...printBuy, name: 'batch_print_buy', batch: true },
  batchClaim,
]
