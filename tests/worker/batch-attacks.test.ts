import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson, rpc } from '#dev/lib/rpc.ts'
import type { DemoAccount } from '#dev/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { everyCase, longTest } from '#tests/support/sample.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfAllOrNothing, tfIndependent } from '#worker/contract/ledger.ts'
import { ticketFloor } from '#worker/contract/treasury-limits.ts'
import { askReply, askToBuy, cronUntil, offersOf, openForBusiness } from './helpers.ts'

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

/** What makes a purchase fail between the request and the signature. */
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
      const [ticket] = await ticketsOf(buyer.account.address)
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

async function ticketsOf(account: string): Promise<number[]> {
  const reply = await rpc(world.ledgerUrl, 'account_objects', {
    account,
    type: 'ticket',
    ledger_index: 'validated',
  })
  const objects = Array.isArray(reply['account_objects']) ? reply['account_objects'] : []
  return objects.map((entry) => Number(asJson(entry)['TicketSequence']))
}

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
  (await world.query('select 1 from offers where id = any($1)', [offers])).length === offers.length

const nothingLent = async () =>
  (
    await world.query(
      "select 1 from presigned_parts where state in ('lent', 'lost') union all select 1 from ledger_tickets where submission_id is not null",
    )
  ).length === 0

// All seven ways of a round at once; 147 rounds are more than a thousand purchases.
const rounds = everyCase ? 147 : 1

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'purchases that fail in every way leave nothing behind, round %i',
  async () => {
    const purchases = await Promise.all(failures.map(newPurchase))
    await cronUntil(world, 'listings indexed', indexed(purchases.map(({ offer }) => offer)))
    const asked = await Promise.all(
      purchases.map(async ({ buyer, nft }) => askToBuy(world, buyer, { nftokenID: nft })),
    )
    const lent = await world.query("select 1 from presigned_parts where state = 'lent'")
    expect(lent).toHaveLength(failures.length)
    await Promise.all(failures.map(([, , act], i) => purchases[i] && act(purchases[i])))
    await Promise.all(purchases.map(({ buyer }, i) => world.sign(asked[i] ?? '', buyer.account)))
    await cronUntil(world, 'nothing is lent', nothingLent)
    const ends = await Promise.all(purchases.map(({ buyer }, i) => world.outcomeOf(asked[i] ?? '', buyer)))
    expect(ends.map(({ status, code }) => [status, code])).toEqual(
      failures.map(([, code]) => ['failed', code]),
    )
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
  for (const change of changes) {
    const uuid = await askToBuy(world, buyer, { nftokenID: nft })
    const [request] = await world.query('select txjson from sign_requests where uuid = $1', [uuid])
    world.signer.setFaults({ tamper: change(asJson(request?.['txjson'])), skipSubmit: true })
    await world.sign(uuid, buyer.account)
    world.signer.setFaults({})
    expect(await world.outcomeOf(uuid, buyer)).toMatchObject({ status: 'failed', code: 'signature_mismatch' })
  }
  expect(await world.ownerOf(nft, [buyer.account, seller])).toBe(seller.address)
})

longTest('accounts that ask and never sign cannot stop those who buy', async () => {
  const { seller, buyer: known, nft: first, offer } = await newPurchase()
  await cronUntil(world, 'listing indexed', indexed([offer]))
  const uuid = await askToBuy(world, known, { nftokenID: first })
  await world.sign(uuid, known.account)
  expect(await world.outcomeOf(uuid, known)).toMatchObject({ status: 'success' })

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
  const [{ pool, lent } = {}] = await world.query(
    'select count(*)::int as pool, count(submission_id)::int as lent from ledger_tickets',
  )
  // Those above the cap were asked for two steps.
  expect(Number(lent)).toBe(Math.floor((Number(pool) - ticketFloor) / 4))

  const again = await askToBuy(world, known, { nftokenID: second })
  const [request] = await world.query('select txjson from sign_requests where uuid = $1', [again])
  expect(asJson(request?.['txjson'])['TransactionType']).toBe('Batch')
  await world.sign(again, known.account)
  expect(await world.outcomeOf(again, known)).toMatchObject({ status: 'success' })

  const newcomer = await world.connect(await world.fund('Newcomer', 20))
  const last = await askToBuy(world, newcomer, { nftokenID: work })
  await world.sign(last, newcomer.account)
  await cronUntil(world, 'bought in two steps', async () => {
    const reply = await world.outcomeOf(last, newcomer)
    return reply['status'] === 'success'
  })
})
