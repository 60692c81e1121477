import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { ask, askAndSign, askReply, cronUntil, offerIndexed, offersOf, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { notNull } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let issuer: DemoAccount
let seller: Session
let buyer: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('Artist')
  issuer = await world.fund('Issuer')
  const accounts = [await world.fund('Seller'), await world.fund('Buyer')] as const
  // Holders can pay each other, and the issuer charges 0.2 %.
  await world.run(issuer, { TransactionType: 'AccountSet', SetFlag: 8, TransferRate: 1_002_000_000 })
  for (const account of [artist, world.marketplace, ...accounts])
    await world.run(account, { TransactionType: 'TrustSet', LimitAmount: usd('1000') })
  await openForBusiness(world)
  seller = await world.connect(accounts[0])
  buyer = await world.connect(accounts[1])
})
afterAll(() => world.close())

const usd = (value: string) => ({ currency: 'USD', issuer: issuer.address, value })

interface Listed {
  nft: string
  offer: string
  drops: bigint
}

/**
 * Creates works of the artist with a royalty of 5 %, listed by the seller; without `direct`, through the marketplace.
 */
async function list(prices: bigint[], { direct = false, taxon = 0 } = {}): Promise<Listed[]> {
  const works: Listed[] = []
  for (const drops of prices) {
    const nft = await world.mint(artist, { taxon, transferFee: 5000, metadata: { name: `Work at ${drops}` } })
    const gift = await world.list(artist, nft, 0n, { destination: seller.account.address })
    await world.run(seller.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    const to = direct ? {} : { destination: world.marketplace.address }
    works.push({ nft, drops, offer: await world.list(seller.account, nft, drops, to) })
  }
  await offerIndexed(world, works.at(-1)?.offer ?? '')
  return works
}

const itemOf = ({ nft, offer, drops }: Listed) => ({
  nftokenID: nft,
  sellOfferIndex: offer,
  expectedAmount: drops.toString(),
})
const cartOf = (works: Listed[]) => ({ items: works.map(itemOf) })

const xrp = (amount: number) => BigInt(Math.round(amount * 1_000_000))

const parties = () => [buyer.account, seller.account, artist, world.marketplace]
const balances = async () => Promise.all(parties().map(({ address }) => world.balanceOf(address)))

/** Returns the gains of buyer, seller, artist and marketplace, without the buyer's transaction cost. */
async function gains(before: bigint[], batchTxid: unknown): Promise<bigint[]> {
  const outer = await callRpc(world.ledgerUrl, 'tx', { transaction: batchTxid })
  const cost = BigInt(String(outer['Fee']))
  return (await balances()).map((drops, i) => drops - (before[i] ?? 0n) + (i === 0 ? cost : 0n))
}

const ownersOf = (works: Listed[]) =>
  Promise.all(works.map(({ nft }) => world.ownerOf(nft, [buyer.account, seller.account])))

async function leftBehind() {
  const [parts, tickets, offers] = await Promise.all([
    world.rowsOf('presigned_parts', { state: ['lent', 'lost'] }),
    world.rowsOf('ledger_tickets', { submission_id: notNull }),
    offersOf(world, buyer.account.address),
  ])
  return [parts.length, tickets.length, offers.length]
}

async function groupsOf(works: Listed[]) {
  const reply = await world.call('/api/cart/check', { session: buyer, body: cartOf(works) })
  return asJson(reply.body)['groups']
}

const idsOf = (works: Listed[]) => works.map(({ nft }) => nft)

describe('a cart with one signature', () => {
  test('buys four brokered works; every share is exact, and each work has its own transaction', async () => {
    const works = await list([1, 2, 3, 4].map(xrp))
    const more = await list([xrp(5)])
    expect(await groupsOf([...more, ...works])).toEqual([
      { nftokenIDs: idsOf(works) },
      { nftokenIDs: idsOf(more) },
    ])
    const before = await balances()
    const outcome = await askAndSign(world, 'buyCart', buyer, cartOf(works))
    expect(outcome).toMatchObject({
      status: 'success',
      outcome: { purpose: 'buy_cart', paidDrops: '10100000' },
    })
    const { inner, batchTxid } = asJson(outcome['outcome'])
    // 10 XRP, 1 % to the marketplace, 5 % of the price to the artist.
    expect(await gains(before, batchTxid)).toEqual([xrp(-10.1), xrp(9.5), xrp(0.5), xrp(0.1)])
    expect(await ownersOf(works)).toEqual(works.map(() => buyer.account.address))
    const accepts = Array.isArray(inner) ? inner.map(asJson).filter((_, place) => place % 2 === 1) : []
    expect(accepts.map(({ nftokenID, result }) => [nftokenID, result])).toEqual(
      works.map(({ nft }) => [nft, 'tesSUCCESS']),
    )
    const sales = await world.rowsOf('history', { type: 'sale', parent_batch_id: batchTxid })
    expect(new Map(sales.map((row) => [row['nft_id'], row['txid']]))).toEqual(
      new Map(accepts.map(({ nftokenID, txid }) => [nftokenID, txid])),
    )
    expect(await world.rowsOf('sales', { kind: 'buy_now' })).toMatchObject(
      works.map(() => ({ state: 'completed' })),
    )
    expect(await leftBehind()).toEqual([0, 0, 0])
  })

  longTest('buys eight direct works without the marketplace', async () => {
    const works = await list(
      Array.from({ length: 8 }, (_, place) => xrp(1 + place / 10)),
      { direct: true },
    )
    expect(await groupsOf(works)).toEqual([{ nftokenIDs: idsOf(works) }])
    const parts = await world.rowsOf('presigned_parts')
    const before = await balances()
    const outcome = await askAndSign(world, 'buyCart', buyer, cartOf(works))
    expect(outcome).toMatchObject({ status: 'success', outcome: { paidDrops: '10800000' } })
    const { batchTxid } = asJson(outcome['outcome'])
    expect(await gains(before, batchTxid)).toEqual([xrp(-10.8), xrp(10.26), xrp(0.54), 0n])
    expect(await ownersOf(works)).toEqual(works.map(() => buyer.account.address))
    // The marketplace signs nothing and lends no ticket.
    expect(await world.rowsOf('presigned_parts')).toMatchObject(parts)
  })

  longTest('buys brokered and direct works together', async () => {
    const works = [...(await list([xrp(2)])), ...(await list([xrp(3), xrp(1)], { direct: true }))]
    const before = await balances()
    const outcome = await askAndSign(world, 'buyCart', buyer, cartOf(works))
    expect(outcome).toMatchObject({ status: 'success' })
    const { batchTxid } = asJson(outcome['outcome'])
    expect(await gains(before, batchTxid)).toEqual([xrp(-6.02), xrp(5.7), xrp(0.3), xrp(0.02)])
  })
})

async function heldUsd({ address }: DemoAccount): Promise<string> {
  const reply = await callRpc(world.ledgerUrl, 'account_lines', {
    account: address,
    ledger_index: 'validated',
  })
  const lines = Array.isArray(reply['lines']) ? reply['lines'].map(asJson) : []
  return String(lines.find(({ currency }) => currency === 'USD')?.['balance'])
}

longTest(
  'works for XRP and for an issued currency are bought together, with the fee of its issuer',
  async () => {
    await world.run(issuer, {
      TransactionType: 'Payment',
      Destination: buyer.account.address,
      Amount: usd('200'),
    })
    const [inXrp] = await list([xrp(2)])
    const nft = await world.mint(artist, { transferFee: 5000, metadata: { name: 'In USD' } })
    const gift = await world.list(artist, nft, 0n, { destination: seller.account.address })
    await world.run(seller.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    await world.run(seller.account, {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: nft,
      Flags: tfSellNFToken,
      Amount: usd('100'),
      Destination: world.marketplace.address,
    })
    await cronUntil(world, 'listed in USD', () =>
      world.hasRow('offers', { nft_id: nft, state: 'open', problem: null }),
    )
    if (inXrp === undefined) throw new Error('Nothing is listed.')
    const items = [{ nftokenID: nft, sellOfferIndex: null, expectedAmount: usd('100') }, itemOf(inXrp)]
    const checked = await world.call('/api/cart/check', { session: buyer, body: { items } })
    expectContract('checkCart', checked)
    expect(checked.body).toMatchObject({
      groups: [{ nftokenIDs: [inXrp.nft, nft] }],
      totals: [
        { pays: '2020000', missing: null },
        {
          pays: usd('101'),
          fee: usd('1'),
          royalty: usd('5'),
          needs: usd('101.202'),
          spendable: usd('200'),
          left: usd('98.798'),
        },
      ],
    })
    expect(await askAndSign(world, 'buyCart', buyer, { items })).toMatchObject({ status: 'success' })
    const parts = [seller.account, buyer.account, artist, world.marketplace]
    expect(await Promise.all(parts.map(heldUsd))).toEqual(['95', '98.798', '5', '1'])
    const again = await world.call('/api/cart/check', { session: seller, body: { items } })
    expect(again.body).toMatchObject({ groups: [], totals: [] })
  },
)

longTest(
  'an account that holds as many of our tickets as it may buys one by one until they are back',
  async () => {
    const [one, other] = [await list([1, 2, 3, 4].map(xrp)), await list([5, 6].map(xrp))]
    await ask(world, 'buyCart', buyer, cartOf(one))
    // The buyer uses the Sequence for another transaction. The tickets stay lent until a sweep notices it.
    await world.run(buyer.account, { TransactionType: 'AccountSet' })
    const refused = await askReply(world, 'buyCart', buyer, cartOf(other))
    expect(refused.body).toMatchObject({ status: 'failed', code: 'marketplace_busy' })
    await cronUntil(world, 'the tickets are back', async () => (await leftBehind()).join() === '0,0,0')
    expect(await askAndSign(world, 'buyCart', buyer, cartOf(other))).toMatchObject({ status: 'success' })
  },
)

describe('when something is gone at the signature, nothing is bought and nothing is left behind', () => {
  const undone = async (works: Listed[], lost: Listed[]) => {
    const uuid = await ask(world, 'buyCart', buyer, cartOf(works))
    await world.run(seller.account, {
      TransactionType: 'NFTokenCancelOffer',
      NFTokenOffers: lost.map(({ offer }) => offer),
    })
    const before = await balances()
    await world.sign(uuid, buyer.account)
    // The reason is read from the index once the index has reached that ledger.
    const [outcome] = await Promise.all([
      world.outcomeOf(uuid, buyer),
      cronUntil(world, 'the request has failed', async () => {
        const request = await world.requestOf(uuid)
        return request?.['state'] === 'failed'
      }),
    ])
    const { batchTxid } = asJson(outcome['outcome'])
    expect(await gains(before, batchTxid)).toEqual([0n, 0n, 0n, 0n])
    await cronUntil(world, 'nothing is left', async () => (await leftBehind()).join() === '0,0,0')
    expect(await ownersOf(works)).toEqual(works.map(() => seller.account.address))
    return outcome
  }

  test('one work is named, and the others are offered as a new group', async () => {
    const [first, gone, last] = await list([xrp(1), xrp(2), xrp(3)])
    if (first === undefined || gone === undefined || last === undefined) throw new Error('Nothing is listed.')
    expect(await undone([first, gone, last], [gone])).toMatchObject({
      status: 'failed',
      code: 'not_for_sale',
      data: 'Work at 2000000: The listing is gone: it was withdrawn, or its price was changed. Nothing was paid, and nothing is pending.',
    })
    expect(await groupsOf([first, gone, last])).toEqual([{ nftokenIDs: idsOf([first, last]) }])
    expect(await askAndSign(world, 'buyCart', buyer, cartOf([first, last]))).toMatchObject({
      status: 'success',
    })
  })

  longTest('several works are named, direct ones, too', async () => {
    const works = await list([xrp(1), xrp(2), xrp(3)], { direct: true })
    expect(await undone(works, works.slice(1))).toMatchObject({
      status: 'failed',
      data: 'Work at 2000000 and Work at 3000000 were just sold, or their listings have changed. Nothing was paid, and nothing is pending.',
    })
  })
})

describe('refusals name the work and what to do', () => {
  const refusal = async (body: Record<string, unknown>, as = buyer) => {
    const { status, body: reply } = await askReply(world, 'buyCart', as, body)
    return [status, reply['code'], reply['data']]
  }

  test('a work that cannot be bought, or not as it was seen', async () => {
    const works = await list([xrp(1), xrp(2)])
    const [one, two] = works
    if (one === undefined || two === undefined) throw new Error('Nothing is listed.')
    const dearer = { ...itemOf(two), expectedAmount: '1500000' }
    expect(await refusal({ items: [itemOf(one), dearer] })).toEqual([
      200,
      'price_changed',
      'Work at 2000000: The price has risen from 1.5 XRP to 2 XRP.',
    ])
    const cheaper = { ...itemOf(two), expectedAmount: '3000000' }
    expect(await refusal({ items: [itemOf(one), cheaper] })).toEqual([
      200,
      'price_changed',
      'Work at 2000000: The price has fallen from 3 XRP to 2 XRP.',
    ])
    const other = { ...itemOf(two), sellOfferIndex: 'A'.repeat(64) }
    expect((await refusal({ items: [other] })).slice(1)).toEqual([
      'price_changed',
      'Work at 2000000: The listing that you saw is gone. Another listing has the same price.',
    ])
    expect(await refusal(cartOf(works), seller)).toEqual([
      200,
      'own_token',
      'Work at 1000000: You already own this NFT.',
    ])
  })

  longTest('more than one signature covers', async () => {
    const works = await list([1, 2, 3, 4, 5].map(xrp))
    expect(await refusal(cartOf(works))).toEqual([
      400,
      'validation_failed',
      'These purchases take 10 transactions, but one signature covers at most 8. Buy fewer at once.',
    ])
    const nine = Array.from({ length: 9 }, (_, place) => ({
      nftokenID: place.toString().padStart(64, '0'),
      sellOfferIndex: null,
      expectedAmount: '1',
    }))
    expect((await refusal({ items: nine }))[0]).toBe(400)
  })

  longTest('a work whose collection has rules for its buyers', async () => {
    await world.addCollection({ id: 'ruled', issuer: artist.address, taxon: 9, name: 'Ruled' })
    await world.setRules('ruled', { whitelist_enabled: true })
    await world.addToWhitelist('ruled', buyer.account.address, 0)
    const nft = await world.mint(artist, { taxon: 9, metadata: { name: 'Guarded' } })
    const offer = await world.list(artist, nft, xrp(1), { destination: world.marketplace.address })
    await offerIndexed(world, offer)
    const guarded = { nft, offer, drops: xrp(1) }
    const [free] = await list([xrp(2)])
    if (free === undefined) throw new Error('Nothing is listed.')
    expect(await groupsOf([guarded, free])).toEqual([{ nftokenIDs: [nft] }, { nftokenIDs: [free.nft] }])
    expect((await refusal(cartOf([guarded, free]))).slice(1)).toEqual([
      'not_for_sale',
      "Guarded: The collection's rules require a separate signature: buy this work on its own.",
    ])
  })

  longTest('too little money for all of it', async () => {
    const works = await list([xrp(60), xrp(60)])
    const poor = await world.connect(await world.fund('Poor', 100))
    const [status, code, data] = await refusal(cartOf(works), poor)
    expect([status, code]).toEqual([200, 'insufficient_funds'])
    expect(data).toMatch(/^This requires 121\.2 XRP, and your account lacks 22\.\d+ XRP of it\.$/)
  })

  test('a wallet that cannot sign it: the works are bought one by one', async () => {
    const works = await list([xrp(1), xrp(2)])
    const old = await world.connect(await world.fund('Old wallet'))
    await world.call('/api/account/signing', { session: old, body: { canSignBatch: false } })
    expect(await refusal(cartOf(works), old)).toEqual([
      200,
      'marketplace_busy',
      'These works cannot be bought with one signature at the moment. Buy them one by one.',
    ])
    const reply = await world.call('/api/cart/check', { session: old, body: cartOf(works) })
    expect(reply.body).toMatchObject({ groups: works.map(({ nft }) => ({ nftokenIDs: [nft] })) })
  })
})

longTest('a repeated call with the same key is the same request', async () => {
  const works = await list([xrp(1), xrp(2)])
  const headers = { 'idempotency-key': 'one-cart' }
  const [first, second] = [
    await askReply(world, 'buyCart', buyer, cartOf(works), headers),
    await askReply(world, 'buyCart', buyer, cartOf(works), headers),
  ]
  expect([first.status, second.body]).toEqual([202, first.body])
})
