import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { findReservation } from '#db/queries/demand/reservations.ts'
import { compose } from '#worker/compose.ts'
import { askToAccept } from '#worker/domain/demand/ask-to-accept.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import type { Session } from '#tests/support/api.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askToBuy,
  cronUntil,
  ledgerSeconds,
  offerIndexed,
  offersOf,
  openForBusiness,
} from './helpers.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'
import { notNull } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let seller: Session
let buyer: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('Artist')
  await openForBusiness(world)
  seller = await world.connect(await world.fund('Seller'))
  buyer = await world.connect(await world.fund('Buyer'))
})
afterAll(() => world.close())

/** Returns a work of the artist with a royalty of 5 %, held by the seller. */
async function owned(): Promise<string> {
  const nft = await world.mint(artist, { transferFee: 5000 })
  const gift = await world.list(artist, nft, 0n, { destination: seller.account.address })
  await world.run(seller.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  return nft
}

async function listed(drops: bigint) {
  const nft = await owned()
  const offer = await world.list(seller.account, nft, drops, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  return { nft, offer }
}

const balances = async (...accounts: string[]) =>
  Promise.all(accounts.map((account) => world.balanceOf(account)))

async function setFaults(faults: object[]) {
  const reply = await fetch(`${world.ledgerUrl}/admin/faults`, {
    method: 'POST',
    body: JSON.stringify(faults),
  })
  if (!reply.ok) throw new Error(`The ledger's faults were not set: ${reply.status}`)
}

/** Returns lent parts, bound tickets, and offers of the buyer. */
async function leftBehind() {
  const [parts, tickets, offers] = await Promise.all([
    world.rowsOf('presigned_parts', { state: ['lent', 'lost'] }),
    world.rowsOf('ledger_tickets', { submission_id: notNull }),
    offersOf(world, buyer.account.address),
  ])
  return { parts: parts.length, tickets: tickets.length, offers: offers.length }
}
const nothing = { parts: 0, tickets: 0, offers: 0 }

const settled = (what: string) =>
  cronUntil(world, what, async () => JSON.stringify(await leftBehind()) === JSON.stringify(nothing))

describe('a purchase with one signature', () => {
  test('is one transaction of the buyer; all shares are exact to the drop', async () => {
    const { nft, offer } = await listed(10_000_000n)
    const accounts = [buyer, seller].map(({ account }) => account.address)
    const all = [...accounts, artist.address, world.marketplace.address]
    const before = await balances(...all)
    const outcome = await askAndSign(world, 'buyNow', buyer, {
      nftokenID: nft,
      sellOfferIndex: offer,
      expectedAmount: '10000000',
    })
    expect(outcome).toMatchObject({
      status: 'success',
      outcome: { nftokenID: nft, paidDrops: '10100000', feeDrops: '100000', result: 'tesSUCCESS' },
    })
    const after = await balances(...all)
    const { inner, txid, batchTxid } = asJson(outcome['outcome'])
    const outer = await callRpc(world.ledgerUrl, 'tx', { transaction: batchTxid })
    const cost = BigInt(String(outer['Fee']))
    expect(after.map((drops, i) => drops - (before[i] ?? 0n))).toEqual([
      -10_100_000n - cost,
      9_500_000n,
      500_000n,
      100_000n,
    ])
    expect(outer).toMatchObject({ TransactionType: 'Batch', validated: true })
    // The shown transaction is the one that moved the token, here and in the history.
    expect(inner).toMatchObject([{ result: 'tesSUCCESS' }, { txid, result: 'tesSUCCESS', nftokenID: nft }])
    expect(await world.rowsOf('history', { nft_id: nft, type: 'sale' })).toMatchObject([
      { txid, parent_batch_id: batchTxid },
    ])
    expect(await world.ownerOf(nft, [buyer.account, seller.account])).toBe(buyer.account.address)
    expect(await world.rowsOf('ledger_submissions', { kind: 'broker' })).toEqual([])
    await settled('the part is used')
  })

  test('is undone as a whole when the listing is gone, and says so', async () => {
    const { nft, offer } = await listed(20_000_000n)
    const uuid = await askToBuy(world, buyer, { nftokenID: nft })
    await world.run(seller.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offer] })
    const [had = 0n] = await balances(buyer.account.address)
    await world.sign(uuid, buyer.account)
    // The reason is read from the index once the index has reached that ledger.
    const [undone] = await Promise.all([
      world.outcomeOf(uuid, buyer),
      cronUntil(world, 'the request has failed', async () => {
        const request = await world.requestOf(uuid)
        return request?.['state'] === 'failed'
      }),
    ])
    expect(undone).toMatchObject({
      status: 'failed',
      code: 'not_for_sale',
      data: 'The listing is gone: it was withdrawn, or its price was changed. Nothing was paid, and nothing is pending.',
    })
    const [has = 0n] = await balances(buyer.account.address)
    const outer = await callRpc(world.ledgerUrl, 'tx', { transaction: undone['txid'] })
    expect(had - has).toBe(BigInt(String(outer['Fee'])))
    await settled('nothing is left behind')
  })

  longTest('says so when the listing has expired between request and signature', async () => {
    const nft = await owned()
    const expiration = (await ledgerSeconds(world)) + 120
    const offer = await world.list(seller.account, nft, 4_000_000n, {
      destination: world.marketplace.address,
      expiration,
    })
    await offerIndexed(world, offer)
    const uuid = await askToBuy(world, buyer, { nftokenID: nft })
    await advanceClock(world, 200)
    await world.sign(uuid, buyer.account)
    expect(await world.outcomeOf(uuid, buyer)).toMatchObject({
      status: 'failed',
      data: 'The listing has expired. Nothing was paid, and nothing is pending.',
    })
    await settled('nothing is left behind')
  })

  const mishaps: [string, object][] = [
    ['lose it', { kind: 'lose', times: 2 }],
    ['refuse it while their load is high', { kind: 'fail', code: 'telINSUF_FEE_P', times: 4 }],
    ['are ahead of its Sequence', { kind: 'fail', code: 'terPRE_SEQ', times: 3 }],
  ]
  test.each(sampleOf(mishaps, 1))('is submitted again when servers %s', async (_what, fault) => {
    const { nft } = await listed(3_000_000n)
    const uuid = await askToBuy(world, buyer, { nftokenID: nft })
    await setFaults([{ ...fault, transactionType: 'Batch' }])
    await world.sign(uuid, buyer.account)
    expect(await world.outcomeOf(uuid, buyer)).toMatchObject({ status: 'success' })
    await setFaults([])
    await settled('the part is used')
  })

  longTest(
    'gives the same signature again after a rejection, and frees the ticket when it can no longer be used',
    async () => {
      const { nft } = await listed(5_000_000n)
      const first = await askToBuy(world, buyer, { nftokenID: nft })
      await world.reject(first)
      expect(await world.outcomeOf(first, buyer)).toMatchObject({ status: 'rejected' })
      const again = await askToBuy(world, buyer, { nftokenID: nft })
      const parts = await world.rowsOf('presigned_parts', { account: buyer.account.address })
      expect(parts.filter(({ state }) => state === 'lent')).toHaveLength(1)
      // The buyer sends another transaction: it uses the Sequence, so the signature is worthless.
      await world.run(buyer.account, { TransactionType: 'AccountSet' })
      await settled('the ticket is free')
      await world.sign(again, buyer.account)
      expect(await world.outcomeOf(again, buyer)).toMatchObject({ status: 'failed', code: 'not_submitted' })
      expect(await world.ownerOf(nft, [buyer.account, seller.account])).toBe(seller.account.address)
    },
  )
})

test('an accepted bid is one transaction of the owner', async () => {
  const nft = await owned()
  const bid = await world.bid(buyer.account, seller.account.address, nft, 8_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, bid)
  const accounts = [buyer.account.address, artist.address, world.marketplace.address]
  const before = await balances(...accounts)
  const outcome = await askAndSign(world, 'acceptBid', seller, { nftokenID: nft, buyOfferIndex: bid })
  expect(outcome).toMatchObject({ status: 'success', outcome: { nftokenID: nft, feeDrops: '80000' } })
  const after = await balances(...accounts)
  expect(after.map((drops, i) => drops - (before[i] ?? 0n))).toEqual([-8_000_000n, 396_000n, 80_000n])
  expect(await world.ownerOf(nft, [buyer.account, seller.account])).toBe(buyer.account.address)
  await settled('the part is used')
})

describe('a work on demand with one signature', () => {
  test('is minted, sold and paid for in one ledger', async () => {
    const shop = await openShop(world)
    const [id] = shop.items
    const accounts = [shop.artist.address, world.marketplace.address]
    const before = await balances(...accounts)
    const outcome = await askAndSign(world, 'buyOnDemand', buyer, {
      nftDatabaseID: id,
      expectedAmount: '100000000',
    })
    expect(outcome).toMatchObject({ status: 'success', outcome: { paidDrops: '100000000' } })
    const after = await balances(...accounts)
    // Royalty by the ledger and payout by the marketplace: 5 and 93 of 100 XRP.
    expect(after.map((drops, i) => drops - (before[i] ?? 0n))).toEqual([98_000_000n, 2_000_000n])
    const nft = String(asJson(outcome['outcome'])['nftokenID'])
    expect(await world.ownerOf(nft, [buyer.account])).toBe(buyer.account.address)
    expect(await world.rowsOf('demand_items', { id })).toMatchObject([{ state: 'sold', token_id: nft }])
    expect(await world.payoutsOf(shop.collectionId)).toMatchObject([
      { state: 'paid', amount_drops: '93000000' },
    ])
    expect(await world.rowsOf('ledger_submissions', { kind: ['mint', 'payout'] })).toEqual([])
    await settled('the part is used')
  })

  test('is refused at once to a call in two steps whose reservation another call sells with one signature', async () => {
    const shop = await openShop(world)
    const [id] = shop.items
    const context = compose(readEnvironment({ ...world.stack.bindings, WALLET_BATCH: 'off' }))(
      'two steps',
      () => undefined,
    )
    await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: id })
    const [row] = await world.reservationsOf(shop.collectionId)
    const reservation = await findReservation(context.db.http, String(row?.['id']))
    if (reservation === null) throw new Error('Nothing is reserved.')
    // The call in two steps has read the reservation before the part was lent.
    const earlier = { ...reservation, partId: null, signRequestId: crypto.randomUUID() }
    await expect(askToAccept(context, earlier, 'A work')).rejects.toMatchObject({ code: 'already_pending' })
    await world.run(buyer.account, { TransactionType: 'AccountSet' })
    await settled('the ticket is free')
  })

  longTest('is asked for with the same signature again after a rejection', async () => {
    const shop = await openShop(world)
    const [id] = shop.items
    const call = { nftDatabaseID: id, expectedAmount: '100000000' }
    const first = await ask(world, 'buyOnDemand', buyer, call)
    await world.reject(first)
    expect(await world.outcomeOf(first, buyer)).toMatchObject({ status: 'rejected' })
    expect(await askAndSign(world, 'buyOnDemand', buyer, call)).toMatchObject({ status: 'success' })
    const parts = await world.rowsOf('presigned_parts', { account: buyer.account.address })
    expect(parts.filter(({ sales }) => JSON.stringify(sales).includes(String(id)))).toHaveLength(1)
    await settled('the part is used')
  })

  longTest('leaves nothing minted when the buyer does not sign in time', async () => {
    const shop = await openShop(world)
    const [id] = shop.items
    const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: id })
    await world.reject(uuid)
    expect(await world.outcomeOf(uuid, buyer)).toMatchObject({ status: 'rejected' })
    await world.run(buyer.account, { TransactionType: 'AccountSet' })
    await settled('the ticket is free')
    await cronUntil(world, 'reservation released', async () => {
      const rows = await world.rowsOf('reservations', { item_id: id })
      return rows.every(({ state }) => state === 'released')
    })
    expect(await world.rowsOf('demand_items', { id })).toMatchObject([{ state: 'for_sale', token_id: null }])
  })
})
