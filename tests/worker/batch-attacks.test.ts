import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { openShop } from '#tests/support/shop.ts'
import {
  prepareTicket,
  sendByTicket,
  spendTicket,
  takeSequenceAsTicket,
  ticketsOf,
} from '#tests/support/ticket-trick.ts'
import { everyCase, longDescribe, longTest, sampleOf } from '#tests/support/sample.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfAllOrNothing, tfIndependent } from '#contract/rules/ledger.ts'
import { ticketFloor } from '#contract/limits/treasury.ts'
import {
  ask,
  askAndSign,
  askReply,
  askToBuy,
  cronUntil,
  indexed as tokenIndexed,
  offerIndexed,
  offersOf,
  openForBusiness,
} from './helpers.ts'
import { notNull, type Row } from '#tests/support/state.ts'

let world: TestWorld

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  await openForBusiness(world)
})
afterAll(() => world.close())

interface Purchase {
  seller: DemoAccount
  buyer: Session
  other: DemoAccount
  nft: string
  offer: string
}

const price = 5_000_000n
const disallowOffers = 12

const list = (seller: DemoAccount, nft: string, drops = price) =>
  world.list(seller, nft, drops, { destination: world.marketplace.address })
const cancel = ({ seller, offer }: Purchase) =>
  world.run(seller, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offer] })

/** Actions that make a purchase fail between the request and the signature. */
const failures: [how: string, code: string, act: (purchase: Purchase) => Promise<unknown>][] = [
  ['the listing is withdrawn', 'not_for_sale', cancel],
  [
    'the price is raised',
    'not_for_sale',
    async (purchase) => {
      await cancel(purchase)
      await list(purchase.seller, purchase.nft, price + 1n)
    },
  ],
  [
    'the work is given away',
    'not_for_sale',
    async ({ seller, other, nft }) => {
      const gift = await world.list(seller, nft, 0n, { destination: other.address })
      await world.run(other, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    },
  ],
  [
    'the work is burned',
    'not_found',
    ({ seller, nft }) => world.run(seller, { TransactionType: 'NFTokenBurn', NFTokenID: nft }),
  ],
  [
    'the money is spent elsewhere, by a ticket',
    'insufficient_funds',
    async ({ buyer, other }) => {
      const drops = (await world.balanceOf(buyer.account.address)) - 1_500_000n
      const [ticket] = await ticketsOf(world.ledgerUrl, buyer.account.address)
      await world.run(buyer.account, {
        TransactionType: 'Payment',
        Destination: other.address,
        Amount: drops.toString(),
        Sequence: 0,
        TicketSequence: ticket,
      })
    },
  ],
  [
    'the owner takes no offers any more',
    'would_fail',
    ({ seller }) => world.run(seller, { TransactionType: 'AccountSet', SetFlag: disallowOffers }),
  ],
  [
    'the Sequence is used elsewhere',
    'not_submitted',
    ({ buyer }) => world.run(buyer.account, { TransactionType: 'AccountSet' }),
  ],
]

async function newPurchase(): Promise<Purchase> {
  const [seller, buyerAccount, other] = await Promise.all([
    world.fund('Seller', 20),
    world.fund('Buyer', 20),
    world.fund('Other', 20),
  ])
  await world.run(buyerAccount, { TransactionType: 'TicketCreate', TicketCount: 1 })
  const nft = await world.mint(seller)
  return { seller, buyer: await world.connect(buyerAccount), other, nft, offer: await list(seller, nft) }
}

const indexed = (offers: string[]) => async () =>
  (await world.rowsOf('offers', { id: offers })).length === offers.length

const nothingLent = async () =>
  !(await world.hasRow('presigned_parts', { state: ['lent', 'lost'] })) &&
  !(await world.hasRow('ledger_tickets', { submission_id: notNull }))

const ways = sampleOf(failures, 3)
// Each round runs all failures concurrently. 147 rounds of all seven are more than a thousand purchases.
const rounds = everyCase ? 147 : 1

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'purchases that fail in every way leave nothing behind, round %i',
  async () => {
    const purchases = await Promise.all(ways.map(newPurchase))
    await cronUntil(world, 'listings indexed', indexed(purchases.map(({ offer }) => offer)))
    const requests = await Promise.all(
      purchases.map(async ({ buyer, nft }) => askToBuy(world, buyer, { nftokenID: nft })),
    )
    const lent = await world.rowsOf('presigned_parts', { state: 'lent' })
    expect(lent).toHaveLength(ways.length)
    await Promise.all(ways.map(([, , act], i) => purchases[i] && act(purchases[i])))
    await Promise.all(purchases.map(({ buyer }, i) => world.sign(requests[i] ?? '', buyer.account)))
    await cronUntil(world, 'nothing is lent', nothingLent)
    const ends = await Promise.all(purchases.map(({ buyer }, i) => world.outcomeOf(requests[i] ?? '', buyer)))
    expect(ends.map(({ status, code }) => [status, code])).toEqual(ways.map(([, code]) => ['failed', code]))
    expect(ends.every(({ data }) => String(data).includes('Nothing was paid'))).toBe(true)
    const left = await Promise.all(purchases.map(({ buyer }) => offersOf(world, buyer.account.address)))
    expect(left.flat()).toEqual([])
  },
)

test('a Batch that the wallet has changed is refused', async () => {
  const { buyer, nft, offer, seller } = await newPurchase()
  await cronUntil(world, 'listing indexed', indexed([offer]))
  const changes: ((batch: Record<string, unknown>) => Record<string, unknown>)[] = [
    ({ RawTransactions }) => ({
      RawTransactions: Array.isArray(RawTransactions) ? RawTransactions.toReversed() : [],
    }),
    ({ Flags }) => ({ Flags: Number(Flags) - tfAllOrNothing + tfIndependent }),
    ({ Sequence }) => ({ Sequence: Number(Sequence) + 1 }),
    () => ({ BatchSigners: null }),
    () => ({ LastLedgerSequence: 4_000_000 }),
    () => ({ Memos: [{ Memo: { MemoData: 'AB' } }] }),
  ]
  for (const change of sampleOf(changes, 2)) {
    const uuid = await askToBuy(world, buyer, { nftokenID: nft })
    const request = await world.requestOf(uuid)
    world.signer.setFaults({ tamper: change(asJson(request?.['txjson'])), skipSubmit: true })
    await world.sign(uuid, buyer.account)
    world.signer.setFaults({})
    expect(await world.outcomeOf(uuid, buyer)).toMatchObject({ status: 'failed', code: 'signature_mismatch' })
  }
  expect(await world.ownerOf(nft, [buyer.account, seller])).toBe(seller.address)
})

/** A signature that has left the marketplace, with the only account that can submit it. */
interface HandedOut {
  customer: DemoAccount
  batch: Json
  /** Returns whether the sale, the sold item and the payout are recorded. */
  isRecorded: () => Promise<boolean>
}

const batchOf = async (uuid: string) => asJson((await world.requestOf(uuid))?.['txjson'])

const areSold = (works: string[]) => async () =>
  (await world.rowsOf('sales', { nft_id: works, state: 'completed' })).length === works.length

/** Creates a customer with an existing ticket, as the attack requires. */
async function customerWithTicket(): Promise<Session> {
  const account = await world.fund('Customer', 100)
  await prepareTicket(world.run, account)
  return world.connect(account)
}

async function listedWorks(count: number) {
  const seller = await world.fund('Seller', 100)
  const works = []
  for (let round = 0; round < count; round += 1) {
    const nft = await world.mint(seller)
    const offer = await list(seller, nft)
    await offerIndexed(world, offer)
    works.push({ nft, offer })
  }
  return works
}

/** Every kind of part that the marketplace signs. */
const parts: Record<'listing' | 'bid' | 'demand' | 'cart', () => Promise<HandedOut>> = {
  listing: async () => {
    const buyer = await customerWithTicket()
    const [{ nft } = { nft: '' }] = await listedWorks(1)
    const uuid = await askToBuy(world, buyer, { nftokenID: nft })
    return { customer: buyer.account, batch: await batchOf(uuid), isRecorded: areSold([nft]) }
  },
  bid: async () => {
    const owner = await customerWithTicket()
    const bidder = await world.fund('Bidder', 100)
    const nft = await world.mint(owner.account)
    await tokenIndexed(world, nft)
    const to = { destination: world.marketplace.address }
    const bid = await world.bid(bidder, owner.account.address, nft, price, to)
    await offerIndexed(world, bid)
    const uuid = await ask(world, 'acceptBid', owner, { nftokenID: nft, buyOfferIndex: bid })
    return { customer: owner.account, batch: await batchOf(uuid), isRecorded: areSold([nft]) }
  },
  demand: async () => {
    const buyer = await customerWithTicket()
    const shop = await openShop(world, { priceDrops: price })
    const [id] = shop.items
    const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: id })
    const isRecorded = async () => {
      const item = id === undefined ? undefined : await world.itemOf(id)
      const shares = await world.sharesOf({ item_id: id, state: 'sold' })
      const paid = shares.filter((row) => row['state'] === 'paid' && row['nft_id'] === item?.['token_id'])
      return item?.['state'] === 'sold' && paid.length === 1
    }
    return { customer: buyer.account, batch: await batchOf(uuid), isRecorded }
  },
  cart: async () => {
    const buyer = await customerWithTicket()
    const works = await listedWorks(2)
    const items = works.map(({ nft, offer }) => ({
      nftokenID: nft,
      sellOfferIndex: offer,
      expectedAmount: price.toString(),
    }))
    const uuid = await ask(world, 'buyCart', buyer, { items })
    return {
      customer: buyer.account,
      batch: await batchOf(uuid),
      isRecorded: areSold(works.map(({ nft }) => nft)),
    }
  },
}
const kinds = ['listing', 'bid', 'demand', 'cart'] as const

async function partOf({ customer, batch }: HandedOut): Promise<Row> {
  const [part] = await world.rowsOf('presigned_parts', {
    account: customer.address,
    sequence: batch['Sequence'],
  })
  const bound = await world.countRows('ledger_tickets', { submission_id: part?.['lending'] })
  return { ...part, bound }
}

/** Waits until the index has read the newest ledger, and then for one more round of the sweep. */
async function sweepAfter({ ledgerIndex }: { ledgerIndex: number }) {
  await cronUntil(world, 'index', async () => (await world.followedLedger()) >= ledgerIndex)
  await world.cron()
}

describe('a Sequence that its account takes as a ticket', () => {
  test.each(sampleOf(kinds, 1))(
    'does not end a %s that was handed out: it can still happen, and is recorded',
    async (kind) => {
      const part = await parts[kind]()
      await sweepAfter(await takeSequenceAsTicket(world.run, world.ledgerUrl, part.customer))
      const { state, bound, tickets } = await partOf(part)
      expect([state, bound]).toEqual(['lent', Object(tickets).length])
      await sendByTicket(world.run, part.customer, part.batch)
      await cronUntil(world, 'recorded', part.isRecorded)
      await cronUntil(world, 'used', async () => (await partOf(part))['state'] === 'used')
      expect(await world.rowsOf('ledger_tickets', { ticket: tickets })).toEqual([])
      expect(world.workerLog.join('\n')).not.toContain('freed_part_used')
    },
  )

  for (const kind of kinds)
    longTest(`ends a ${kind} when the ticket is used for something else`, async () => {
      const part = await parts[kind]()
      await sweepAfter(await takeSequenceAsTicket(world.run, world.ledgerUrl, part.customer))
      expect((await partOf(part))['state']).toBe('lent')
      await sweepAfter(await spendTicket(world.run, part.customer, part.batch))
      const { state, tickets } = await partOf(part)
      expect(state).toBe('free')
      await expect(sendByTicket(world.run, part.customer, part.batch)).rejects.toThrow('tefNO_TICKET')
      expect(await world.rowsOf('ledger_tickets', { ticket: tickets, submission_id: null })).toHaveLength(
        Object(tickets).length,
      )
    })

  longTest(
    'a request that the wallet has signed succeeds when its Batch was sent by the ticket',
    async () => {
      const buyer = await customerWithTicket()
      const [{ nft } = { nft: '' }] = await listedWorks(1)
      const uuid = await askToBuy(world, buyer, { nftokenID: nft })
      const batch = await batchOf(uuid)
      await takeSequenceAsTicket(world.run, world.ledgerUrl, buyer.account)
      await world.sign(uuid, buyer.account)
      await sendByTicket(world.run, buyer.account, batch)
      expect(await world.outcomeOf(uuid, buyer)).toMatchObject({
        status: 'success',
        outcome: { nftokenID: nft },
      })
      await cronUntil(world, 'recorded', areSold([nft]))
    },
  )
})

longDescribe('a part that was taken for dead', () => {
  longTest('has its payout recorded also when its item was sold again', async () => {
    const part = await parts.demand()
    const { id } = await partOf(part)
    await world.changeRows('presigned_parts', { id }, { state: 'free', freed_at: new Date() })
    await world.cron()
    const other = await world.connect(await world.fund('Other', 100))
    const [row] = await world.rowsOf('reservations', { part_id: id })
    expect(await askAndSign(world, 'buyOnDemand', other, { nftDatabaseID: row?.['item_id'] })).toMatchObject({
      status: 'success',
    })
    await world.run(part.customer, part.batch)
    const paid = async () => {
      const shares = await world.sharesOf({ item_id: row?.['item_id'] })
      return shares.filter(({ state, txid }) => state === 'paid' && txid !== null).length === 2
    }
    await cronUntil(world, 'both recorded', paid)
    expect((await partOf(part))['state']).toBe('used')
  })

  for (const kind of kinds)
    longTest(`raises an alarm when a ledger shows it, and its ${kind} is recorded`, async () => {
      const part = await parts[kind]()
      const { id, lending, tickets } = await partOf(part)
      await world.changeRows(
        'presigned_parts',
        { id },
        { state: 'free', ended_at: new Date(), freed_at: new Date() },
      )
      await world.changeRows('ledger_tickets', { submission_id: lending }, { submission_id: null })
      await world.cron()
      const reserved = await world.rowsOf('reservations', { part_id: id })
      expect(reserved.every((row) => row['state'] === 'released')).toBe(true)
      await world.run(part.customer, part.batch)
      await cronUntil(world, 'recorded', part.isRecorded)
      expect(await partOf(part)).toMatchObject({ state: 'used' })
      expect(await world.rowsOf('ledger_tickets', { ticket: tickets })).toEqual([])
      const alarms = world.workerLog.filter((line) => line.includes('freed_part_used'))
      expect(alarms.filter((line) => line.includes(String(id)))).toHaveLength(1)
    })
})

longTest('accounts that ask and never sign cannot stop those who buy', async () => {
  const { seller, buyer: payer, nft: first, offer } = await newPurchase()
  await cronUntil(world, 'listing indexed', indexed([offer]))
  const uuid = await askToBuy(world, payer, { nftokenID: first })
  await world.sign(uuid, payer.account)
  expect(await world.outcomeOf(uuid, payer)).toMatchObject({ status: 'success' })

  const works = await Promise.all([1, 2].map(() => world.mint(seller)))
  const offers = await Promise.all(works.map((work) => list(seller, work)))
  await cronUntil(world, 'listings indexed', indexed(offers))
  const [work = '', second = ''] = works
  const crowd = await Promise.all(
    Array.from({ length: everyCase ? 100 : 40 }, async (_, i) =>
      world.connect(await world.fund(`Idle ${i}`, 20)),
    ),
  )
  const replies = await Promise.all(crowd.map((idle) => askReply(world, 'buyNow', idle, { nftokenID: work })))
  expect(replies.map(({ status }) => status)).toEqual(crowd.map(() => 202))
  const pool = await world.countRows('ledger_tickets')
  const lent = await world.countRows('ledger_tickets', { submission_id: notNull })
  // Requests above the limit take two steps.
  expect(lent).toBe(Math.floor((pool - ticketFloor) / 4))

  const again = await askToBuy(world, payer, { nftokenID: second })
  const request = await world.requestOf(again)
  expect(asJson(request?.['txjson'])['TransactionType']).toBe('Batch')
  await world.sign(again, payer.account)
  expect(await world.outcomeOf(again, payer)).toMatchObject({ status: 'success' })

  const newcomer = await world.connect(await world.fund('Newcomer', 20))
  const last = await askToBuy(world, newcomer, { nftokenID: work })
  await world.sign(last, newcomer.account)
  await cronUntil(world, 'bought in two steps', async () => {
    const reply = await world.outcomeOf(last, newcomer)
    return reply['status'] === 'success'
  })
})
