import { randomUUID } from 'node:crypto'
import { getNFTokenID, type TransactionMetadata } from 'xrpl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOpenSubmissions } from '#db/queries/journal/journal.ts'
import { listMatchingSales, type SaleRow } from '#db/queries/trade/sales.ts'
import { createdOffer } from '#local/lib/metadata.ts'
import type { Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { uuidOf } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { crowd, sessionsOf } from '#tests/support/crowd.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceOpenSubmission } from '#worker/domain/journal/advance-submission.ts'
import { refillTickets } from '#worker/domain/journal/tickets.ts'
import { advanceSale } from '#worker/domain/trade/advance-sale.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { askReply, costsOf, cronUntil, offerIndexed, offersOf, openForBusiness } from './helpers.ts'

const buyers = 100
const matches = 200

let world: TestWorld
let artist: DemoAccount

beforeAll(async () => {
  world = await createTestWorld({ closeEveryMs: 500 })
  artist = await world.fund('artist', 2000)
  await openForBusiness(world)
})
afterAll(() => world.close())

test(`${buyers} concurrent buyers: one sale, a clear answer for all others, no funds left locked`, async () => {
  const price = 7_000_000n
  const nft = await world.mint(artist)
  const listing = await world.list(artist, nft, price, { destination: world.marketplace.address })
  await offerIndexed(world, listing)
  const people = await crowd(world, buyers)
  const sessions = await sessionsOf(world, people)
  const before = await world.balanceOf(artist.address)
  const replies = await Promise.all(
    sessions.map((session) => askReply(world, 'buyNow', session, { nftokenID: nft })),
  )
  const uuids = replies.map(uuidOf)
  await Promise.all(uuids.map((uuid, i) => world.sign(uuid, people[i] ?? artist)))
  await cronUntil(
    world,
    'every request answered, every leftover cancelled',
    async () => {
      const open = [
        await world.hasRow('sign_requests', { state: ['created', 'signed'] }),
        await world.hasRow('sales', { state: 'matching' }),
        await world.hasRow('sales', { state: 'failed', leftover_cancelled_at: null }),
      ]
      return !open.includes(true)
    },
    800_000,
  )
  const outcomes = await Promise.all(
    uuids.map(async (uuid, i) => {
      const session = sessions[i]
      const reply = await world.call(`/api/xumm/check/${uuid}`, session === undefined ? {} : { session })
      expectContract('checkSignRequest', reply)
      return reply.body
    }),
  )
  expect(outcomes.filter(({ status }) => status === 'success')).toHaveLength(1)
  const refused = outcomes.filter(({ status }) => status === 'failed')
  expect(refused).toHaveLength(buyers - 1)
  // Offers made before the sale are cancelled; later ones are never created.
  for (const { data } of refused) expect(String(data)).toMatch(/nothing was paid|no longer in the account/)
  expect((await world.balanceOf(artist.address)) - before).toBe(price)
  const winner = people[outcomes.findIndex(({ status }) => status === 'success')] ?? artist
  expect(await world.ownerOf(nft, [winner])).toBe(winner.address)
  const paid = await Promise.all(
    people.map(async ({ address }) => {
      expect(await offersOf(world, address)).toEqual([])
      return 50_000_000n - (await world.balanceOf(address)) - (await costsOf(world, address))
    }),
  )
  expect(paid.filter((drops) => drops !== 0n)).toEqual([7_070_000n])
  // A late buyer costs the marketplace one cancellation, but no match that can only fail.
  expect(await world.countRows('ledger_submissions', { kind: 'broker' })).toBe(1)
}, 900_000)

const outcomeOf = async (hash: string, outcomes: Awaited<ReturnType<TestWorld['ledger']['settle']>>) => {
  const outcome = outcomes.get(hash)
  if (outcome?.result !== 'tesSUCCESS') throw new Error(`${hash}: ${outcome?.result}`)
  return outcome.meta
}

/** Creates tokens with a listing of `price` and a matching offer, ready to be matched. */
async function pairs(count: number, buyers: DemoAccount[], price: bigint) {
  const { ledger, marketplace } = world
  const sendAll = async (transactions: [DemoAccount, Json][]) => {
    const hashes: string[] = []
    for (const [holder, transaction] of transactions) hashes.push(await ledger.send(holder, transaction))
    const outcomes = await ledger.settle(hashes)
    return Promise.all(hashes.map((hash) => outcomeOf(hash, outcomes)))
  }
  const minted = await sendAll(
    Array.from({ length: count }, () => [
      artist,
      { TransactionType: 'NFTokenMint', NFTokenTaxon: 9, Flags: nftokenFlags.transferable },
    ]),
  )
  const tokens = minted.map((meta) => String(getNFTokenID(meta as TransactionMetadata & Json)))
  const sells = await sendAll(
    tokens.map((NFTokenID) => [
      artist,
      {
        TransactionType: 'NFTokenCreateOffer',
        Flags: tfSellNFToken,
        NFTokenID,
        Amount: price.toString(),
        Destination: marketplace.address,
      },
    ]),
  )
  const buyerOf = (i: number) => buyers[i % buyers.length] ?? artist
  const buys = await sendAll(
    tokens.map((NFTokenID, i) => [
      buyerOf(i),
      {
        TransactionType: 'NFTokenCreateOffer',
        NFTokenID,
        Owner: artist.address,
        Amount: (price + price / 100n).toString(),
        Destination: marketplace.address,
      },
    ]),
  )
  return tokens.map((nft, i) => ({
    nft,
    sell: createdOffer(sells[i] ?? {}),
    buy: createdOffer(buys[i] ?? {}),
    buyer: buyerOf(i).address,
  }))
}

/** Works in batches, because each call uses a database connection at times. */
async function each(rows: SaleRow[], atOnce: number, work: (row: SaleRow) => Promise<unknown>) {
  const queue = [...rows]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let row = queue.pop(); row !== undefined; row = queue.pop()) await work(row)
    }),
  )
}

test(`${matches} concurrent marketplace transactions: each is done once, none with a sequence error`, async () => {
  const count = matches
  const price = 1_000_000n
  const ready = await pairs(count, await crowd(world, 25), price)
  for (const { nft, sell, buy, buyer } of ready) {
    await world.addRow('sales', {
      id: randomUUID(),
      kind: 'buy_now',
      nft_id: nft,
      sell_offer_id: sell,
      buy_offer_id: buy,
      seller: artist.address,
      buyer,
      price: '"1000000"',
      fee: '"10000"',
      paid: '"1010000"',
      state: 'matching',
    })
  }
  const waiting: Promise<unknown>[] = []
  const composed = compose(readEnvironment(world.stack.bindings))('concurrency', (work) => waiting.push(work))
  // Tickets may run out here; those log lines are expected.
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const context: Context = { ...composed, log: silent }
  const before = await world.balanceOf(artist.address)
  const deadline = Date.now() + 800_000
  for (;;) {
    const open = await listMatchingSales(context.db.http, count)
    if (open.length === 0) break
    if (Date.now() > deadline) throw new Error(`${open.length} sales are still open.`)
    await each(open, 40, (sale) => advanceSale(context, sale))
    // Processed as in the sweep: an earlier TicketCreate that nobody reads would prevent the pool from being refilled.
    for (const row of await listOpenSubmissions(context.db.http, count))
      await advanceOpenSubmission(context, row)
    await refillTickets(context, new Date(Date.now() + 10_000))
  }
  await Promise.all(waiting)
  expect((await world.balanceOf(artist.address)) - before).toBe(price * BigInt(count))
  const sales = await world.rowsOf('sales', { price: '"1000000"' })
  const purposes = sales.map(({ id }) => `broker:${String(id)}`)
  const submissions = await world.rowsOf('ledger_submissions')
  const attempts = submissions.filter(({ purpose }) => purposes.includes(String(purpose)))
  expect(attempts).toHaveLength(count)
  expect(new Set(attempts.map(({ state, result }) => `${state} ${result}`))).toEqual(
    new Set(['succeeded tesSUCCESS']),
  )
  expect(submissions.filter(({ preliminary }) => /SEQ|TICKET/.test(String(preliminary)))).toEqual([])
}, 900_000)
