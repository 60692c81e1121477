import { sentence } from '#contract/words/sentence.ts'
import type { Executor } from '#db/executor.ts'
import { expireBids, hasTicket, refreshBids } from '#db/queries/standing-bid/bids.ts'
import {
  type BidSaleRow,
  claimWaitingSales,
  dropUnsignedSales,
  endSale,
  findBidSale,
  freeTickets,
  hasBidderSigned,
  hasUsedTicket,
  queryBidTokens,
} from '#db/queries/standing-bid/sales.ts'
import { findCursor } from '#db/queries/ledger-index/writes.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'
import { numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

/** Maximum number of sales in each round of the sweep. */
const salesPerRound = 20
const idleSeconds = 5

/** True if the bidder signed a sale and could have paid for it, so that its end is not the bidder's fault. */
async function hasTried({ db, ledger }: Context, sale: BidSaleRow, ledgerIndex: number): Promise<boolean> {
  if (!(await hasBidderSigned(db.http, sale))) return false
  const state = await ledger.findAccount(sale.bidder, ledgerIndex)
  const { baseDrops, ownerDrops } = ledger.lastReserves()
  const spendable = state === null ? 0n : state.balance - baseDrops - ownerDrops * BigInt(state.ownerCount)
  return spendable >= sale.priceDrops * BigInt(sale.nftIds.length)
}

/** Why a waiting sale has ended according to the ledger that the index has reached; null if it can still happen. */
async function endOf(
  context: Context,
  sale: BidSaleRow,
  cursor: { ledgerIndex: number; closedAt: Date },
): Promise<Pick<BidSaleRow, 'state' | 'endedBy'> | null> {
  const { db, ledger } = context
  const { seller, sellerSequence, nftIds, until } = sale
  const state = await ledger.findAccount(seller, cursor.ledgerIndex)
  // If the sale had used the Sequence, it would be completed by now.
  if (state !== null && state.sequence > sellerSequence) return { state: 'withdrawn', endedBy: 'seller' }
  const works = await queryBidTokens(db.http, nftIds)
  const isHeld =
    works.length === nftIds.length && works.every(({ owner, burned }) => owner === seller && !burned)
  if (!isHeld) return { state: 'void', endedBy: null }
  if (until > cursor.closedAt && !(await hasUsedTicket(db.http, sale))) return null
  return { state: (await hasTried(context, sale, cursor.ledgerIndex)) ? 'void' : 'missed', endedBy: null }
}

/**
 * Ends a waiting sale that the ledger rules out: the seller has used the Sequence, a work has moved, the bidder has
 * used a ticket, or the time is over. A sale in an earlier ledger is already completed. Returns the updated sale.
 */
export async function settleSale(context: Context, row: BidSaleRow): Promise<BidSaleRow> {
  const { db, ledger } = context
  const cursor = await findCursor(db.http)
  if (row.state !== 'waiting' || cursor === null) return row
  const end = await endOf(context, row, cursor)
  if (end === null) return row
  await db.transaction(async (tx) => {
    const change = { state: end.state as 'missed' | 'void' | 'withdrawn', endedAt: context.now() }
    await endSale(tx, row.id, end.endedBy === 'seller' ? { ...change, endedBy: 'seller' } : change)
    await refreshBids(tx, [row.bidder], ledger.lastReserves())
  })
  return (await findBidSale(db.http, row.id)) ?? row
}

/** Records that another transaction of the seller has used the Sequence of the seller's part. */
export async function recordSaleRevocation(
  { now }: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const sale = await findBidSale(tx, row.context.bidSaleId ?? '')
  // Any other Sequence proves nothing, because the sale may have happened earlier.
  if (sale !== null && numberField(entry.tx, 'Sequence') === sale.sellerSequence)
    await endSale(tx, sale.id, { state: 'withdrawn', endedBy: 'seller', endedAt: now() })
  return row
}

/**
 * True if a sale that the bidder has signed can no longer be applied in the ledger that the index has reached. If it
 * happened, it is recorded by then.
 */
export async function isSaleSuperseded({ db }: Context, request: SignRequestRow): Promise<boolean> {
  const cursor = await findCursor(db.http)
  const sale = await findBidSale(db.http, request.context.bidSaleId ?? '')
  if (cursor === null || sale === null || sale.state === 'completed') return false
  const ticket = numberField(request.txjson, 'TicketSequence') ?? 0
  const isUnused = await hasTicket(db.http, sale.bidder, ticket)
  const last = numberField(request.txjson, 'LastLedgerSequence') ?? Number.MAX_SAFE_INTEGER
  return !isUnused || cursor.ledgerIndex > last || sale.until <= cursor.closedAt
}

const unchangedMessage = sentence('Nothing changed hands; only the cost of the transaction was paid.')

/** Returns why no transaction of a validated sale was applied, from the newest state of the ledger. */
export async function explainSale({ db, ledger }: Context, request: SignRequestRow): Promise<Refusal> {
  const sale = await findBidSale(db.http, request.context.bidSaleId ?? '')
  if (sale === null) return new Refusal('bid_closed', unchangedMessage)
  const works = await queryBidTokens(db.http, sale.nftIds)
  const isHeld = works.every(({ owner, burned }) => owner === sale.seller && !burned)
  const state = await ledger.findAccount(sale.seller)
  const reason = !isHeld
    ? sentence('The seller no longer owns a work of this sale.')
    : state === null || state.sequence > sale.sellerSequence
      ? sentence('The seller sent another transaction first, which withdrew the sale.')
      : sentence('The ledger could not carry out this sale when it arrived. Please try again.')
  return new Refusal('bid_closed', [reason, unchangedMessage])
}

/** Part of the sweep: ends bids and sales that are over, and gives their tickets back. */
export async function sweepStandingBids(context: Context, until: Date): Promise<void> {
  const { db, ledger, now } = context
  await processRows(
    context,
    { what: 'bid_sale', until },
    await claimWaitingSales(db.http, idleSeconds, salesPerRound),
    (row) => settleSale(context, row),
  )
  await dropUnsignedSales(db.http, now())
  await expireBids(db.http, now())
  await db.transaction(async (tx) => {
    const bidders = await freeTickets(tx)
    await refreshBids(tx, [...new Set(bidders)], ledger.lastReserves())
  })
}
