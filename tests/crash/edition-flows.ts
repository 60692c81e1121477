import { randomUUID } from 'node:crypto'
import type { DemoAccount } from '#local/signer/types.ts'
import { reject, runUntil, sign } from './drive.ts'
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
async function createEdition(
  market: CrashMarket,
  drops = price,
  payees: [account: DemoAccount, perMille: number][] = [],
): Promise<{ nft: null; offer: null }> {
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
  for (const [position, [{ address }, perMille]] of payees.entries())
    await market.query(
      `insert into split_payees (split_id, position, account, per_mille, agreed_at) values ($1, $2, $3, $4, now())`,
      [id, position, address, perMille],
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

/** The price less 2 % less a royalty of 5 %, of which the artist gets 601 and the other payee 399 of a thousand. */
const part = 9_300_000n
const shares = { seller: 5_589_300n, rival: 3_710_700n }
const sharedMoves = {
  seller: 500_000n + shares.seller,
  rival: shares.rival,
  buyer: -price,
  marketplace: 200_000n,
}

const createShared = (market: CrashMarket) =>
  createEdition(market, price, [
    [market.people.seller, 601],
    [market.people.rival, 399],
  ])

/** Every drop of the artist's part is in one share, once. */
async function expectShares(market: CrashMarket): Promise<void> {
  const { seller, rival } = market.people
  const rows = await market.query(
    `select p.artist, p.amount_drops::text as drops, p.state from payouts p join reservations r on r.id = p.reservation_id
     where r.edition_id = $1 order by p.place`,
    [lastEdition()],
  )
  const expected = [
    `${seller.address} ${shares.seller} paid`,
    `${rival.address} ${part - shares.seller} paid`,
  ]
  const actual = rows.map((row) => `${String(row['artist'])} ${String(row['drops'])} ${String(row['state'])}`)
  if (actual.join() !== expected.join()) throw new Error(`The shares are ${actual.join()}.`)
}

const batchShared: Flow = {
  name: 'batch_print_shared',
  batch: true,
  prepare: createShared,
  run: async (market) => {
    const { buyer } = market.people
    await buyAndPay(market, buyer, 'buyPrint', body())
    await expectFirstPrint(market)
    await expectShares(market)
    return { ...(await ending(market, buyer, 'buyer')), moved: sharedMoves }
  },
}

const requireDestination = 1

/** One payee cannot be paid at first. The sale does not wait, and the share is paid once when it becomes possible. */
const printOwed: Flow = {
  name: 'print_owed',
  prepare: async (market) => {
    const { rival } = market.people
    await market.removeRows('payout_tags', { account: rival.address })
    await market.session.run(rival, { TransactionType: 'AccountSet', SetFlag: requireDestination })
    return createShared(market)
  },
  run: async (market) => {
    const { buyer, rival } = market.people
    const uuid = await askWhileClosing(market, 'buyPrint', buyer, body())
    await sign(market, uuid, buyer)
    const owed = `select 1 from payouts where artist = $1 and state = 'owed' and result = 'tecDST_TAG_NEEDED'`
    await runUntil(
      market,
      'sold, and one share refused',
      [[uuid, buyer]],
      async () => (await market.query(owed, [rival.address])).length === 1,
    )
    await market.addRow('payout_tags', { account: rival.address, tag: 4711 })
    await market.changeRows('payouts', { artist: rival.address, state: 'owed' }, { due_at: new Date() })
    await runUntil(market, 'paid out', [], nothingOpen(market, lastDemandCollection()))
    await expectFirstPrint(market)
    await expectShares(market)
    const end = await ending(market, buyer, 'buyer')
    await market.session.run(rival, { TransactionType: 'AccountSet', ClearFlag: requireDestination })
    return { ...end, moved: sharedMoves, told: { seller: ['sold'], rival: ['payout_refused'] } }
  },
}

export const editionFlows: Flow[] = [
  printBuy,
  printUnpaid,
  printClaim,
  { ...printBuy, name: 'batch_print_buy', batch: true },
  batchClaim,
  printOwed,
  batchShared,
]
