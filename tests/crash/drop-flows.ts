import { randomUUID } from 'node:crypto'
import type { DemoAccount } from '#local/signer/types.ts'
import { moveClock } from '#tests/support/ledger-clock.ts'
import { notNull } from '#tests/support/state.ts'
import { askAndRetry, callAndRetry, reject, runUntil, sign, statusOf } from './drive.ts'
import { type Ending, expectStatus, type Flow, inOne } from './flows.ts'
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

interface EditionOptions {
  drops?: bigint
  payees?: [account: DemoAccount, perMille: number][]
  prints?: number
  /** Seconds of ledger time until the edition starts. By default it has started an hour ago. */
  startsIn?: number
}

/** Creates an edition in a collection without other items, whose ledger index is newer than every account. */
async function createEdition(
  market: CrashMarket,
  { drops = price, payees = [], prints = 2, startsIn = -3600 }: EditionOptions = {},
): Promise<{ nft: null; offer: null }> {
  const prepared = await createDemandCollection(market, 0, false)
  const { collection } = lastDemandCollection()
  const [row] = await market.rowsOf('collections', { id: collection })
  const id = randomUUID()
  const work = { name: 'Tide', description: '', attributes: [] }
  await market.query(
    `insert into editions (id, collection_id, issuer, taxon, transfer_fee, flags, name, token_json, metadata, files, prints, state, created_ledger)
     values ($1, $2, $3, $4, 5000, 8, 'Tide', $5, $6, '[]', $7, 'running', 4000000000)`,
    [
      id,
      collection,
      row?.['issuer'],
      row?.['taxon'],
      JSON.stringify({ ...work, image: 'ipfs://x' }),
      JSON.stringify({ ...work, image: null, animation: null, attachment: null, collection: null }),
      prints,
    ],
  )
  await market.query(
    `insert into edition_phases (edition_id, position, starts_at, price_drops, per_account, audience)
     values ($1, 0, (select coalesce(max(closed_at), now()) from ledger_cursor) + make_interval(secs => $2), $3, 0, 'everyone')`,
    [id, startsIn, drops.toString()],
  )
  for (const [position, [{ address }, perMille]] of payees.entries())
    await market.query(
      `insert into split_payees (split_id, position, account, per_mille, agreed_at) values ($1, $2, $3, $4, now())`,
      [id, position, address, perMille],
    )
  editions.set('last', id)
  return prepared
}

/** Expects that the metadata of sold prints is published, and that every print has the expected state. */
async function expectPrints(market: CrashMarket, expected: string): Promise<void> {
  const edition = lastEdition()
  await runUntil(market, 'published', [], async () => {
    const rows = await market.rowsOf('demand_items', { edition_id: edition, state: 'sold' })
    return rows.every((row) => row['published_at'] !== null)
  })
  const prints = await market.rowsOf('demand_items', { edition_id: edition })
  const states = prints.map((row) => `${String(row['number'])} ${String(row['state'])}`).toSorted()
  if (states.join() !== expected) throw new Error(`The prints are ${states.join()}, not ${expected}.`)
}

/** Expects that the first print is sold and the second one is available. */
const expectFirstPrint = (market: CrashMarket) => expectPrints(market, '1 sold,2 for_sale')

/** Removes unpaid reservations of earlier runs, so that they do not count. */
const forgetUnpaid = (market: CrashMarket) => market.changeRows('reservations', {}, { unpaid: false })

const body = (drops = price) => ({ edition: lastEdition(), expectedAmount: drops.toString() })

const holdSeconds = 15 * 60

/** An unpaid number goes to the next buyer. A late signature buys nothing. */
const printLapsed: Flow = {
  name: 'print_lapsed',
  prepare: (market) => createEdition(market),
  run: async (market) => {
    const { buyer, rival } = market.people
    await forgetUnpaid(market)
    const late = await askWhileClosing(market, 'buyPrint', buyer, body())
    await moveClock(market.ledgerUrl, holdSeconds + 60)
    const lapsed = { edition_id: lastEdition(), state: 'released' }
    await runUntil(market, 'lapsed', [[late, buyer]], () => market.hasRow('reservations', lapsed))
    const uuid = await askWhileClosing(market, 'buyPrint', rival, body())
    await sign(market, late, buyer)
    await sign(market, uuid, rival)
    const polls: [string, DemoAccount][] = [
      [late, buyer],
      [uuid, rival],
    ]
    await runUntil(market, 'sold and paid out', polls, nothingOpen(market, lastDemandCollection()))
    expectStatus('the late signature', await statusOf(market, late, buyer), 'failed')
    expectStatus('the next buyer', await statusOf(market, uuid, rival), 'success')
    await expectFirstPrint(market)
    return ending(market, rival, 'rival')
  },
}

/** A free print: one account does not claim it, and it goes to the next one. No payment or notification is sent. */
const printClaim: Flow = {
  name: 'print_claim',
  prepare: (market) => createEdition(market, { drops: 0n }),
  run: async (market) => {
    const { buyer, rival } = market.people
    await forgetUnpaid(market)
    const uuid = await askWhileClosing(market, 'buyPrint', buyer, body(0n))
    await reject(market, uuid)
    await runUntil(market, 'offer cancelled', [[uuid, buyer]], nothingOpen(market, lastDemandCollection()))
    await buyAndPay(market, rival, 'buyPrint', body(0n))
    await expectFirstPrint(market)
    return { ...(await ending(market, rival, 'rival')), moved: {}, told: {} }
  },
}

/** A free print claimed with one signature. */
const batchClaim: Flow = {
  name: 'batch_print_claim',
  batch: true,
  prepare: (market) => createEdition(market, { drops: 0n }),
  run: async (market) => {
    const { buyer } = market.people
    await buyAndPay(market, buyer, 'buyPrint', body(0n))
    await expectFirstPrint(market)
    return { ...(await ending(market, buyer, 'buyer')), moved: {}, told: {} }
  },
}

/**
 * Artist's part of a print: the price less 2 % and a royalty of 5 %. The artist gets 601 and the other payee 399 of a
 * thousand.
 */
const part = 9_300_000n
const fee = 200_000n
const shares = { seller: 5_589_300n, rival: 3_710_700n }
const sharedMoves = {
  seller: 500_000n + shares.seller,
  rival: shares.rival,
  buyer: -price,
  marketplace: fee,
}

const requireDestination = 1

/** Makes the payee accept payments without a tag, because an earlier run may have changed that. */
async function createShared(market: CrashMarket) {
  const { seller, rival } = market.people
  await market.removeRows('payout_tags', { account: rival.address })
  await market.session.run(rival, { TransactionType: 'AccountSet', ClearFlag: requireDestination })
  return createEdition(market, {
    payees: [
      [seller, 601],
      [rival, 399],
    ],
  })
}

/** Makes payments to the payee fail from now on. */
const requireTag = (market: CrashMarket) =>
  market.session.run(market.people.rival, { TransactionType: 'AccountSet', SetFlag: requireDestination })

/** Expects every drop of the artist's part in exactly one share. */
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

const printShared: Flow = {
  name: 'print_shared',
  prepare: createShared,
  run: async (market) => {
    const { buyer } = market.people
    await buyAndPay(market, buyer, 'buyPrint', body())
    await expectFirstPrint(market)
    await expectShares(market)
    return { ...(await ending(market, buyer, 'buyer')), moved: sharedMoves }
  },
}

/**
 * Signs as the buyer while one payee cannot be paid. The sale does not wait, and the share is paid once as soon as
 * possible.
 */
async function payLater(market: CrashMarket, uuid: string): Promise<Ending> {
  const { buyer, rival } = market.people
  await sign(market, uuid, buyer)
  const owed = { artist: rival.address, state: 'owed', result: 'tecDST_TAG_NEEDED' }
  await runUntil(market, 'sold, and one share refused', [[uuid, buyer]], () => market.hasRow('payouts', owed))
  await market.addRow('payout_tags', { account: rival.address, tag: 4711 })
  await market.changeRows('payouts', { artist: rival.address, state: 'owed' }, { due_at: new Date() })
  await runUntil(market, 'paid out', [], nothingOpen(market, lastDemandCollection()))
  await expectFirstPrint(market)
  await expectShares(market)
  const end = await ending(market, buyer, 'buyer')
  return { ...end, moved: sharedMoves, told: { seller: ['sold'], rival: ['payout_refused'] } }
}

/** One payee cannot be paid at first. */
const printOwed: Flow = {
  name: 'print_owed',
  prepare: async (market) => {
    const prepared = await createShared(market)
    await requireTag(market)
    return prepared
  },
  run: async (market) =>
    payLater(market, await askWhileClosing(market, 'buyPrint', market.people.buyer, body())),
}

/**
 * One payee can no longer be paid when the buyer signs. This Batch has no effect, and the next one of this buyer pays no
 * payee, for an hour: the Batch of an earlier run is therefore made older.
 */
const batchUndone: Flow = {
  name: 'batch_print_undone',
  batch: true,
  prepare: createShared,
  run: async (market) => {
    const { buyer } = market.people
    await market.query(
      `update sign_requests set created_at = created_at - interval '2 hours' where account = $1 and state = 'failed'`,
      [buyer.address],
    )
    const undone = await askWhileClosing(market, 'buyPrint', buyer, body())
    await requireTag(market)
    await sign(market, undone, buyer)
    const demand = lastDemandCollection()
    await runUntil(market, 'undone', [[undone, buyer]], nothingOpen(market, demand))
    expectStatus('the first signature', await statusOf(market, undone, buyer), 'failed')
    return payLater(market, await askWhileClosing(market, 'buyPrint', buyer, body()))
  },
}

/**
 * The artist closes an edition while two prints are reserved. One of them is paid for. The other one was minted, and is
 * withdrawn and burned, as is the free print.
 */
const printClosed: Flow = {
  name: 'print_closed',
  prepare: (market) => createEdition(market, { prints: 3 }),
  run: async (market) => {
    const { seller, buyer, rival } = market.people
    await forgetUnpaid(market)
    const paid = await askWhileClosing(market, 'buyPrint', buyer, body())
    const unpaid = await askWhileClosing(market, 'buyPrint', rival, body())
    const edition = lastEdition()
    await callAndRetry(market, 'changeEdition', seller, { edition, state: 'closed' })
    await sign(market, paid, buyer)
    await reject(market, unpaid)
    const polls: [string, DemoAccount][] = [
      [paid, buyer],
      [unpaid, rival],
    ]
    const isBurned = () =>
      market.hasRow('demand_items', { edition_id: edition, number: 2, burned_at: notNull })
    await runUntil(
      market,
      'sold, and burned',
      polls,
      async () => (await isBurned()) && (await nothingOpen(market, lastDemandCollection())()),
    )
    expectStatus('the buyer', await statusOf(market, paid, buyer), 'success')
    const refusal = await askAndRetry(market, 'buyPrint', rival, body()).then(() => 'none', String)
    if (!refusal.includes('edition_closed')) throw new Error(`The refusal of a closed edition is ${refusal}.`)
    await expectPrints(market, '1 sold,2 removed,3 removed')
    const [sold, burned] = await market.query(
      `select i.token_id, n.burned from demand_items i join nfts n on n.id = i.token_id where i.edition_id = $1 order by i.number`,
      [edition],
    )
    if (sold?.['burned'] !== false || burned?.['burned'] !== true)
      throw new Error(`The tokens are ${JSON.stringify([sold, burned])}.`)
    return {
      owner: buyer,
      nft: String(sold['token_id']),
      moved: { seller: price - fee, buyer: -price, marketplace: fee },
      told: { seller: ['sold'] },
    }
  },
}

/** A number that was not paid for is bought after the artist has closed the edition. */
const printLastNumber: Flow = {
  name: 'print_last_number',
  prepare: (market) => createEdition(market, { prints: 3 }),
  run: async (market) => {
    const { seller, buyer, rival } = market.people
    await forgetUnpaid(market)
    const unpaid = await askWhileClosing(market, 'buyPrint', rival, body())
    const paid = await askWhileClosing(market, 'buyPrint', buyer, body())
    await sign(market, paid, buyer)
    const edition = lastEdition()
    const isSold = () => market.hasRow('reservations', { edition_id: edition, state: 'sold' })
    await runUntil(market, 'number 2 sold', [[paid, buyer]], isSold)
    await callAndRetry(market, 'changeEdition', seller, { edition, state: 'closed' })
    await reject(market, unpaid)
    await runUntil(market, 'released', [[unpaid, rival]], nothingOpen(market, lastDemandCollection()))
    await buyAndPay(market, rival, 'buyPrint', body())
    await expectPrints(market, '1 sold,2 sold,3 removed')
    const sold = await market.rowsOf('demand_items', { edition_id: edition, number: 1 })
    return {
      owner: rival,
      nft: String(sold[0]?.['token_id']),
      moved: { seller: 2n * (price - fee), buyer: -price, rival: -price, marketplace: 2n * fee },
      told: { seller: ['sold', 'sold'] },
    }
  },
}

/** Accounts that watch the collection are notified once an hour before an edition starts, and once when it starts. */
const printAnnounced: Flow = {
  name: 'print_announced',
  batch: true,
  prepare: async (market) => {
    const prepared = await createEdition(market, { startsIn: 5400 })
    await market.addRow('watches', {
      account: market.people.rival.address,
      kind: 'collection',
      subject: lastDemandCollection().collection,
      created_at: new Date(),
    })
    return prepared
  },
  run: async (market) => {
    const { buyer, rival } = market.people
    for (const [kind, seconds] of [
      ['edition_soon', 2400],
      ['edition_open', 3600],
    ] as const) {
      await moveClock(market.ledgerUrl, seconds)
      const news = { account: rival.address, kind, collection_id: lastDemandCollection().collection }
      await runUntil(market, kind, [], () => market.hasRow('notifications', news))
    }
    await buyAndPay(market, buyer, 'buyPrint', body())
    await expectFirstPrint(market)
    const end = await ending(market, buyer, 'buyer')
    return { ...end, told: { seller: ['sold'], rival: ['edition_soon', 'edition_open'] } }
  },
}

export const dropFlows: Flow[] = [
  printLapsed,
  printClaim,
  printShared,
  printOwed,
  printClosed,
  printLastNumber,
  printAnnounced,
  batchClaim,
  inOne(printShared),
  batchUndone,
]
