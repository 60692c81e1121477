import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { rippleEpochSeconds, tfSellNFToken } from '#contract/rules/ledger.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  cronUntil,
  indexed,
  ledgerSeconds,
  offerIndexed,
  offersOf,
  openForBusiness,
  wealthOf,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { notNull } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let owner: DemoAccount
let bidder: DemoAccount
let rival: DemoAccount
let ownerSession: Session
let bidderSession: Session
let rivalSession: Session

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  owner = await world.fund('owner')
  bidder = await world.fund('bidder')
  rival = await world.fund('rival')
  await openForBusiness(world)
  ;[ownerSession, bidderSession, rivalSession] = await Promise.all([
    world.connect(owner),
    world.connect(bidder),
    world.connect(rival),
  ])
})
afterAll(() => world.close())

/** Returns a token of the artist that the owner holds. */
async function mintForOwner(transferFee = 5000) {
  const nft = await world.mint(artist, { transferFee })
  const offer = await world.list(artist, nft, 0n, { destination: owner.address })
  await world.run(owner, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  await indexed(world, nft)
  await cronUntil(world, 'owner known', async () => (await world.tokenOf(nft))?.['owner'] === owner.address)
  return nft
}

/** Places a bid through the marketplace, as the dialog does. */
async function placeBidThroughDialog(session: Session, nft: string, drops: string) {
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: session.account.address,
    Owner: owner.address,
    NFTokenID: nft,
    Amount: drops,
    Destination: world.marketplace.address,
  }
  expect(await askAndSign(world, 'requestTransaction', session, { txjson })).toMatchObject({
    status: 'success',
  })
  const offers = await world.offersOf(nft, { owner: session.account.address, state: 'open' })
  const newest = offers.toSorted((a, b) => Number(a['created_ledger']) - Number(b['created_ledger'])).at(-1)
  return String(newest?.['id'])
}

const readBalances = async () => ({
  artist: await wealthOf(world, artist.address),
  owner: await wealthOf(world, owner.address),
  bidder: await wealthOf(world, bidder.address),
  marketplace: await wealthOf(world, world.marketplace.address),
})

/** Returns how the balances have changed, in drops. */
async function changesSince(before: Awaited<ReturnType<typeof readBalances>>) {
  const after = await readBalances()
  return {
    artist: after.artist - before.artist,
    owner: after.owner - before.owner,
    bidder: after.bidder - before.bidder,
    marketplace: after.marketplace - before.marketplace,
  }
}

describe('accepting a bid', () => {
  test('moves token and money exact to the drop: bid, fee, royalty', async () => {
    const nft = await mintForOwner()
    const offer = await placeBidThroughDialog(bidderSession, nft, '33333333')
    const before = await readBalances()
    const reply = await askAndSign(world, 'acceptBid', ownerSession, {
      account: owner.address,
      nftokenID: nft,
      buyOfferIndex: offer,
      expectedAmount: '33333333',
    })
    expect(reply).toMatchObject({
      status: 'success',
      outcome: { purpose: 'accept_bid', paidDrops: '33333333', feeDrops: '333333', paid: '33333333' },
    })
    expect(await world.ownerOf(nft, [owner, bidder])).toBe(bidder.address)
    // 33,333,333 minus 333,333 is 33,000,000; the artist gets 5 % of it.
    expect(await changesSince(before)).toEqual({
      artist: 1_650_000n,
      owner: 31_350_000n,
      bidder: -33_333_333n,
      marketplace: 333_333n,
    })
    expect(await offersOf(world, owner.address)).toEqual([])
    expect(await offersOf(world, bidder.address)).toEqual([])
  })

  longTest('the offer made for the sale is not a listing, even before the sale', async () => {
    const nft = await mintForOwner()
    const offer = await placeBidThroughDialog(bidderSession, nft, '5000000')
    const uuid = await ask(world, 'acceptBid', ownerSession, { nftokenID: nft, buyOfferIndex: offer })
    await world.sign(uuid, owner)
    // The token cannot be bought at the bid's price, whatever has been indexed so far.
    const reply = await askReply(world, 'buyNow', rivalSession, { nftokenID: nft })
    expect(reply.body).toMatchObject({ status: 'failed' })
    expect(await world.rowsOf('nfts', { id: nft, price_drops: notNull })).toEqual([])
    expect(await world.outcomeOf(uuid, ownerSession)).toMatchObject({ status: 'success' })
  })

  longTest(
    'if the bidder has no funds left, the sale fails, the seller’s offer is cancelled, and the bid can succeed later',
    async () => {
      const nft = await mintForOwner()
      const offer = await placeBidThroughDialog(bidderSession, nft, '50000000')
      const uuid = await ask(world, 'acceptBid', ownerSession, { nftokenID: nft, buyOfferIndex: offer })
      const away = (await world.balanceOf(bidder.address)) - 20_000_000n
      await world.run(bidder, {
        TransactionType: 'Payment',
        Destination: artist.address,
        Amount: away.toString(),
      })
      await world.sign(uuid, owner)
      expect(await world.outcomeOf(uuid, ownerSession, 40_000)).toMatchObject({
        status: 'failed',
        code: 'broker_refused',
        outcome: { result: 'tecINSUFFICIENT_FUNDS' },
      })
      await cronUntil(
        world,
        'seller’s offer cancelled',
        async () => (await offersOf(world, owner.address)).length === 0,
      )
      expect(await offersOf(world, bidder.address)).toContain(offer)
      await world.run(artist, {
        TransactionType: 'Payment',
        Destination: bidder.address,
        Amount: away.toString(),
      })
      await cronUntil(world, 'bid funded again', () => world.hasRow('offers', { id: offer, problem: null }))
      expect(
        await askAndSign(world, 'acceptBid', ownerSession, { nftokenID: nft, buyOfferIndex: offer }),
      ).toMatchObject({ status: 'success' })
      expect(await world.ownerOf(nft, [owner, bidder])).toBe(bidder.address)
    },
  )

  test('accepts only from the owner, only an open bid to the marketplace, and only at the amount seen', async () => {
    const nft = await mintForOwner()
    const offer = await placeBidThroughDialog(bidderSession, nft, '5000000')
    const refused = async (session: Session, body: Record<string, unknown>) =>
      (await askReply(world, 'acceptBid', session, { nftokenID: nft, ...body })).body
    expect(await refused(rivalSession, { buyOfferIndex: offer })).toMatchObject({ code: 'not_owner' })
    expect(await refused(ownerSession, { buyOfferIndex: 'A'.repeat(64) })).toMatchObject({
      code: 'offer_gone',
    })
    expect(await refused(ownerSession, { buyOfferIndex: offer, expectedAmount: '6000000' })).toMatchObject({
      code: 'price_changed',
      data: 'The amount of this bid is 5 XRP.',
    })
    const direct = await world.bid(bidder, owner.address, nft, 2_000_000n)
    await offerIndexed(world, direct)
    expect(await refused(ownerSession, { buyOfferIndex: direct })).toMatchObject({ code: 'offer_gone' })
  })
})

async function auctionOf(nft: string, drops = '10000000', ahead = 14 * 3600) {
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: owner.address,
    NFTokenID: nft,
    Amount: drops,
    Destination: world.marketplace.address,
    Expiration: (await ledgerSeconds(world)) + ahead,
    Flags: tfSellNFToken,
  }
  return { txjson, reply: await askReply(world, 'runAuction', ownerSession, { txjson, extend: true }) }
}

async function requestAuctionBid(
  session: Session,
  nft: string,
  drops: string,
  more: Record<string, unknown> = {},
) {
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: session.account.address,
    Owner: owner.address,
    NFTokenID: nft,
    Amount: drops,
    Destination: world.marketplace.address,
    ...more,
  }
  return askReply(world, 'bidAtAuction', session, { txjson })
}

async function placeAuctionBid(session: Session, nft: string, drops: string) {
  const uuid = uuidOf(await requestAuctionBid(session, nft, drops))
  await world.sign(uuid, session.account)
  expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'success' })
}

describe('an auction', () => {
  longTest('is settled by the cron alone, exact to the drop', async () => {
    const nft = await mintForOwner()
    const { txjson, reply } = await auctionOf(nft)
    await world.sign(uuidOf(reply), owner)
    expect(await world.outcomeOf(uuidOf(reply), ownerSession)).toMatchObject({ status: 'success' })
    const page = await world.call(`/api/nft?id=${nft}`)
    expect(page.body['nft']).toMatchObject({
      onAuction: {
        startAmount: '10000000',
        endsAt: new Date((txjson.Expiration - 43_200 + rippleEpochSeconds) * 1000).toISOString(),
        extends: true,
      },
    })
    await placeAuctionBid(rivalSession, nft, '15000000')
    await placeAuctionBid(bidderSession, nft, '20000001')
    const before = await readBalances()
    await advanceClock(world, 3 * 3600)
    await cronUntil(world, 'auction settled', () =>
      world.hasRow('auctions', { nft_id: nft, state: 'settled' }),
    )
    expect(await world.ownerOf(nft, [owner, bidder])).toBe(bidder.address)
    // 20,000,001 minus 200,000 is 19,800,001; 5 % of it, rounded to the nearest drop, is 990,000.
    expect(await changesSince(before)).toEqual({
      artist: 990_000n,
      owner: 18_810_001n,
      bidder: -20_000_001n,
      marketplace: 200_000n,
    })
    expect((await requestAuctionBid(bidderSession, nft, '30000000')).body).toMatchObject({ status: 'failed' })
  })

  longTest(
    'refuses bids that are too low, too short or unfunded, and a second auction of the token',
    async () => {
      const nft = await mintForOwner()
      const { txjson, reply } = await auctionOf(nft)
      await world.sign(uuidOf(reply), owner)
      expect(await world.outcomeOf(uuidOf(reply), ownerSession)).toMatchObject({ status: 'success' })
      expect((await requestAuctionBid(bidderSession, nft, '10100000')).body).toMatchObject({
        code: 'bid_too_low',
        data: 'After the 1 % fee, a bid must reach the start price of 10 XRP: bid 10.10101 XRP or more.',
      })
      expect(
        (await requestAuctionBid(bidderSession, nft, '20000000', { Expiration: txjson.Expiration - 1 })).body,
      ).toMatchObject({ code: 'validation_failed' })
      expect((await requestAuctionBid(bidderSession, nft, '9000000000')).body).toMatchObject({
        code: 'insufficient_funds',
      })
      expect((await askReply(world, 'runAuction', ownerSession, { txjson })).body).toMatchObject({
        code: 'sale_active',
      })
    },
  )

  test('requires 13 hours, the marketplace as destination, and a token that is not for sale', async () => {
    const nft = await mintForOwner()
    const short = await auctionOf(nft, '10000000', 13 * 3600 - 60)
    expect(short.reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const { txjson } = await auctionOf(nft, '99999')
    expect((await askReply(world, 'runAuction', ownerSession, { txjson })).status).toBe(400)
    expect(
      (
        await askReply(world, 'runAuction', ownerSession, {
          txjson: { ...txjson, Amount: '1000000', Destination: rival.address },
        })
      ).body,
    ).toMatchObject({ code: 'transaction_not_allowed' })
    const listing = await world.list(owner, nft, 1_000_000n, { destination: world.marketplace.address })
    await offerIndexed(world, listing)
    expect((await auctionOf(nft)).reply.body).toMatchObject({ code: 'sale_active' })
  })

  longTest(
    'ends when its offer is cancelled; withdrawing the top bid in the last hour bars the account from bidding',
    async () => {
      const nft = await mintForOwner()
      const { reply } = await auctionOf(nft)
      await world.sign(uuidOf(reply), owner)
      await world.outcomeOf(uuidOf(reply), ownerSession)
      await placeAuctionBid(bidderSession, nft, '20000000')
      await placeAuctionBid(rivalSession, nft, '30000000')
      await advanceClock(world, 3600 + 1800)
      const openBidOf = async (who: DemoAccount) =>
        String((await world.offersOf(nft, { owner: who.address, state: 'open' }))[0]?.['id'])
      const cancel = async (session: Session, ids: string[]) =>
        askAndSign(world, 'requestTransaction', session, {
          txjson: {
            TransactionType: 'NFTokenCancelOffer',
            Account: session.account.address,
            NFTokenOffers: ids,
          },
        })
      // Withdrawing a lower bid has no effect; withdrawing the top bid does.
      expect(await cancel(bidderSession, [await openBidOf(bidder)])).toMatchObject({ status: 'success' })
      expect(await cancel(rivalSession, [await openBidOf(rival)])).toMatchObject({ status: 'success' })
      await cronUntil(world, 'barred', () => world.hasRow('bidder_bans'))
      expect(await world.rowsOf('bidder_bans')).toMatchObject([
        { account: rival.address, reason: 'withdrawn' },
      ])
      expect((await requestAuctionBid(rivalSession, nft, '40000000')).body).toMatchObject({
        code: 'bidder_banned',
      })
      const [auction] = await world.rowsOf('auctions', { nft_id: nft, state: 'running' })
      await cancel(ownerSession, [String(auction?.['offer_id'])])
      expect(await world.rowsOf('auctions', { nft_id: nft })).toMatchObject([{ state: 'cancelled' }])
    },
  )
})
