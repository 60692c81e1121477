import { sentence, type Sentence, t } from '#contract/words/sentence.ts'
import { findBid, queryFreeTickets, type StandingBidRow } from '#db/queries/standing-bid/bids.ts'
import {
  type BidSaleRow,
  type BidTokenRow,
  findBidSale,
  handOutSale,
  queryBidTokens,
  withdrawSale,
} from '#db/queries/standing-bid/sales.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { CompleteBidSaleBody } from '#contract/schemas/standing-bids.ts'
import { requireBatch } from '#worker/domain/batch/require-batch.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { offeredCost } from '#worker/domain/ledger-index/network-cost.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { rereadMetadata } from '#worker/domain/metadata/fetch-metadata.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { openSignRequest, openWithinMinutes } from '#worker/domain/sign-request/open-sign-request.ts'
import { batchCostDrops } from '#worker/ledger/batch.ts'
import { bidSaleInnerCount, buildTicketRelease } from '#worker/ledger/bid-batch.ts'
import { meetsTerms } from './sell-into-bid.ts'
import { settleSale } from './settle-sale.ts'

/** Minimum number of minutes that must remain for the bidder's wallet. */
const leastMinutes = 2
/** Shortest interval between ledger closes: 3 seconds. */
const ledgerSeconds = 3
/** A Batch has at least two and at most eight inner transactions. Source: XLS-56. */
const ticketsAtOnce = 8

const closedRefusal = (message: Sentence) => new Refusal('bid_closed', message)
const endedMessage = sentence('This sale is over.')

/** Returns a sale. Throws Refusal('not_found'). */
export async function getSaleRow({ db }: Pick<Context, 'db'>, id: string): Promise<BidSaleRow> {
  const row = await findBidSale(db.http, id)
  if (row === null) throw new Refusal('not_found', sentence('This sale does not exist: check the link.'))
  return row
}

/**
 * True if the issuer changed the work after the bid was placed, or after the owner had signed. Metadata can also change
 * at the same address, so that the work no longer meets the terms.
 */
export function isChanged(
  { uris, nftIds }: Pick<BidSaleRow, 'uris' | 'nftIds'>,
  work: BidTokenRow,
  bid: StandingBidRow | null,
): boolean {
  const { id, uri, changedAt } = work
  if ((uri ?? '') !== (uris[nftIds.indexOf(id)] ?? '')) return true
  if (bid === null) return false
  const isModified = changedAt !== null && bid.openedAt !== null && new Date(changedAt) >= bid.openedAt
  return isModified || !meetsTerms(bid, work)
}

/** Checks that the seller still owns the works, and that the bidder has seen their changes. Throws Refusal. */
async function checkWorks({ db }: Context, sale: BidSaleRow, changeSeen: boolean) {
  const [works, bid] = await Promise.all([queryBidTokens(db.http, sale.nftIds), findBid(db.http, sale.bidId)])
  const isHeld =
    works.length === sale.nftIds.length &&
    works.every(({ owner, burned }) => owner === sale.seller && !burned)
  if (!isHeld)
    throw closedRefusal(sentence('The seller no longer owns a work of this sale. Nothing was paid.'))
  const changedWork = works.find((work) => isChanged(sale, work, bid))
  if (changedWork !== undefined && !changeSeen)
    throw new Refusal(
      'work_changed',
      sentence('The issuer changed a work after you placed the bid. Look at it before you buy it.'),
    )
}

/**
 * Asks the bidder to sign a sale that an owner has signed. The bidder submits it, so from then on only the ledger can
 * end it. Throws Refusal: not_found, forbidden, bid_closed, work_changed, batch_unavailable, insufficient_funds,
 * signer_unavailable.
 */
export async function completeBidSale(
  context: Context,
  actor: Actor,
  { id, changeSeen }: CompleteBidSaleBody,
): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const row = await getSaleRow(context, id)
  if (row.bidder !== actor.account)
    throw new Refusal('forbidden', sentence('Only the bidder can complete this sale.'))
  const sale = await settleSale(context, row)
  if (sale.state !== 'waiting') throw closedRefusal(endedMessage)
  const minutesLeft = (sale.until.getTime() - (await readLedgerNow(context)).getTime()) / 60_000
  if (minutesLeft < leastMinutes) throw closedRefusal(sentence('The time to complete this sale is over.'))
  await requireBatch(context, actor.account)
  await rereadMetadata(context, sale.nftIds)
  await checkWorks(context, sale, changeSeen)
  const total = sale.priceDrops * BigInt(sale.nftIds.length)
  await checkFunds(context, actor.account, total.toString())
  const [head, cost] = await Promise.all([context.ledger.validatedHead(), context.ledger.transactionCost()])
  if ((await handOutSale(context.db.http, sale, context.now())) === null) throw closedRefusal(endedMessage)
  const { site, amountOf } = instructionWords(context)
  const minutes = Math.min(openWithinMinutes, Math.floor(minutesLeft))
  return openSignRequest(context, {
    purpose: 'bid_complete',
    account: actor.account,
    // The seller's signature covers neither Fee nor LastLedgerSequence.
    txjson: {
      ...sale.batch,
      Fee: batchCostDrops(offeredCost(context, cost), bidSaleInnerCount(sale.nftIds.length), 1).toString(),
      LastLedgerSequence: head.index + Math.floor((Math.min(minutesLeft, 30) * 60) / ledgerSeconds),
    },
    context: { bidSaleId: id, paid: total.toString() },
    instruction: t(
      'Buy {count, plural, one {# work} other {# works}} on OPX ({site}) for {amount} in total.',
      {
        count: sale.nftIds.length,
        site,
        amount: amountOf(total.toString()),
      },
    ),
    returnPath: '/bids',
    openWithinMinutes: minutes,
  })
}

/**
 * Withdraws from a sale: the seller as long as the signature has not left the marketplace, the bidder at any time.
 * Repeating it changes nothing. Throws Refusal: not_found, forbidden, bid_closed.
 */
export async function endBidSale(context: Context, actor: Actor, id: string): Promise<string> {
  const row = await getSaleRow(context, id)
  const side = row.bidder === actor.account ? 'bidder' : 'seller'
  if (side === 'seller' && row.seller !== actor.account)
    throw new Refusal('forbidden', sentence('Only the two accounts of a sale can withdraw from it.'))
  const sale = await settleSale(context, row)
  if (sale.state === 'withdrawn') return id
  if ((await withdrawSale(context.db.http, id, side, context.now())) !== null) return id
  throw closedRefusal(
    sale.state === 'waiting'
      ? sentence(
          'The bidder’s wallet has your signature and can complete the sale until {time} UTC. Withdraw it with another transaction, or wait until then.',
          { time: sale.until.toISOString().slice(11, 16) },
        )
      : endedMessage,
  )
}

/**
 * Asks the seller to use up the Sequence to which the seller's signature is bound, so that it can never be applied.
 * Throws Refusal: not_found, forbidden, bid_closed, signer_unavailable.
 */
export async function revokeBidSale(context: Context, actor: Actor, id: string): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const row = await getSaleRow(context, id)
  if (row.seller !== actor.account)
    throw new Refusal('forbidden', sentence('Only the seller can withdraw this signature.'))
  const sale = await settleSale(context, row)
  if (sale.state !== 'waiting')
    throw closedRefusal(sentence('Your signature is no longer in use: there is nothing to withdraw.'))
  const { site } = instructionWords(context)
  return openSignRequest(context, {
    purpose: 'bid_revoke',
    account: actor.account,
    txjson: { TransactionType: 'AccountSet', Account: actor.account },
    context: { bidSaleId: id },
    instruction: t('Withdraw from a sale on OPX ({site}). It changes nothing else in your account.', {
      site,
    }),
    returnPath: '/bids',
  })
}

/**
 * Asks an account to use up tickets of its ended bids, which releases their reserve: up to eight with one signature.
 * Throws Refusal: bid_closed, batch_unavailable, signer_unavailable.
 */
export async function releaseBidTickets(context: Context, actor: Actor): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const { db, ledger } = context
  const [rows, ledgerTickets] = await Promise.all([
    queryFreeTickets(db.http, actor.account),
    ledger.listTickets(actor.account),
  ])
  const unusedTickets = new Set(ledgerTickets)
  const tickets = rows
    .map(({ ticket }) => ticket)
    .filter((ticket) => unusedTickets.has(ticket))
    .slice(0, ticketsAtOnce)
  const [firstTicket] = tickets
  if (firstTicket === undefined) throw closedRefusal(sentence('There are no tickets to release.'))
  const { site } = instructionWords(context)
  const [head, cost, state] = await Promise.all([
    ledger.validatedHead(),
    ledger.transactionCost(),
    ledger.findAccount(actor.account),
  ])
  const lastLedger = head.index + (openWithinMinutes * 2 * 60) / ledgerSeconds
  if (tickets.length > 1) await requireBatch(context, actor.account)
  const txjson =
    tickets.length === 1
      ? { TransactionType: 'AccountSet', Account: actor.account, Sequence: 0, TicketSequence: firstTicket }
      : {
          ...buildTicketRelease(actor.account, tickets, {
            lastLedger,
            cost: batchCostDrops(offeredCost(context, cost), tickets.length, 0),
          }),
          Sequence: state?.sequence ?? 0,
          LastLedgerSequence: lastLedger,
        }
  return openSignRequest(context, {
    purpose: 'bid_release',
    account: actor.account,
    txjson,
    context: {},
    instruction: t(
      'Release the reserve of {count, plural, one {# ticket} other {# tickets}} on OPX ({site}).',
      {
        count: tickets.length,
        site,
      },
    ),
    returnPath: '/bids',
  })
}
