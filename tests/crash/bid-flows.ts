import type { DemoAccount } from '#local/signer/types.ts'
import type { OperationName } from '#contract/operations.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { ticketsOf } from '#tests/support/ticket-trick.ts'
import { askAndRetry, callAndRetry, reject, runUntil, sign, statusOf } from './drive.ts'
import { expectStatus, type Flow } from './flows.ts'
import type { CrashMarket } from './market.ts'

const price = 10_000_000n
const fee = 100_000n

/** An account can have at most 250 tickets, so the bidder first uses those of the bids of earlier runs. */
const prepare: Flow['prepare'] = async (market) => {
  const { buyer, seller } = market.people
  for (const ticket of await ticketsOf(market.ledgerUrl, buyer.address))
    await market.session.run(buyer, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: ticket })
  return { nft: await market.mint(seller), offer: null }
}

async function signAndWait(
  market: CrashMarket,
  operation: OperationName,
  account: DemoAccount,
  body: Record<string, unknown>,
  isDone: () => Promise<boolean>,
) {
  const uuid = await askAndRetry(market, operation, account, body)
  await sign(market, uuid, account)
  await runUntil(market, operation, [[uuid, account]], isDone)
  expectStatus(operation, await statusOf(market, uuid, account), 'success')
}

/** Lets the buyer bid on the works of the seller. Returns the id of the bid. */
async function placeBid(market: CrashMarket, nft: string): Promise<string> {
  const { buyer } = market.people
  const { issuer, taxon } = identifyToken(nft)
  const collectionID = `bids-${issuer}-${taxon}`
  if (!(await market.hasRow('collections', { id: collectionID })))
    await market.addCollection({ id: collectionID, issuer, taxon, name: 'Bids' })
  await runUntil(market, 'the work is indexed', [], () => market.hasRow('nfts', { id: nft }))
  const before = await market.countRows('standing_bids', { bidder: buyer.address, state: 'open' })
  const body = { collectionID, priceDrops: price.toString(), works: 1 }
  await signAndWait(market, 'placeStandingBid', buyer, body, async () => {
    return (await market.countRows('standing_bids', { bidder: buyer.address, state: 'open' })) === before + 1
  })
  const [row] = await market.query(
    "select id from standing_bids where bidder = $1 and state = 'open' order by opened_at desc limit 1",
    [buyer.address],
  )
  return String(row?.['id'])
}

async function latestSale(market: CrashMarket, bidId: string): Promise<string> {
  const [row] = await market.query(
    'select id from bid_sales where bid_id = $1 order by created_at desc limit 1',
    [bidId],
  )
  return String(row?.['id'])
}

/** Lets the seller sell the work into the bid. Returns the id of the sale. */
async function sell(market: CrashMarket, bidId: string, nft: string): Promise<string> {
  const body = { id: bidId, nftokenIDs: [nft], expectedDrops: price.toString() }
  await signAndWait(market, 'sellIntoBid', market.people.seller, body, () =>
    market.hasRow('bid_sales', { bid_id: bidId, state: 'waiting' }),
  )
  const id = await latestSale(market, bidId)
  await runUntil(market, 'the bidder is told', [], async () => {
    return (
      (await market.query('select 1 from bid_sales where id = $1 and told_at is not null', [id])).length === 1
    )
  })
  return id
}

const complete = (market: CrashMarket, id: string) =>
  signAndWait(market, 'completeBidSale', market.people.buyer, { id }, () =>
    market.hasRow('bid_sales', { id, state: 'completed' }),
  )

/** Everybody keeps what they have, and no ticket belongs to a sale that has ended. */
async function ticketsFree(market: CrashMarket, bidId: string) {
  await runUntil(market, 'tickets are free', [], async () => {
    const bound = await market.query('select 1 from bid_tickets where bid_id = $1 and sale_id is not null', [
      bidId,
    ])
    return bound.length === 0
  })
}

const sale: Flow = {
  name: 'bid_sale',
  batch: true,
  prepare,
  run: async (market, { nft }) => {
    const { buyer } = market.people
    const bidId = await placeBid(market, nft)
    await complete(market, await sell(market, bidId, nft))
    await runUntil(market, 'filled', [], () =>
      market.hasRow('standing_bids', { id: bidId, state: 'filled', bought: 1 }),
    )
    return {
      owner: buyer,
      moved: { buyer: -price, seller: price - fee, marketplace: fee },
      told: { seller: ['sold'], buyer: ['bid_sale'] },
    }
  },
}

/** The bidder rejects and the seller withdraws with a transaction. Afterwards the work is sold into the same bid. */
const revoked: Flow = {
  name: 'bid_revoked',
  batch: true,
  prepare,
  run: async (market, { nft }) => {
    const { seller, buyer } = market.people
    const bidId = await placeBid(market, nft)
    const first = await sell(market, bidId, nft)
    const uuid = await askAndRetry(market, 'completeBidSale', buyer, { id: first })
    await reject(market, uuid)
    await market.session.run(seller, { TransactionType: 'AccountSet' })
    await runUntil(market, 'withdrawn', [[uuid, buyer]], () =>
      market.hasRow('bid_sales', { id: first, state: 'withdrawn' }),
    )
    expectStatus('the rejected request', await statusOf(market, uuid, buyer), 'rejected')
    await callAndRetry(market, 'endStandingBid', buyer, { id: bidId })
    return { owner: seller, moved: {}, told: { buyer: ['bid_sale'] } }
  },
}

/** The seller withdraws before the bidder was asked, and sells again. */
const withdrawn: Flow = {
  name: 'bid_withdrawn',
  batch: true,
  prepare,
  run: async (market, { nft }) => {
    const { buyer, seller } = market.people
    const bidId = await placeBid(market, nft)
    await callAndRetry(market, 'endBidSale', seller, { id: await sell(market, bidId, nft) })
    await ticketsFree(market, bidId)
    await complete(market, await sell(market, bidId, nft))
    return {
      owner: buyer,
      moved: { buyer: -price, seller: price - fee, marketplace: fee },
      told: { seller: ['sold'], buyer: ['bid_sale', 'bid_sale'] },
    }
  },
}

export const bidFlows: Flow[] = [sale, revoked, withdrawn]
