import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { type OperationName, type SigningName, operations } from '#contract/operations.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { hashOfTerms } from '#worker/ledger/bid-batch.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { longTest } from '#tests/support/sample.ts'
import { minutesAgo, notNull } from '#tests/support/state.ts'
import { withOpenTransaction } from '#tests/support/open-transaction.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  costsOf,
  cronUntil,
  lockAwaited,
  offerIndexed,
  openForBusiness,
  whileNoLedgerCloses,
} from './helpers.ts'

let world: TestWorld
let artist: DemoAccount
let ann: Session
let bob: Session
let cid: Session
let taxon = 900

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('Artist')
  await openForBusiness(world)
  ann = await world.connect(await world.fund('Ann'))
  bob = await world.connect(await world.fund('Bob'))
  cid = await world.connect(await world.fund('Cid'))
})
afterAll(() => world.close())

const setSignerFaults = (faults: Record<string, unknown>) =>
  fetch(`${world.signer.url}/dev/faults`, { method: 'POST', body: JSON.stringify(faults) })

/** Creates a collection with works of an account. The royalty is 5 %. */
async function collectionOf({ account }: Session, count = 1, uri?: string) {
  taxon += 1
  const id = `bids-${taxon}`
  const works: string[] = []
  for (let place = 0; place < count; place += 1) {
    const nft = await world.mint(artist, { taxon, transferFee: 5000, ...(uri === undefined ? {} : { uri }) })
    const gift = await world.list(artist, nft, 0n, { destination: account.address })
    await world.run(account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    works.push(nft)
  }
  await cronUntil(world, 'works indexed', async () => {
    const rows = await world.rowsOf('nfts', { id: works, owner: account.address })
    return rows.length === works.length
  })
  await world.addCollection({ id, issuer: artist.address, taxon, name: `Bids ${taxon}` })
  return { id, works }
}

const terms = (collectionID: string, more: Record<string, unknown> = {}) => ({
  collectionID,
  priceDrops: '10000000',
  works: 1,
  ...more,
})

async function get(operation: OperationName, path: string, session?: Session) {
  const reply = await world.call(path, session === undefined ? {} : { session })
  expectContract(operation, reply)
  return reply.body
}

const bidsOf = async (session: Session) =>
  (await get('getOwnBids', '/api/account/bids', session))['bids'] as Record<string, unknown>[]
const salesOf = async (session: Session) =>
  (await get('getOwnBids', '/api/account/bids', session))['sales'] as Record<string, unknown>[]

/** Places a bid and returns its id. */
async function placeBid(session: Session, collectionID: string, more: Record<string, unknown> = {}) {
  expect(await askAndSign(world, 'placeStandingBid', session, terms(collectionID, more))).toMatchObject({
    status: 'success',
  })
  const [bid] = await bidsOf(session)
  return String(bid?.['id'])
}

/** Sells works of an account into a bid and returns the id of the sale. */
async function sell(session: Session, id: string, nftokenIDs: string[]) {
  expect(await askAndSign(world, 'sellIntoBid', session, { id, nftokenIDs })).toMatchObject({
    status: 'success',
  })
  const [sale] = await salesOf(session)
  return String(sale?.['id'])
}

/** Runs the cron until the last sale has ended, and checks it on the ledger each time instead of every five seconds. */
const awaitEndOfSale = (session: Session) =>
  cronUntil(world, 'the end of the sale', async () => {
    await world.changeRows('bid_sales', { state: 'waiting' }, { checked_at: minutesAgo(1) })
    return (await salesOf(session))[0]?.['state'] !== 'waiting'
  })

const refused = async (operation: SigningName, session: Session, body: Record<string, unknown>) =>
  (await askReply(world, operation, session, body)).body

const bestOf = async (work: string) => (await get('getWorkBid', `/api/nft/bid?id=${work}`))['best']

describe('a standing bid', () => {
  test('is opened by one signature whose memo has the hash of the terms, and is shown with its depth', async () => {
    const { id: collection, works } = await collectionOf(bob, 2)
    const id = await placeBid(ann, collection, { works: 2 })
    const [bid] = await bidsOf(ann)
    const { issuer, taxon: number } = identifyToken(works[0] ?? '')
    const reply = await callRpc(world.ledgerUrl, 'tx', { transaction: bid?.['txid'] })
    const { Memos, TicketCount } = reply
    expect(TicketCount).toBe(4)
    const hash = hashOfTerms({
      bidder: ann.account.address,
      issuer,
      taxon: number,
      traits: [],
      maxRank: null,
      priceDrops: 10_000_000n,
      works: 2,
      expiration: dateToRippleTime(new Date(String(bid?.['expiresAt']))),
    })
    expect(JSON.stringify(Memos)).toContain(hash)
    expect(await get('getCollectionBids', `/api/collection/bids?id=${collection}`)).toMatchObject({
      levels: [{ priceDrops: '10000000', bids: 1, works: 2, sumDrops: '20000000' }],
      bids: [{ id, bidder: ann.account.address, problem: null, record: { completed: 0, missed: 0 } }],
    })
    expect(await bestOf(works[0] ?? '')).toMatchObject({ id })
  })

  longTest('has the same terms in its memo after a retry under the same key', async () => {
    const { id: collection } = await collectionOf(bob)
    const gil = await world.connect(await world.fund('Gil'))
    const key = { 'idempotency-key': 'bid-after-outage' }
    await setSignerFaults({ apiStatus: 503 })
    expect((await askReply(world, 'placeStandingBid', gil, terms(collection), key)).status).toBe(503)
    await setSignerFaults({})
    await advanceClock(world, 900)
    await cronUntil(world, 'the clock', async () => (await world.closeTime()) > new Date())
    const reply = await askReply(world, 'placeStandingBid', gil, terms(collection), key)
    const uuid = uuidOf(reply)
    await world.sign(uuid, gil.account)
    expect(await world.outcomeOf(uuid, gil, 40_000)).toMatchObject({ status: 'success' })
    const [bid] = await bidsOf(gil)
    const { Memos } = await callRpc(world.ledgerUrl, 'tx', { transaction: bid?.['txid'] })
    expect(JSON.stringify(Memos)).toContain(bid?.['termsHash'])
  })

  test('is sold into and completed in one transaction, to the drop, and costs the bidder what its terms say', async () => {
    const { id: collection, works } = await collectionOf(bob, 2)
    const id = await placeBid(ann, collection, { works: 2 })
    const sale = await sell(bob, id, works)
    expect(await get('getBidSale', `/api/bid/sale?id=${sale}`)).toMatchObject({
      state: 'waiting',
      priceDrops: '10000000',
      feeDrops: '200000',
      royaltyDrops: '1000000',
    })
    const accounts = [ann.account.address, bob.account.address, artist.address, world.marketplace.address]
    const balances = () => Promise.all(accounts.map((address) => world.balanceOf(address)))
    const [before, costsBefore] = [await balances(), await costsOf(world, ann.account.address)]
    expect(await askAndSign(world, 'completeBidSale', ann, { id: sale })).toMatchObject({ status: 'success' })
    const [after, costsAfter] = [await balances(), await costsOf(world, ann.account.address)]
    expect(after.map((drops, place) => drops - (before[place] ?? 0n))).toEqual([
      -20_000_000n - (costsAfter - costsBefore),
      18_800_000n,
      1_000_000n,
      200_000n,
    ])
    for (const work of works)
      expect(await world.ownerOf(work, [ann.account, bob.account])).toBe(ann.account.address)
    await cronUntil(world, 'sale completed', async () => (await salesOf(ann))[0]?.['state'] === 'completed')
    expect((await bidsOf(ann))[0]).toMatchObject({ id, state: 'filled', bought: 2, record: { completed: 1 } })
  })

  test('takes only works that meet its traits', async () => {
    const { id: collection, works } = await collectionOf(bob, 2)
    const [red = '', blue = ''] = works
    const { issuer, taxon: number } = identifyToken(red)
    const facts = { issuer, taxon: number, trait: 'Sky' }
    await world.addTrait({ ...facts, nft_id: red, value: 'red' })
    await world.addTrait({ ...facts, nft_id: blue, value: 'blue' })
    expect(
      await refused('placeStandingBid', ann, terms(collection, { traits: ['Sky:green'] })),
    ).toMatchObject({ code: 'validation_failed' })
    const id = await placeBid(ann, collection, { traits: ['Sky:red'] })
    expect(await bestOf(red)).toMatchObject({ id })
    expect(await bestOf(blue)).toBeNull()
    expect(await refused('sellIntoBid', bob, { id, nftokenIDs: [blue] })).toMatchObject({
      code: 'bid_closed',
    })
  })

  test('does not count while its bidder cannot pay, and counts again afterwards', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const poor = await world.connect(await world.fund('Poor'))
    const id = await placeBid(poor, collection)
    const balance = await world.balanceOf(poor.account.address)
    const problem = async () => (await bidsOf(poor))[0]?.['problem']
    await world.run(poor.account, {
      TransactionType: 'Payment',
      Destination: cid.account.address,
      Amount: (balance - 5_000_000n).toString(),
    })
    await cronUntil(world, 'unfunded', async () => (await problem()) === 'unfunded')
    expect(await bestOf(works[0] ?? '')).toBeNull()
    expect(await refused('sellIntoBid', bob, { id, nftokenIDs: works })).toMatchObject({ code: 'bid_closed' })
    await world.run(cid.account, {
      TransactionType: 'Payment',
      Destination: poor.account.address,
      Amount: '20000000',
    })
    await cronUntil(world, 'funded', async () => (await problem()) === null)
  })
})

describe('a sale into a standing bid', () => {
  test('can be withdrawn by its seller at once, and nothing is left', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const id = await placeBid(ann, collection)
    const sale = await sell(bob, id, works)
    const ended = await world.call('/api/bid/sale/end', { session: bob, body: { id: sale } })
    expectContract('endBidSale', ended)
    expect(await refused('completeBidSale', ann, { id: sale })).toMatchObject({ code: 'bid_closed' })
    await cronUntil(
      world,
      'tickets free',
      async () => !(await world.hasRow('bid_tickets', { sale_id: sale })),
    )
    expect(await bestOf(works[0] ?? '')).toMatchObject({ id })
  })

  test('ends when the seller signs another transaction, even after the bidder was asked', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const id = await placeBid(ann, collection)
    const sale = await sell(bob, id, works)
    const reply = await askReply(world, 'completeBidSale', ann, { id: sale })
    expect(reply.status).toBe(202)
    const late = await world.call('/api/bid/sale/end', { session: bob, body: { id: sale } })
    expect(late.body).toMatchObject({ code: 'bid_closed' })
    expect(await askAndSign(world, 'revokeBidSale', bob, { id: sale })).toMatchObject({ status: 'success' })
    expect((await salesOf(bob))[0]).toMatchObject({ state: 'withdrawn', endedBy: 'seller' })
  })

  test('is void when the work is sold elsewhere', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const [work = ''] = works
    const offer = await world.list(bob.account, work, 12_000_000n)
    const id = await placeBid(ann, collection)
    await sell(bob, id, works)
    await world.run(cid.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    await awaitEndOfSale(bob)
    expect((await salesOf(bob))[0]).toMatchObject({ state: 'void' })
    expect(await world.ownerOf(work, [bob.account, cid.account])).toBe(cid.account.address)
  })

  longTest(
    'counts as missed when the bidder does nothing, and three in a row pause the bids of the account',
    async () => {
      const dora = await world.connect(await world.fund('Dora'))
      const { id: collection, works } = await collectionOf(bob)
      const id = await placeBid(dora, collection, { works: 3, days: 30 })
      for (let count = 1; count <= 3; count += 1) {
        await sell(bob, id, works)
        await advanceClock(world, 24 * 3600 + 60)
        await awaitEndOfSale(dora)
        expect((await salesOf(dora))[0]).toMatchObject({ state: 'missed' })
      }
      expect((await bidsOf(dora))[0]).toMatchObject({ problem: 'paused', record: { missed: 3 } })
      expect(await bestOf(works[0] ?? '')).toBeNull()
    },
  )

  test('of a work that its issuer has changed needs another look of the bidder', async () => {
    const owner = await world.connect(await world.fund('Owner'))
    const { id: collection, works } = await collectionOf(owner)
    const id = await placeBid(ann, collection)
    const sale = await sell(owner, id, works)
    await world.changeToken(works[0] ?? '', { uri: 'AB' })
    expect(await refused('completeBidSale', ann, { id: sale })).toMatchObject({ code: 'work_changed' })
    const seen = await askReply(world, 'completeBidSale', ann, { id: sale, changeSeen: true })
    expect(seen.status).toBe(202)
  })
})

test('hostile bodies of the calls about bids are refused, and none is an error of the server', async () => {
  const { id: collectionID, works } = await collectionOf(bob)
  const id = await placeBid(ann, collectionID)
  const texts = [
    '\0',
    '\u{d800}',
    'é'.repeat(300),
    '\u202e:\u200b',
    "';drop table nfts;--",
    'x'.repeat(10_000),
  ]
  const bodies: [OperationName, Record<string, unknown>][] = texts.flatMap((text) => [
    ['placeStandingBid', terms(text)],
    ['placeStandingBid', terms(collectionID, { traits: [`Sky:${text}`] })],
    [
      'placeStandingBid',
      terms(collectionID, { traits: Array.from({ length: 5 }, (_pair, at) => `${at}:${text}`) }),
    ],
    ['placeStandingBid', terms(collectionID, { traits: { length: 1, 0: text } })],
    ['placeStandingBid', terms(collectionID, { priceDrops: text })],
    ['placeStandingBid', terms(collectionID, { works: 1e308, maxRank: -1 })],
    ['endStandingBid', { id: text }],
    ['sellIntoBid', { id, nftokenIDs: [...works, ...works] }],
    ['sellIntoBid', { id, nftokenIDs: [text] }],
    ['sellIntoBid', { id, nftokenIDs: works, expectedDrops: text }],
    ['completeBidSale', { id: text, changeSeen: 'true' }],
    ['endBidSale', { id: [text] }],
    ['revokeBidSale', { id: { text } }],
    ['setBidMinimum', { collectionID: text, percent: 50 }],
    ['setBidMinimum', { percent: text }],
  ])
  for (const [operation, body] of bodies) {
    const reply = await world.call(operations[operation].path, { session: ann, body })
    expect([operation, reply.status, JSON.stringify(body).slice(0, 80)]).toEqual([
      operation,
      expect.toSatisfy((status: number) => status >= 400 && status < 500 && status !== 429),
      expect.any(String),
    ])
  }
})

describe('an unusual sale into a standing bid', () => {
  longTest('that its owner asks for twice in one ledger counts once', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const buyer = await world.connect(await world.fund('Buyer'))
    // Both attempts have the only two tickets.
    const id = await placeBid(buyer, collection)
    // With the clock of the ledger ahead, both attempts have the same time limit.
    await advanceClock(world, 600)
    await cronUntil(world, 'the clock', async () => (await world.closeTime()) > new Date())
    await whileNoLedgerCloses(world, async () => {
      await ask(world, 'sellIntoBid', bob, { id, nftokenIDs: works })
      const uuid = await ask(world, 'sellIntoBid', bob, { id, nftokenIDs: works })
      await world.sign(uuid, bob.account)
      await world.outcomeOf(uuid, bob, 40_000)
    })
    const digests = (await world.rowsOf('bid_sales', { bid_id: id })).map(({ digest }) => digest)
    expect(new Set(digests).size).toBe(1)
    const [sale] = await salesOf(buyer)
    await askAndSign(world, 'completeBidSale', buyer, { id: sale?.['id'] })
    await cronUntil(world, 'sale completed', async () => (await salesOf(buyer))[0]?.['state'] === 'completed')
    expect((await bidsOf(buyer))[0]).toMatchObject({ state: 'filled', bought: 1, record: { completed: 1 } })
  })

  longTest('is refused if the bidder withdraws the bid at the moment of the signature', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const id = await placeBid(ann, collection)
    const uuid = await ask(world, 'sellIntoBid', bob, { id, nftokenIDs: works })
    await withOpenTransaction(world, async (withdrawal) => {
      await withdrawal.changeRows('standing_bids', { id }, { state: 'withdrawn', ended_at: new Date() })
      await world.sign(uuid, bob.account)
      const outcome = world.outcomeOf(uuid, bob, 40_000)
      await lockAwaited(world)
      await withdrawal.commit()
      expect(await outcome).toMatchObject({ status: 'failed', code: 'bid_closed' })
    })
    expect(await world.rowsOf('bid_sales', { bid_id: id, state: 'waiting' })).toEqual([])
  })

  longTest('can be asked for again under the same key after an outage of the wallet', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const id = await placeBid(ann, collection)
    const key = { 'idempotency-key': 'sale-after-outage' }
    const body = { id, nftokenIDs: works }
    await setSignerFaults({ apiStatus: 503 })
    expect((await askReply(world, 'sellIntoBid', bob, body, key)).status).toBe(503)
    await setSignerFaults({})
    expect((await askReply(world, 'sellIntoBid', bob, body, key)).status).toBe(202)
  })

  test('of more works than the bidder can pay is refused', async () => {
    const { id: collection, works } = await collectionOf(bob, 2)
    const lean = await world.connect(await world.fund('Lean', 20))
    const id = await placeBid(lean, collection, { works: 2 })
    expect(await refused('sellIntoBid', bob, { id, nftokenIDs: works })).toMatchObject({ code: 'bid_closed' })
    expect((await askReply(world, 'sellIntoBid', bob, { id, nftokenIDs: works.slice(1) })).status).toBe(202)
  })

  longTest('whose owner makes it fail does not count as missed by the bidder', async () => {
    const sly = await world.connect(await world.fund('Sly', 10))
    const { id: collection, works } = await collectionOf(sly)
    const buyer = await world.connect(await world.fund('Honest'))
    const id = await placeBid(buyer, collection)
    const created = await world.run(sly.account, { TransactionType: 'TicketCreate', TicketCount: 1 })
    const ticket = Number(created.transaction['Sequence']) + 1
    const sale = await sell(sly, id, works)
    const balance = await world.balanceOf(sly.account.address)
    // The offer of the sale needs a reserve that the owner no longer has. A ticket leaves the Sequence unused.
    await world.run(sly.account, {
      TransactionType: 'Payment',
      Destination: cid.account.address,
      Amount: (balance - 1_300_000n).toString(),
      Sequence: 0,
      TicketSequence: ticket,
    })
    expect(await askAndSign(world, 'completeBidSale', buyer, { id: sale })).toMatchObject({
      status: 'failed',
    })
    await awaitEndOfSale(buyer)
    expect((await salesOf(buyer))[0]).toMatchObject({ id: sale, state: 'void' })
    expect((await bidsOf(buyer))[0]).toMatchObject({ record: { missed: 0 } })
  })

  test('whose bidder has spent the money counts as missed, also if the bidder signs', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const spender = await world.connect(await world.fund('Spender'))
    const id = await placeBid(spender, collection)
    const sale = await sell(bob, id, works)
    const uuid = await ask(world, 'completeBidSale', spender, { id: sale })
    const balance = await world.balanceOf(spender.account.address)
    await world.run(spender.account, {
      TransactionType: 'Payment',
      Destination: cid.account.address,
      Amount: (balance - 5_000_000n).toString(),
    })
    await world.sign(uuid, spender.account)
    expect(await world.outcomeOf(uuid, spender, 40_000)).toMatchObject({ status: 'failed' })
    await awaitEndOfSale(spender)
    expect((await salesOf(spender))[0]).toMatchObject({ id: sale, state: 'missed' })
  })

  test('ends as soon as its bidder uses one of its tickets elsewhere', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const fay = await world.connect(await world.fund('Fay'))
    const id = await placeBid(fay, collection)
    const sale = await sell(bob, id, works)
    const last = (await world.rowsOf('bid_tickets', { sale_id: sale }, ['ticket'])).at(-1)
    await world.run(fay.account, {
      TransactionType: 'AccountSet',
      Sequence: 0,
      TicketSequence: Number(last?.['ticket']),
    })
    await awaitEndOfSale(bob)
    expect((await salesOf(bob))[0]).toMatchObject({ state: 'missed' })
    const isTold = { seller: bob.account.address, end_told_at: notNull, id: sale }
    await cronUntil(world, 'seller notified', () => world.hasRow('bid_sales', isTold))
    const rows = await world.notificationsOf(bob.account.address, { kind: 'bid_sale_ended' })
    expect(rows.map((row) => row['nft_id'])).toContain(works[0])
  })

  test('is not blocked by an owner who does not sign: the first signature wins', async () => {
    const { id: collection, works } = await collectionOf(bob, 2)
    const [work = '', gift = ''] = works
    const offer = await world.list(bob.account, gift, 0n, { destination: cid.account.address })
    await world.run(cid.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    await cronUntil(
      world,
      'gift',
      async () => (await world.rowsOf('nfts', { id: gift, owner: cid.account.address })).length > 0,
    )
    const id = await placeBid(ann, collection)
    const slow = await ask(world, 'sellIntoBid', cid, { id, nftokenIDs: [gift] })
    const sale = await sell(bob, id, [work])
    await world.sign(slow, cid.account)
    expect(await world.outcomeOf(slow, cid, 40_000)).toMatchObject({ status: 'failed', code: 'bid_closed' })
    expect(await askAndSign(world, 'completeBidSale', ann, { id: sale })).toMatchObject({ status: 'success' })
    expect(await world.ownerOf(gift, [cid.account, ann.account])).toBe(cid.account.address)
  })

  longTest(
    'does not wait if the bidder can only pay the sale of another owner who signed first',
    async () => {
      const [first, second] = [await collectionOf(bob), await collectionOf(cid)]
      const poor = await world.connect(await world.fund('Poor', 15))
      const bids = [await placeBid(poor, first.id), await placeBid(poor, second.id)]
      const ofBob = await ask(world, 'sellIntoBid', bob, { id: bids[0], nftokenIDs: first.works })
      const ofCid = await ask(world, 'sellIntoBid', cid, { id: bids[1], nftokenIDs: second.works })
      await world.sign(ofCid, cid.account)
      expect(await world.outcomeOf(ofCid, cid, 40_000)).toMatchObject({ status: 'success' })
      await world.sign(ofBob, bob.account)
      expect(await world.outcomeOf(ofBob, bob, 40_000)).toMatchObject({
        status: 'failed',
        code: 'bid_closed',
      })
      expect((await salesOf(poor)).filter(({ state }) => state === 'waiting')).toHaveLength(1)
      await world.call('/api/bid/end', { session: poor, body: { id: bids[1] } })
    },
  )

  longTest('whose work no longer meets the terms needs another look of the bidder', async () => {
    let sky = 'red'
    const server = createServer((_request, response) =>
      response.end(JSON.stringify({ name: 'Sky', attributes: [{ trait_type: 'Sky', value: sky }] })),
    )
    const uri = `http://127.0.0.1:${await listen(server, 0, 'The web server')}/sky`
    const { id: collection, works } = await collectionOf(cid, 1, uri)
    await cronUntil(world, 'its metadata', async () => {
      const [work] = await world.rowsOf('nfts', { id: works })
      return work?.['metadata_state'] === 'ready'
    })
    const id = await placeBid(ann, collection, { traits: ['Sky:red'] })
    const sale = await sell(cid, id, works)
    // The issuer's server now returns other metadata at the same address.
    sky = 'grey'
    expect(await refused('completeBidSale', ann, { id: sale })).toMatchObject({ code: 'work_changed' })
    expect(await get('getBidSale', `/api/bid/sale?id=${sale}`)).toMatchObject({ works: [{ changed: true }] })
    expect((await askReply(world, 'completeBidSale', ann, { id: sale, changeSeen: true })).status).toBe(202)
    await closeServer(server)
  })

  longTest('is refused if the tickets of the bid no longer exist on the ledger', async () => {
    const { id: collection, works } = await collectionOf(bob)
    const fay = await world.connect(await world.fund('Fay'))
    const id = await placeBid(fay, collection)
    const tickets = await world.rowsOf('bid_tickets', { bid_id: id })
    for (const { ticket } of tickets)
      await world.run(fay.account, {
        TransactionType: 'AccountSet',
        Sequence: 0,
        TicketSequence: Number(ticket),
      })
    await cronUntil(world, 'no ticket', async () => (await bidsOf(fay))[0]?.['problem'] === 'no_ticket')
    // The index stores a bid's tickets after it has passed the ledger that used them.
    for (const ticket of tickets) await world.addRow('bid_tickets', ticket)
    await world.changeRows('standing_bids', { id }, { problem: null, opened_at: minutesAgo(2) })
    expect(await refused('sellIntoBid', bob, { id, nftokenIDs: works })).toMatchObject({ code: 'bid_closed' })
    // The attempt has found the mistake, so the bid is no longer shown.
    expect(await bestOf(works[0] ?? '')).toBeNull()
  })
})

describe('the end of a standing bid', () => {
  test('withdraws the sales that wait, and its tickets are released by signatures', async () => {
    const erin = await world.connect(await world.fund('Erin'))
    const { id: collection, works } = await collectionOf(bob)
    const id = await placeBid(erin, collection, { works: 2 })
    const sale = await sell(bob, id, works)
    const reply = await world.call('/api/bid/end', { session: erin, body: { id } })
    expectContract('endStandingBid', reply)
    expect(await get('getBidSale', `/api/bid/sale?id=${sale}`)).toMatchObject({
      state: 'withdrawn',
      endedBy: 'bidder',
    })
    const freeTickets = async () => (await get('getOwnBids', '/api/account/bids', erin))['freeTickets']
    await cronUntil(world, 'tickets free', async () => (await freeTickets()) === 4)
    expect(await askAndSign(world, 'releaseBidTickets', erin, {})).toMatchObject({ status: 'success' })
    await cronUntil(world, 'tickets used', async () => (await freeTickets()) === 0)
  })
})

describe('the least bid', () => {
  const bidOf = async (work: string, drops: bigint) => {
    const txjson = {
      TransactionType: 'NFTokenCreateOffer',
      Account: ann.account.address,
      Owner: bob.account.address,
      NFTokenID: work,
      Amount: drops.toString(),
      Destination: world.marketplace.address,
    }
    return askReply(world, 'requestTransaction', ann, { txjson })
  }
  const setMinimum = async (session: Session, body: Record<string, unknown>) => {
    const reply = await world.call('/api/bid/minimum', { session, body })
    expectContract('setBidMinimum', reply)
    return reply
  }

  test('of an owner refuses lower bids, and hides and silences those from elsewhere', async () => {
    const { id: collection, works } = await collectionOf(bob, 2)
    const [work = '', listedWork = ''] = works
    await world.list(bob.account, listedWork, 10_000_000n, { destination: world.marketplace.address })
    await cronUntil(world, 'floor', async () => {
      return Number((await world.collectionOf(collection))?.['floor_drops']) === 10_000_000
    })
    await setMinimum(bob, { percent: 50 })
    expect((await bidOf(work, 4_000_000n)).body).toMatchObject({ code: 'bid_too_low' })
    expect((await bidOf(work, 5_000_000n)).status).toBe(202)
    const low = await world.bid(ann.account, bob.account.address, work, 4_000_000n)
    const high = await world.bid(ann.account, bob.account.address, work, 6_000_000n)
    await offerIndexed(world, high)
    const reply = await world.call(`/api/nft?id=${work}`)
    expect(reply.text).toContain(high)
    expect(reply.text).not.toContain(low)
    await cronUntil(world, 'told', async () => {
      return (
        (await world.notificationsOf(bob.account.address, { kind: 'bid_received', nft_id: work })).length > 0
      )
    })
    expect(
      await world.notificationsOf(bob.account.address, { kind: 'bid_received', nft_id: work }),
    ).toMatchObject([{ amount: '6000000' }])
    await setMinimum(bob, { percent: null })
    expect((await world.call(`/api/nft?id=${work}`)).text).toContain(low)
  })

  test('of a collection is set by its issuer alone', async () => {
    const { id: collection } = await collectionOf(bob)
    const issuer = await world.connect(artist)
    const foreign = await world.call('/api/bid/minimum', {
      session: bob,
      body: { collectionID: collection, percent: 80 },
    })
    expect(foreign.body).toMatchObject({ code: 'forbidden' })
    await setMinimum(issuer, { collectionID: collection, percent: 80 })
    expect(await get('getBidMinimum', `/api/bid/minimum?collectionID=${collection}`, bob)).toEqual({
      percent: 80,
    })
  })
})

test('an offer to a bidder answers the bid, and the bidder is told', async () => {
  const { works } = await collectionOf(bob)
  const [work = ''] = works
  const bid = await world.bid(cid.account, bob.account.address, work, 4_000_000n)
  await offerIndexed(world, bid)
  await world.list(bob.account, work, 5_000_000n, { destination: cid.account.address })
  await cronUntil(world, 'the bidder told', async () => {
    return (
      (await world.notificationsOf(cid.account.address, { kind: 'counter_offer', nft_id: work })).length === 1
    )
  })
  expect(await world.notificationsOf(cid.account.address, { kind: 'counter_offer' })).toMatchObject([
    { nft_id: work, amount: '5000000', other: bob.account.address },
  ])
})
