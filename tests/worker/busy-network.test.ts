import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { connectOnPage, pageCalls, signOnPage } from '#tests/support/page-wallet.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import type { SigningName } from '#contract/operations.ts'
import { askReply, cronUntil, drawnRequest, offerIndexed, openForBusiness, setLoad } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let artist: DemoAccount
let seller: Session
let buyer: Session

/** A place in the open ledger costs 28,800 drops. */
const busy = { ledgerSize: 5, others: 12 }
const cost = '28800'
const agreed = { 'opx-cost-limit': '50000' }

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('Artist')
  await openForBusiness(world)
  seller = await world.connect(await world.fund('Seller'))
  buyer = await world.connect(await world.fund('Buyer'))
  await setLoad(world, busy)
})
afterAll(() => world?.close())

async function owned(): Promise<string> {
  const nft = await world.mint(artist, { transferFee: 5000 })
  const gift = await world.list(artist, nft, 0n, { destination: seller.account.address })
  await world.run(seller.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  await cronUntil(world, 'work indexed', () =>
    world.hasRow('nfts', { id: nft, owner: seller.account.address }),
  )
  return nft
}

async function listed(drops = 10_000_000n) {
  const nft = await owned()
  const offer = await world.list(seller.account, nft, drops, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  return { nft, offer }
}

/** Requests with consent to the cost, signs and waits for the outcome. */
async function carryOut(operation: SigningName, session: Session, body: Record<string, unknown>) {
  const reply = await askReply(world, operation, session, body, agreed)
  const data = asJson(reply.body['data'])
  if (reply.status !== 202) throw new Error(`${operation} answered ${reply.status}: ${reply.text}`)
  const first = String(data['uuid'])
  const uuid = data['receipt'] === undefined ? first : await drawnRequest(world, first, session)
  await world.sign(uuid, session.account)
  await cronUntil(world, operation, async () => {
    const { body: check } = await world.call(`/api/xumm/check/${uuid}`, { session })
    return check['status'] !== 'pending' && check['status'] !== 'signed'
  })
  return world.outcomeOf(uuid, session)
}

const happened = { status: 'success' }
const offer = (nft: string, fields: object) => ({
  txjson: { TransactionType: 'NFTokenCreateOffer', NFTokenID: nft, ...fields },
})
const openOffer = async (nft: string, { account }: Session) => {
  const [row] = await world.offersOf(nft, { owner: account.address, state: 'open' })
  return String(row?.['id'])
}

longTest('a listing, its cancellation, a bid and its acceptance happen', async () => {
  const nft = await owned()
  const listing = offer(nft, {
    Account: seller.account.address,
    Amount: '20000000',
    Flags: tfSellNFToken,
    Destination: world.marketplace.address,
  })
  expect(await carryOut('requestTransaction', seller, listing)).toMatchObject(happened)
  const NFTokenOffers = [await openOffer(nft, seller)]
  const cancellation = {
    txjson: { TransactionType: 'NFTokenCancelOffer', Account: seller.account.address, NFTokenOffers },
  }
  expect(await carryOut('requestTransaction', seller, cancellation)).toMatchObject(happened)
  const bid = offer(nft, {
    Account: buyer.account.address,
    Owner: seller.account.address,
    Amount: '5000000',
    Destination: world.marketplace.address,
  })
  expect(await carryOut('requestTransaction', buyer, bid)).toMatchObject(happened)
  const buyOfferIndex = await openOffer(nft, buyer)
  const acceptance = { nftokenID: nft, buyOfferIndex, expectedAmount: '5000000' }
  expect(await carryOut('acceptBid', seller, acceptance)).toMatchObject(happened)
  expect(await world.ownerOf(nft, [buyer.account])).toBe(buyer.account.address)
})

test('a purchase, a cart and a swap happen with one signature', async () => {
  const { nft } = await listed()
  expect(await carryOut('buyNow', buyer, { nftokenID: nft, expectedAmount: '10000000' })).toMatchObject(
    happened,
  )
  const cart = [await listed(1_000_000n), await listed(2_000_000n)]
  const items = cart.map((work, at) => ({
    nftokenID: work.nft,
    sellOfferIndex: work.offer,
    expectedAmount: `${at + 1}000000`,
  }))
  expect(await carryOut('buyCart', buyer, { items })).toMatchObject(happened)
  const gives = [await owned()]
  const proposal = await world.call('/api/swap/propose', {
    session: seller,
    body: { partner: buyer.account.address, gives, gets: [nft] },
  })
  const { id } = asJson(proposal.body['data'])
  expect(await carryOut('agreeToSwap', buyer, { id })).toMatchObject(happened)
  expect(await carryOut('completeSwap', seller, { id })).toMatchObject(happened)
})

longTest('listings of several works get their prices with one signature', async () => {
  const works = [await owned(), await owned()]
  const rows = works.map(
    (nft) =>
      offer(nft, {
        Account: seller.account.address,
        Amount: '30000000',
        Flags: tfSellNFToken,
        Destination: world.marketplace.address,
      }).txjson,
  )
  expect(await carryOut('listManyForSale', seller, { rows })).toMatchObject(happened)
})

longTest(
  'a purchase on demand and a draw happen; what the marketplace signs follows the load up to its ceiling',
  async () => {
    await setLoad(world, {})
    const shop = await openShop(world)
    const random = await openShop(world, { random: true, items: 2 })
    await setLoad(world, busy)
    const purchase = { nftDatabaseID: shop.items[0], expectedAmount: '100000000' }
    expect(await carryOut('buyOnDemand', buyer, purchase)).toMatchObject(happened)
    expect(await carryOut('buyRandom', buyer, { collection_id: random.collectionId })).toMatchObject(happened)
    const submissions = await world.rowsOf('ledger_submissions', { kind: ['anchor', 'mint', 'payout'] })
    expect(new Set(submissions.map(({ tx }) => asJson(tx)['Fee']))).toEqual(new Set(['10000']))
  },
)

longTest(
  'a draw that is paid with a wallet of the page offers the cost that was agreed to when it began',
  async () => {
    await setLoad(world, {})
    const random = await openShop(world, { random: true, items: 2 })
    await setLoad(world, busy)
    const acceptanceOf = async (session: Session, headers: Record<string, string>) => {
      const reply = await askReply(
        world,
        'buyRandom',
        session,
        { collection_id: random.collectionId },
        headers,
      )
      const uuid = await drawnRequest(world, String(asJson(reply.body['data'])['uuid']), session)
      const request = await world.requestOf(uuid)
      return { uuid, tx: asJson(request?.['txjson']) }
    }
    const gemma = await connectOnPage(world, await world.fund('Gemma draws'))
    const { uuid, tx } = await acceptanceOf(gemma, agreed)
    expect(tx).toMatchObject({ TransactionType: 'NFTokenAcceptOffer', Fee: cost })
    expect((await signOnPage(world, uuid, gemma)).status).toBe(200)
    await cronUntil(world, 'draw', async () => (await world.outcomeOf(uuid, gemma))['status'] !== 'pending')
    expect(await world.outcomeOf(uuid, gemma)).toMatchObject(happened)
    const hanna = await connectOnPage(world, await world.fund('Hanna draws'))
    expect((await acceptanceOf(hanna, {})).tx).toMatchObject({ Fee: '10000' })
  },
)

test('a caller who states a limit is told what it costs before anything is asked for', async () => {
  const { nft } = await listed()
  const body = { nftokenID: nft, expectedAmount: '10000000' }
  const requests = () => world.countRows('sign_requests')
  const before = await requests()
  const key = { 'idempotency-key': 'a-busy-network' }
  const refused = await askReply(world, 'buyNow', buyer, body, { ...key, 'opx-cost-limit': '1000' })
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({
    code: 'network_busy',
    data: 'The XRP Ledger is busy: a transaction costs 0.0288 XRP now, and usually less than 0.0001 XRP. Wait until it costs less, or continue at this cost.',
  })
  expect(refused.headers.get('opx-cost')).toBe(cost)
  expect(refused.headers.get('retry-after')).toBe('8')
  expect(await requests()).toEqual(before)
  // The same call with consent, and one without a limit.
  expect((await askReply(world, 'buyNow', buyer, body, { ...key, ...agreed })).status).toBe(202)
  expect((await askReply(world, 'buyNow', buyer, body)).status).toBe(202)
  const wrong = await askReply(world, 'buyNow', buyer, body, { 'opx-cost-limit': 'much' })
  expect(wrong.body).toMatchObject({ code: 'validation_failed' })
  await setLoad(world, {})
  const calm = await askReply(world, 'buyNow', buyer, body, { 'opx-cost-limit': '1000' })
  expect(calm.status).toBe(202)
  await setLoad(world, busy)
})

test('a dry run still finds what would fail, and what it would fail for', async () => {
  const nft = await owned()
  const foreign = offer(nft, {
    Account: buyer.account.address,
    Amount: '20000000',
    Flags: tfSellNFToken,
    Destination: world.marketplace.address,
  })
  const refused = await askReply(world, 'requestTransaction', buyer, foreign, agreed)
  expect(refused.body).toMatchObject({
    status: 'failed',
    data: 'This NFT belongs to another account: only its owner can sell it.',
  })
})

test('a wallet of the page signs the cost that was agreed to, and otherwise the ceiling', async () => {
  const session = await connectOnPage(world, await world.fund('Gemma'))
  const trust = async (currency: string, headers: Record<string, string>) => {
    const body = { currency, issuer: artist.address }
    const reply = await askReply(world, 'setTrustLine', session, body, headers)
    const uuid = String(asJson(reply.body['data'])['uuid'])
    return asJson((await pageCalls(world, { session }).open(uuid)).body['txjson'])
  }
  expect(await trust('AAA', agreed)).toMatchObject({ Fee: cost })
  expect(await trust('BBB', {})).toMatchObject({ Fee: '10000' })
})
