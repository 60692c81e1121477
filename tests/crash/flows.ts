import type { DemoAccount } from '#local/signer/types.ts'
import { rippleEpochSeconds, tfSellNFToken } from '#contract/rules/ledger.ts'
import { askAndRetry, runUntil, sign, signOnPage, statusOf } from './drive.ts'
import type { CrashMarket } from './market.ts'
import type { Told } from './told.ts'

/** Accounts by name, with the expected change of their drops at the end. */
export type Movement = Partial<Record<'seller' | 'buyer' | 'rival' | 'marketplace', bigint>>

export interface Ending {
  /** Expected owner of the token. */
  owner: DemoAccount
  /** The token, if the flow mints it. */
  nft?: string
  moved: Movement
  /** Expected notifications; none if omitted. */
  told?: Told
}

/** `nft` is null if the flow mints the token. */
interface Prepared {
  nft: string | null
  offer: string | null
}

export interface Flow {
  name: string
  /** True if accounts receive one request for a whole sale. */
  batch?: true
  /** True if a Batch is sent with the ticket that has the number of its Sequence. */
  byTicket?: true
  /** State before the first crash point: offers on the ledger, all indexed. */
  prepare: (market: CrashMarket) => Promise<Prepared>
  /** Runs until one of the final states is reached, despite any crash. */
  run: (market: CrashMarket, prepared: { nft: string; offer: string | null }) => Promise<Ending>
}

/** Returns the same flow with one signature for the whole sale. */
export const inOne = (flow: Flow): Flow => ({ ...flow, name: `batch_${flow.name}`, batch: true })

const price = 10_000_000n
const fee = 100_000n

async function token(market: CrashMarket): Promise<string> {
  return market.mint(market.people.seller)
}

export async function listed(market: CrashMarket) {
  const nft = await token(market)
  const offer = await market.list(market.people.seller, nft, price, {
    destination: market.people.marketplace.address,
  })
  return { nft, offer }
}

export const noSaleOpen = (market: CrashMarket, nft: string) => async () =>
  (
    await market.query(
      `select 1 from sales where nft_id = $1 and state = 'matching'
       union all select 1 from sales where nft_id = $1 and state = 'failed' and leftover_cancelled_at is null
       union all select 1 from sign_requests where context->>'nftId' = $1 and state in ('created', 'signed')
       union all select 1 from presigned_parts where state = 'lent'
       union all select 1 from ledger_submissions where state in ('prepared', 'submitted')`,
      [nft],
    )
  ).length === 0

export function expectStatus(what: string, actual: string, expectedStatus: string) {
  if (actual !== expectedStatus) throw new Error(`${what} ended as ${actual}, not as ${expectedStatus}.`)
}

export const buyNow: Flow = {
  name: 'buy_now',
  prepare: listed,
  run: async (market, { nft, offer }) => {
    const { buyer } = market.people
    const uuid = await askAndRetry(market, 'buyNow', buyer, {
      nftokenID: nft,
      sellOfferIndex: offer,
      expectedAmount: price.toString(),
    })
    await sign(market, uuid, buyer)
    await runUntil(market, 'sale settled', [[uuid, buyer]], noSaleOpen(market, nft))
    expectStatus('buy_now', await statusOf(market, uuid, buyer), 'success')
    return {
      owner: buyer,
      moved: { seller: price, buyer: -(price + fee), marketplace: fee },
      told: { seller: ['sold'] },
    }
  },
}

const pageWalletBuy: Flow = {
  name: 'page_wallet_buy',
  prepare: listed,
  run: async (market, { nft, offer }) => {
    const { buyer } = market.people
    const wanted = { nftokenID: nft, sellOfferIndex: offer, expectedAmount: price.toString() }
    const uuid = await askAndRetry(market, 'buyNow', buyer, wanted, 'gemwallet')
    await signOnPage(market, uuid, buyer)
    await runUntil(market, 'sale settled', [[uuid, buyer]], noSaleOpen(market, nft))
    expectStatus('page_wallet_buy', await statusOf(market, uuid, buyer), 'success')
    return {
      owner: buyer,
      moved: { seller: price, buyer: -(price + fee), marketplace: fee },
      told: { seller: ['sold'] },
    }
  },
}

export const lostRace: Flow = {
  name: 'lost_race',
  prepare: listed,
  run: async (market, { nft }) => {
    const { buyer, rival } = market.people
    const first = await askAndRetry(market, 'buyNow', buyer, { nftokenID: nft })
    const second = await askAndRetry(market, 'buyNow', rival, { nftokenID: nft })
    await sign(market, first, buyer)
    await sign(market, second, rival)
    const polls: [string, DemoAccount][] = [
      [first, buyer],
      [second, rival],
    ]
    await runUntil(market, 'both answered, leftover cancelled', polls, noSaleOpen(market, nft))
    const statuses = [await statusOf(market, first, buyer), await statusOf(market, second, rival)]
    expectStatus('the race', statuses.toSorted().join(), 'failed,success')
    const [owner, payer] =
      statuses[0] === 'success' ? ([buyer, 'buyer'] as const) : ([rival, 'rival'] as const)
    return {
      owner,
      moved: { seller: price, [payer]: -(price + fee), marketplace: fee },
      told: { seller: ['sold'] },
    }
  },
}

const direct: Flow = {
  name: 'accept_listing',
  prepare: async (market) => {
    const nft = await token(market)
    return { nft, offer: await market.list(market.people.seller, nft, price) }
  },
  run: async (market, { nft }) => {
    const { buyer } = market.people
    const uuid = await askAndRetry(market, 'buyNow', buyer, { nftokenID: nft })
    await sign(market, uuid, buyer)
    await runUntil(market, 'accepted', [[uuid, buyer]], noSaleOpen(market, nft))
    expectStatus('accept_listing', await statusOf(market, uuid, buyer), 'success')
    return { owner: buyer, moved: { seller: price, buyer: -price }, told: { seller: ['sold'] } }
  },
}

export const acceptBid: Flow = {
  name: 'accept_bid',
  prepare: async (market) => {
    const { seller, buyer, marketplace } = market.people
    const nft = await token(market)
    const offer = await market.bid(buyer, seller.address, nft, price, { destination: marketplace.address })
    return { nft, offer }
  },
  run: async (market, { nft, offer }) => {
    const { seller, buyer } = market.people
    const uuid = await askAndRetry(market, 'acceptBid', seller, { nftokenID: nft, buyOfferIndex: offer })
    await sign(market, uuid, seller)
    await runUntil(market, 'sale settled', [[uuid, seller]], noSaleOpen(market, nft))
    expectStatus('accept_bid', await statusOf(market, uuid, seller), 'success')
    return {
      owner: buyer,
      moved: { seller: price - fee, buyer: -price, marketplace: fee },
      told: { seller: ['bid_received'], buyer: ['offer_accepted'] },
    }
  },
}

const hours14 = 14 * 3600

async function openAuction(market: CrashMarket, nft: string): Promise<void> {
  const { seller, marketplace } = market.people
  const uuid = await askAndRetry(market, 'runAuction', seller, {
    txjson: {
      TransactionType: 'NFTokenCreateOffer',
      Account: seller.address,
      NFTokenID: nft,
      Amount: '1000000',
      Destination: marketplace.address,
      Expiration: Math.floor(Date.now() / 1000) - rippleEpochSeconds + hours14,
      Flags: tfSellNFToken,
    },
  })
  await sign(market, uuid, seller)
  const running = () => market.hasRow('auctions', { nft_id: nft, state: 'running' })
  await runUntil(market, 'auction recorded', [[uuid, seller]], running)
}

/** Ends the auction at the close time of the last indexed ledger. */
const endAuction = (market: CrashMarket, nft: string) =>
  market.query('update auctions set ends_at = (select closed_at from ledger_cursor) where nft_id = $1', [nft])

const auction: Flow = {
  name: 'auction',
  prepare: async (market) => ({ nft: await token(market), offer: null }),
  run: async (market, { nft }) => {
    const { seller, buyer, marketplace } = market.people
    await openAuction(market, nft)
    const offer = await market.bid(buyer, seller.address, nft, price, { destination: marketplace.address })
    const indexed = () => market.hasRow('offers', { id: offer })
    await runUntil(market, 'bid indexed', [], indexed)
    await endAuction(market, nft)
    const settled = async () =>
      (await market.hasRow('auctions', { nft_id: nft, state: 'settled' })) &&
      (await noSaleOpen(market, nft)())
    await runUntil(market, 'auction settled', [], settled)
    return {
      owner: buyer,
      moved: { seller: price - fee, buyer: -price, marketplace: fee },
      told: { seller: ['bid_received', 'settled'], buyer: ['settled'] },
    }
  },
}

const unsold: Flow = {
  name: 'auction_without_bids',
  prepare: async (market) => ({ nft: await token(market), offer: null }),
  run: async (market, { nft }) => {
    const { seller } = market.people
    await openAuction(market, nft)
    await endAuction(market, nft)
    const cancelled = async () =>
      (await market.hasRow('auctions', { nft_id: nft, state: 'cancelled' })) &&
      (await noSaleOpen(market, nft)())
    await runUntil(market, 'auction cancelled', [], cancelled)
    return { owner: seller, moved: {} }
  },
}

export const tradingFlows: Flow[] = [buyNow, pageWalletBuy, lostRace, direct, acceptBid, auction, unsold]
