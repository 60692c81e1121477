import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract, expectReply } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { awaitOutcome } from '#worker/domain/sign-request/request-progress.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import {
  askReply,
  askToBuy,
  costsOf,
  cronUntil,
  indexed,
  offerIndexed,
  offersOf,
  openForBusiness,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursAgo, hoursFromNow } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let buyer: DemoAccount
let second: DemoAccount
let buyerSession: Session
let secondSession: Session

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  second = await world.fund('second')
  await openForBusiness(world)
  buyerSession = await world.connect(buyer)
  secondSession = await world.connect(second)
})
afterAll(() => world.close())

async function listed(drops: bigint, transferFee = 0, owner = artist) {
  const nft = await world.mint(owner, {
    transferFee,
    metadata: { schema: 'x', nftType: 'art.v0', name: 'Moon #1' },
  })
  const offer = await world.list(owner, nft, drops, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  return { nft, offer }
}

/** Buys a listing through the marketplace and waits for the outcome. */
async function buy(
  session: Session,
  account: DemoAccount,
  { nft, offer }: { nft: string; offer: string },
  more: Record<string, unknown> = {},
) {
  const uuid = await askToBuy(world, session, { nftokenID: nft, sellOfferIndex: offer, ...more })
  await world.sign(uuid, account)
  return world.outcomeOf(uuid, session)
}

const price = 123_456_789n

/** Returns a work that the artist has sold to the buyer. */
async function soldWork(transferFee = 0): Promise<string> {
  const listing = await listed(price, transferFee)
  expect(await buy(buyerSession, buyer, listing)).toMatchObject({ status: 'success' })
  return listing.nft
}

/** Sells a work of the buyer to the second account. */
async function resell(nft: string): Promise<void> {
  const offer = await world.list(buyer, nft, price, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  expect(await buy(secondSession, second, { nft, offer })).toMatchObject({ status: 'success' })
}

const isFeatured = async (nft: string) => (await world.call('/api/nft/featured')).text.includes(nft)

describe('a brokered sale', () => {
  test('moves the token, and the same owner is on the ledger, in the index and in replies', async () => {
    const { nft, offer } = await listed(price, 5000)
    const outcome = await buy(
      buyerSession,
      buyer,
      { nft, offer },
      {
        account: buyer.address,
        user_token: buyerSession.userToken,
        owner: artist.address,
        expectedAmount: price.toString(),
      },
    )
    expect(outcome).toMatchObject({
      status: 'success',
      outcome: { nftokenID: nft, paidDrops: '124691356', feeDrops: '1234567', result: 'tesSUCCESS' },
    })
    expect(await world.ownerOf(nft, [buyer, artist])).toBe(buyer.address)
    expect(await world.rowsOf('nfts', { id: nft })).toMatchObject([{ owner: buyer.address }])
    const page = await world.call(`/api/nft?id=${nft}`)
    expectContract('getNft', page)
    expect(page.body['nft']).toMatchObject({ owner: buyer.address, sellOffers: [], buyOffers: [] })
  })

  test('moves the money to the drop: price plus 1 % from the buyer, the price to the artist', async () => {
    const listing = await listed(price)
    const accounts = [buyer.address, world.marketplace.address]
    const costs = () => Promise.all(accounts.map((address) => costsOf(world, address)))
    const balances = () =>
      Promise.all([artist.address, ...accounts].map((address) => world.balanceOf(address)))
    const [costsBefore, balancesBefore] = [await costs(), await balances()]
    expect(await buy(buyerSession, buyer, listing)).toMatchObject({ status: 'success' })
    const [costsAfter, balancesAfter] = [await costs(), await balances()]
    const difference = (after: bigint[], before: bigint[]) =>
      after.map((drops, at) => drops - (before[at] ?? 0n))
    const [buyerCost = 0n, marketplaceCost = 0n] = difference(costsAfter, costsBefore)
    expect(difference(balancesAfter, balancesBefore)).toEqual([
      price,
      -124_691_356n - buyerCost,
      1_234_567n - marketplaceCost,
    ])
  })

  test('takes the work off the first page until it is for sale again', async () => {
    const nft = await soldWork()
    // A work that was featured after its sale is shown, though it is not for sale.
    await world.changeToken(nft, { featured_at: hoursFromNow(1) })
    expect(await isFeatured(nft)).toBe(true)
    await world.changeToken(nft, { featured_at: hoursAgo(1) })
    expect(await isFeatured(nft)).toBe(false)
    await offerIndexed(world, await world.list(buyer, nft, price, { destination: world.marketplace.address }))
    expect(await isFeatured(nft)).toBe(true)
  })

  test('pays the royalty on resale, out of the price less the fee', async () => {
    const nft = await soldWork(5000)
    const artistBefore = await world.balanceOf(artist.address)
    await resell(nft)
    expect((await world.balanceOf(artist.address)) - artistBefore).toBe(6_172_839n)
    const sales = await world.rowsOf('history', { nft_id: nft, type: 'sale' })
    const newest = sales.toSorted((a, b) => Number(a['ledger_index']) - Number(b['ledger_index'])).at(-1)
    expect(newest).toMatchObject({
      royalty_drops: '6172839',
      broker_fee_drops: '1234567',
      amount_drops: '124691356',
    })
  })

  test('has one line for each purchase in the history, because the buyers’ offers are steps of the sales', async () => {
    const nft = await soldWork()
    await resell(nft)
    const reply = await world.call(`/api/nft?id=${nft}`)
    const events = expectReply('getNft', reply).nft.history
    expect(events.filter(({ step }) => !step).map(({ type }) => type)).toEqual([
      'sale',
      'sell_offer',
      'sale',
      'sell_offer',
      'mint',
    ])
    expect(events.filter(({ step }) => step).map(({ type }) => type)).toEqual(['buy_offer', 'buy_offer'])
  })

  test('one of two buyers gets the token; the other gets a reason and no offer left open', async () => {
    const { nft } = await listed(10_000_000n)
    const openOffers = () => Promise.all([buyer, second].map(({ address }) => offersOf(world, address)))
    const offersBefore = await openOffers()
    const buyerRequest = await askToBuy(world, buyerSession, { nftokenID: nft })
    const secondRequest = await askToBuy(world, secondSession, { nftokenID: nft })
    await world.sign(buyerRequest, buyer)
    await world.sign(secondRequest, second)
    const outcomes = await Promise.all([
      world.outcomeOf(buyerRequest, buyerSession),
      world.outcomeOf(secondRequest, secondSession),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['failed', 'success'])
    const loser = outcomes.find(({ status }) => status === 'failed')
    expect(loser).toMatchObject({ code: 'broker_refused' })
    expect(String(loser?.['data'])).toContain('nothing was paid')
    await cronUntil(world, 'leftover cancelled', async () => {
      const open = await world.offersOf(nft, { state: 'open' })
      return open.length === 0
    })
    expect(await openOffers()).toEqual(offersBefore)
    // The history shows the sale in one line, and does not show the failed purchase.
    const events = expectReply('getNft', await world.call(`/api/nft?id=${nft}`)).nft.history
    const types = events.filter(({ step }) => !step).map(({ type }) => type)
    expect(types).toEqual(['sale', 'sell_offer', 'mint'])
    expect(events.filter(({ type }) => type === 'buy_offer').length).toBe(2)
  })

  longTest('the blocking form answers with the outcome', async () => {
    const { nft } = await listed(2_000_000n)
    const reply = world.call('/api/nft/buy_now', { session: buyerSession, body: { nftokenID: nft } })
    let uuid: unknown
    await cronUntil(world, 'request made', async () => {
      const requests = await world.rowsOf('sign_requests')
      const row = requests.find(({ context }) => asJson(context)['nftId'] === nft)
      uuid = row?.['uuid']
      return typeof uuid === 'string'
    })
    await world.sign(String(uuid), buyer)
    const answered = await reply
    expectContract('buyNow', answered)
    expect(answered.body).toMatchObject({ status: 'success' })
  })

  longTest('the blocking form answers before the five minutes after which clients give up', async () => {
    const { nft } = await listed(2_000_000n)
    const uuid = await askToBuy(world, buyerSession, { nftokenID: nft })
    const work: Promise<unknown>[] = []
    const context = compose(readEnvironment(world.stack.bindings))('blocking', (later) => work.push(later))
    const startedAt = Date.now()
    // Each reading of the clock advances it by ten seconds.
    let elapsed = -10_000
    const now = () => new Date(startedAt + (elapsed += 10_000))
    expect(await awaitOutcome({ ...context, now }, uuid)).toMatchObject({ status: 'pending' })
    expect(elapsed).toBeGreaterThan(200_000)
    expect(elapsed).toBeLessThan(290_000)
    await Promise.all(work)
  })

  test('a direct listing is accepted without a broker', async () => {
    const nft = await world.mint(artist)
    const offer = await world.list(artist, nft, 3_000_000n)
    await offerIndexed(world, offer)
    const uuid = await askToBuy(world, buyerSession, {
      nftokenID: nft,
      sellOfferIndex: offer,
      expectedAmount: '3000000',
    })
    await world.sign(uuid, buyer)
    expect(await world.outcomeOf(uuid, buyerSession)).toMatchObject({
      status: 'success',
      outcome: { purpose: 'accept_listing' },
    })
    expect(await world.ownerOf(nft, [buyer])).toBe(buyer.address)
  })
})

longTest('a sale that gets no free ticket in time fails, and its offer is cancelled', async () => {
  const { nft } = await listed(2_000_000n)
  const openBefore = await offersOf(world, buyer.address)
  const uuid = await askToBuy(world, buyerSession, { nftokenID: nft })
  await world.removeRows('ledger_tickets', { submission_id: null })
  await world.sign(uuid, buyer)
  const stage = async () =>
    (await world.call(`/api/xumm/check/${uuid}`, { session: buyerSession })).body['stage']
  await expect.poll(stage, { timeout: 20_000 }).toBe('brokering')
  await world.makeOlder('sales', 16, ['created_at'], { nft_id: nft })
  expect(await world.outcomeOf(uuid, buyerSession)).toMatchObject({
    status: 'failed',
    code: 'broker_refused',
    data: 'The offer has expired. Your offer is being cancelled; nothing was paid.',
  })
  const countOpen = async () => (await offersOf(world, buyer.address)).length
  await cronUntil(world, 'offer cancelled', async () => (await countOpen()) === openBefore.length)
  expect(await world.ownerOf(nft, [artist])).toBe(artist.address)
})

const refused = async (session: Session, body: Record<string, unknown>) => {
  const reply = await world.call('/api/nft/buy_now', {
    session,
    body,
    headers: { prefer: 'respond-async' },
  })
  expectContract('buyNow', reply)
  return { http: reply.status, ...reply.body }
}

describe('refusals by market rules are replies with HTTP 200 and status failed', () => {
  test('a changed price names the new one', async () => {
    const { nft, offer } = await listed(5_000_000n)
    expect(
      await refused(buyerSession, { nftokenID: nft, sellOfferIndex: offer, expectedAmount: '4000000' }),
    ).toMatchObject({
      http: 200,
      status: 'failed',
      code: 'price_changed',
      data: 'The price has changed. It is now 5 XRP.',
    })
  })

  test.each([
    [
      'a buyer’s own token',
      async () => {
        const { nft } = await listed(5_000_000n)
        return refused(await world.connect(artist), { nftokenID: nft })
      },
      { http: 200, code: 'own_token' },
    ],
    [
      'an unlisted token',
      async () => {
        const nft = await world.mint(artist)
        await indexed(world, nft)
        return refused(buyerSession, { nftokenID: nft })
      },
      { http: 200, code: 'not_for_sale' },
    ],
    [
      'a price above the balance',
      async () => {
        const { nft } = await listed(9_000_000_000_000n)
        return refused(buyerSession, { nftokenID: nft })
      },
      { http: 200, code: 'insufficient_funds' },
    ],
  ])('refuses %s', async (_what, buyIt, refusal) => {
    expect(await buyIt()).toMatchObject(refusal)
  })

  test('refuses a wrong owner', async () => {
    const { nft } = await listed(5_000_000n)
    expect(await refused(buyerSession, { nftokenID: nft, owner: second.address })).toMatchObject({
      code: 'not_owner',
      data: expect.stringMatching(/^This NFT belongs to a different account than the one in your request\./),
    })
  })

  test('dust offers to the marketplace are not listings', async () => {
    const { nft } = await listed(99_999n)
    expect(await refused(buyerSession, { nftokenID: nft })).toMatchObject({ code: 'not_for_sale' })
  })
})

test('an unknown token is refused with HTTP 404', async () => {
  expect(await refused(buyerSession, { nftokenID: '0'.repeat(64) })).toMatchObject({
    http: 404,
    code: 'not_found',
  })
})

type Listed = Awaited<ReturnType<typeof listed>>

const offerOf = (nft: string) => ({
  TransactionType: 'NFTokenCreateOffer',
  NFTokenID: nft,
  Amount: '5000000',
})

describe('requests for a signature about works of another account', () => {
  test.each([
    [
      'to burn a work of another account',
      ({ nft }: Listed) => ({ TransactionType: 'NFTokenBurn', NFTokenID: nft }),
      'This NFT belongs to another account: only its owner can burn it.',
    ],
    [
      'to list a work of another account',
      ({ nft }: Listed) => ({ ...offerOf(nft), Flags: tfSellNFToken }),
      'This NFT belongs to another account: only its owner can sell it.',
    ],
    [
      'a bid that names the wrong owner',
      ({ nft }: Listed) => ({ ...offerOf(nft), Owner: second.address }),
      'This NFT does not belong to the account that the offer names. Check it again before you bid.',
    ],
    [
      'to cancel an offer of another account',
      ({ offer }: Listed) => ({ TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offer] }),
      'One of these offers belongs to another account: only the account that made it can cancel it.',
    ],
  ])('refuses %s', async (_what, transactionOf, message) => {
    const txjson = { Account: buyer.address, ...transactionOf(await listed(5_000_000n)) }
    const reply = await askReply(world, 'requestTransaction', buyerSession, { txjson })
    expect(reply.body).toMatchObject({ code: 'not_owner', data: message })
  })
})
