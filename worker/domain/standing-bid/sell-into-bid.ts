import { amountValue } from '#contract/words/amount-values.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import type { Executor } from '#db/executor.ts'
import {
  dropMissingTickets,
  findBid,
  refreshBids,
  type StandingBidRow,
} from '#db/queries/standing-bid/bids.ts'
import {
  type BidTokenRow,
  chooseTickets,
  findBidSale,
  hasWaitingSale,
  insertBidSale,
  queryBidTokens,
  storeSellerPart,
  sumWaitingSales,
} from '#db/queries/standing-bid/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { dateToRippleTime, rippleTimeToDate, tfSellNFToken } from '#contract/rules/ledger.ts'
import { joinTrait } from '#contract/rules/list-addresses.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { SellIntoBidBody } from '#contract/schemas/standing-bids.ts'
import { completionHours } from '#contract/limits/standing-bids.ts'
import { requireBatch } from '#worker/domain/batch/require-batch.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { offeredCost } from '#worker/domain/ledger-index/network-cost.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { rereadMetadata } from '#worker/domain/metadata/fetch-metadata.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { blockedOfferRefusal } from '#worker/domain/sign-request/blocked-offers.ts'
import { checkPrimaryBid } from '#worker/domain/trade/primary-rules.ts'
import { batchCostDrops, innerHashes } from '#worker/ledger/batch.ts'
import type { BatchPart } from '#worker/ledger/batch-signature.ts'
import { bidSaleFee, bidSaleInnerCount, buildBidBatch, ticketsOfBatch } from '#worker/ledger/bid-batch.ts'
import { digestOfBatch } from '#worker/ledger/shown-batches.ts'

/** Shortest interval between ledger closes: 3 seconds. */
const ledgerSeconds = 3

const closedRefusal = () =>
  new Refusal(
    'bid_closed',
    sentence('This standing bid can no longer be used: it has ended, or its bidder cannot pay it now.'),
  )

/** Returns the open bid that the seller saw. Throws Refusal: bid_closed, own_token, price_changed. */
async function getOpenBid(context: Context, actor: Actor, body: SellIntoBidBody): Promise<StandingBidRow> {
  const bid = await findBid(context.db.http, body.id)
  if (bid === null || bid.state !== 'open' || bid.problem !== null || bid.expiresAt <= context.now())
    throw closedRefusal()
  if (bid.bidder === actor.account)
    throw new Refusal('own_token', sentence('This is your own bid: you cannot sell to yourself.'))
  if (body.expectedDrops !== undefined && BigInt(body.expectedDrops) !== bid.priceDrops)
    throw new Refusal(
      'price_changed',
      sentence('The amount of this bid is {amount}.', {
        amount: amountValue(bid.priceDrops.toString(), context.settings.tokens),
      }),
    )
  return bid
}

/** True if a work meets the terms of a bid. */
export function meetsTerms(bid: StandingBidRow, work: BidTokenRow): boolean {
  const pairs = new Set(work.traits.map(({ trait, value }) => joinTrait(trait, value)))
  const isOfCollection = work.issuer === bid.issuer && work.taxon === bid.taxon
  const hasRank = bid.maxRank === null || (work.rank !== null && work.rank <= bid.maxRank)
  return isOfCollection && hasRank && bid.traits.every((pair) => pairs.has(pair))
}

/** Checks that the bidder can pay a sale in addition to those that wait. Throws Refusal('bid_closed'). */
async function checkBidder(context: Context, { bidder }: StandingBidRow, drops: bigint) {
  const waitingDrops = await sumWaitingSales(context.db.http, bidder)
  try {
    await checkFunds(context, bidder, (waitingDrops + drops).toString())
  } catch (error) {
    throw error instanceof Refusal && error.code === 'insufficient_funds' ? closedRefusal() : error
  }
}

/** Checks a work and simulates its offer. Throws Refusal: not_owner, sale_active, bid_closed, would_fail. */
async function checkWork(
  context: Context,
  seller: string,
  bid: StandingBidRow,
  work: BidTokenRow | undefined,
) {
  if (work === undefined || work.burned || work.owner !== seller)
    throw new Refusal('not_owner', sentence('Only the owner of a work can sell it into a bid.'))
  if (work.onAuction)
    throw new Refusal('sale_active', sentence('This NFT is on auction: end the auction before you sell it.'))
  if (!meetsTerms(bid, work))
    throw new Refusal(
      'bid_closed',
      sentence('The bid does not include this work: its terms ask for other works.'),
    )
  await checkPrimaryBid(context, { seller, nftId: work.id, bidder: bid.bidder })
  const offer = {
    TransactionType: 'NFTokenCreateOffer',
    Account: seller,
    NFTokenID: work.id,
    Amount: bid.priceDrops.toString(),
    Destination: bid.bidder,
    Flags: tfSellNFToken,
  }
  await dryRun(context, offer, async (code) =>
    code === 'tecNO_PERMISSION' ? blockedOfferRefusal(context, offer) : null,
  )
}

/** Seconds after which every server of the ledger has the tickets of a bid. */
const ticketsSettleSeconds = 60

/**
 * True if the tickets exist on the ledger. The index can have passed the ledger that used a ticket before it stored the
 * ticket: those are deleted, so that the bid does not count.
 */
async function haveTickets({ db, ledger, now }: Context, bid: StandingBidRow, tickets: number[]) {
  const unusedTickets = new Set(await ledger.listTickets(bid.bidder))
  if (tickets.every((ticket) => unusedTickets.has(ticket))) return true
  if (bid.openedAt !== null && now().getTime() - bid.openedAt.getTime() > ticketsSettleSeconds * 1000)
    await db.transaction(async (tx) => {
      await dropMissingTickets(tx, bid.id, [...unusedTickets])
      await refreshBids(tx, [bid.bidder], ledger.lastReserves())
    })
  return false
}

/** Reads what the Batch needs from the ledger. Throws Refusal('account_not_found'). */
async function readTerms(context: Context, seller: string, works: number) {
  const { ledger } = context
  const [head, state, cost, asOf] = await Promise.all([
    ledger.validatedHead(),
    ledger.findAccount(seller),
    ledger.transactionCost(),
    readLedgerNow(context),
  ])
  if (state === null)
    throw new Refusal(
      'account_not_found',
      sentence('Your account does not exist on the ledger yet. Send it at least 1 XRP first.'),
    )
  const seconds = completionHours * 3600
  return {
    sellerSequence: state.sequence,
    expiration: dateToRippleTime(asOf) + seconds,
    lastLedger: head.index + seconds / ledgerSeconds,
    cost: batchCostDrops(offeredCost(context, cost), bidSaleInnerCount(works), 1),
  }
}

/**
 * Asks an owner to sign the owner's part of a sale into a standing bid (docs/money.md, 16). Nothing happens before the
 * bidder signs as well. Throws Refusal: bid_closed, own_token, price_changed, already_pending, batch_unavailable,
 * not_owner, sale_active, and the refusals of the collection's rules, would_fail, signer_unavailable.
 */
export async function sellIntoBid(
  context: Context,
  actor: Actor,
  body: SellIntoBidBody,
): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const { db, treasury } = context
  const seller = actor.account
  const bid = await getOpenBid(context, actor, body)
  await requireBatch(context, seller)
  if (await hasWaitingSale(db.http, seller))
    throw new Refusal(
      'already_pending',
      sentence('A sale of yours already waits for its bidder. Withdraw it, or wait until it ends.'),
    )
  const nftIds = body.nftokenIDs
  await rereadMetadata(context, nftIds)
  const works = new Map((await queryBidTokens(db.http, nftIds)).map((work) => [work.id, work]))
  for (const nftId of nftIds) await checkWork(context, seller, bid, works.get(nftId))
  await checkBidder(context, bid, bid.priceDrops * BigInt(nftIds.length))
  const terms = await readTerms(context, seller, nftIds.length)
  const id = context.signRequestId ?? crypto.randomUUID()
  const content = {
    bidder: bid.bidder,
    seller,
    nftIds,
    priceDrops: bid.priceDrops,
    marketplace: treasury.account,
  }
  const tickets = await chooseTickets(db.http, { bidId: bid.id, saleId: id, works: nftIds.length })
  if (tickets === null || !(await haveTickets(context, bid, tickets))) throw closedRefusal()
  const batch = buildBidBatch(content, { ...terms, tickets })
  const sale = await insertBidSale(db.http, {
    id,
    bidId: bid.id,
    bidder: bid.bidder,
    seller,
    nftIds,
    uris: nftIds.map((nftId) => works.get(nftId)?.uri ?? ''),
    priceDrops: bid.priceDrops,
    sellerSequence: terms.sellerSequence,
    state: 'signing',
    batch,
    digest: digestOfBatch(innerHashes(batch)),
    createdAt: context.now(),
    until: rippleTimeToDate(terms.expiration),
  })
  const { site, amountOf } = instructionWords(context)
  const total = bid.priceDrops * BigInt(nftIds.length) - bidSaleFee(bid.priceDrops, nftIds.length)
  return openSignRequest(
    { ...context, signRequestId: id },
    {
      purpose: 'bid_sell',
      account: seller,
      role: 'inner',
      // Two calls with the same key may overlap: the first has stored the Batch.
      txjson: sale?.batch ?? batch,
      context: { bidSaleId: id },
      instruction: t(
        'Sell {count, plural, one {# work} other {# works}} to a standing bid on OPX ({site}): you get {amount} less the royalty once the bidder signs.',
        { count: nftIds.length, site, amount: amountOf(total.toString()) },
      ),
      returnPath: '/bids',
    },
  )
}

/** Stores the seller's signature, in the transaction that ends its request. Throws Refusal('bid_closed'). */
export async function storeSale(
  { now, ledger }: Context,
  tx: Executor,
  row: SignRequestRow,
  part: BatchPart,
): Promise<void> {
  const batch = { ...row.txjson, BatchSigners: [{ BatchSigner: part }] }
  const digest = digestOfBatch(innerHashes(row.txjson))
  const tickets = ticketsOfBatch(row.txjson)
  const sale = await findBidSale(tx, row.context.bidSaleId ?? '')
  const storedSale =
    sale === null
      ? null
      : await storeSellerPart(
          tx,
          sale,
          { batch, digest, tickets },
          { now: now(), reserves: ledger.lastReserves() },
        )
  if (storedSale === null)
    throw new Refusal(
      'bid_closed',
      sentence(
        'The bid ended, or another owner signed first. Your signature was discarded, and nothing was sold.',
      ),
    )
}
