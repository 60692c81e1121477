import { banBidder } from '#db/queries/bidder-bans.ts'
import { findSubmission, isUnderWay } from '#db/queries/journal.ts'
import {
  findSale,
  findSaleOfRequest,
  hasEndedOffer,
  lockMatching,
  mustWait,
  type SaleRow,
  settleSale,
} from '#db/queries/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'
import {
  advanceSubmission,
  type SubmissionOrder,
  type SubmissionState,
} from '#worker/domain/journal/advance-submission.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { explainResult } from '#worker/ledger/results.ts'
import { PolicyRefusal } from '#worker/ports/treasury/port.ts'
import { cancelLeftover } from './cancel-leftover.ts'
import { offerMinutes } from './offer-minutes.ts'

async function complete(context: Context, sale: SaleRow, entry: ValidatedTransaction): Promise<SaleRow> {
  const { db, now } = context
  const outcome = {
    state: 'completed' as const,
    txid: entry.hash,
    ledgerIndex: entry.ledgerIndex,
    result: entry.meta.TransactionResult,
    code: null,
    message: null,
    settledAt: now(),
  }
  const settings = await applySettings(context, entry.closedAt)
  await db.transaction(async (tx) => {
    await settleSale(tx, sale.id, outcome)
    await applyTransactions(tx, [entry], settings)
    if (sale.kind === 'buy_now') await settlePurchases(tx)
  })
  return { ...sale, ...outcome }
}

/** Why a sale came to nothing: the ledger's validated answer, or what we know without one. */
interface Failure {
  result: string | null
  entry: ValidatedTransaction | null
}

async function fail(context: Context, sale: SaleRow, { result, entry }: Failure): Promise<SaleRow> {
  const { db, now } = context
  const reason =
    result === null ? 'The marketplace could not bring the sale to the ledger.' : explainResult(result)
  const outcome = {
    state: 'failed' as const,
    txid: entry?.hash ?? null,
    ledgerIndex: entry?.ledgerIndex ?? null,
    result,
    code: 'broker_refused' as const,
    message:
      sale.leftoverOfferId === null ? reason : `${reason} Your offer is being cancelled; nothing was paid.`,
    settledAt: now(),
  }
  const settings = await applySettings(context, entry?.closedAt ?? now())
  const failed = await db.transaction(async (tx) => {
    // Somebody else may have submitted it since: then the ledger decides.
    if (!(await lockMatching(tx, sale.id))) return false
    if (entry === null && (await isUnderWay(tx, purposeOf(sale)))) return false
    await settleSale(tx, sale.id, outcome)
    if (entry !== null) await applyTransactions(tx, [entry], settings)
    if (sale.kind === 'buy_now') await settlePurchases(tx)
    // Funds that were there by the index and were gone when the auction was settled.
    if (sale.kind === 'auction' && result === 'tecINSUFFICIENT_FUNDS')
      await banBidder(tx, sale.buyer, sale.sellOfferId)
    return true
  })
  if (!failed) return (await findSale(db.read, sale.id)) ?? sale
  // Of many that came too late for one token, the sweep takes all offers back at once.
  if (entry !== null) await cancelLeftover(context, sale)
  return { ...sale, ...outcome }
}

/** The offer that was made for a sale has expired by then; nobody waits for the sale any longer. */
function isLate({ now }: Context, sale: SaleRow): boolean {
  return sale.kind !== 'auction' && now().getTime() - sale.createdAt.getTime() > offerMinutes * 60_000
}

/**
 * Whether a sale may be submitted now. While nothing was submitted for it, it waits for its turn (sales of one token are matched
 * one after another), or fails without a submission that would only cost: one of its offers has ended by the index, or
 * has expired because no ticket was free for it.
 */
async function beforeSubmission(
  context: Context,
  sale: SaleRow,
): Promise<{ turn: 'go' | 'wait' } | { turn: 'fail'; result: string }> {
  const { read } = context.db
  // In this order: offers that have ended while nothing was submitted have not ended by this sale.
  const ended = await hasEndedOffer(read, [sale.sellOfferId, sale.buyOfferId])
  if ((await findSubmission(read, purposeOf(sale))) !== null) return { turn: 'go' }
  if (isLate(context, sale)) return { turn: 'fail', result: 'tecEXPIRED' }
  if (await mustWait(read, sale)) return { turn: 'wait' }
  return ended ? { turn: 'fail', result: 'tecOBJECT_NOT_FOUND' } : { turn: 'go' }
}

const purposeOf = (sale: SaleRow) => `broker:${sale.id}`

function orderOf(sale: SaleRow): SubmissionOrder {
  return {
    purpose: purposeOf(sale),
    kind: 'broker',
    counterparty: sale.buyer,
    isWanted: (tx) => lockMatching(tx, sale.id),
    ...(sale.kind === 'auction' ? {} : { giveUpAfter: 5 }),
    fields: {
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: sale.sellOfferId,
      NFTokenBuyOffer: sale.buyOfferId,
      NFTokenBrokerFee: sale.fee,
    },
    order: (tx) => ({
      kind: 'broker',
      tx,
      sell: sale.price,
      buy: sale.paid,
      feeOf: sale.kind === 'buy_now' ? 'listing' : 'bid',
    }),
  }
}

/** What the key will not sign is lost: later sales of the token wait for this one. */
async function brokered(context: Context, sale: SaleRow): Promise<SubmissionState> {
  try {
    return await advanceSubmission(context, orderOf(sale))
  } catch (error) {
    if (!(error instanceof PolicyRefusal)) throw error
    context.log.error('sale_refused_by_policy', { sale: sale.id, reason: error.message })
    return { state: 'lost' }
  }
}

/**
 * Brings a brokered sale as far as it can go now: M's NFTokenAcceptOffer through the journal, then its validated result.
 * The fee is exactly the published one; the seller's listing is matched for this sale only.
 */
export async function advanceSale(context: Context, sale: SaleRow): Promise<SaleRow> {
  const before = await beforeSubmission(context, sale)
  if (before.turn === 'wait') return sale
  if (before.turn === 'fail') return fail(context, sale, { result: before.result, entry: null })
  const submission = await brokered(context, sale)
  if (submission.state === 'open') return sale
  if (submission.state === 'lost') return fail(context, sale, { result: null, entry: null })
  const { entry } = submission
  return submission.state === 'succeeded'
    ? complete(context, sale, entry)
    : fail(context, sale, { result: entry.meta.TransactionResult, entry })
}

/** Advances the sale that a sign request has started; null when it started none. */
export async function advanceSaleOf(context: Context, { id }: SignRequestRow): Promise<SaleRow | null> {
  const sale = await findSaleOfRequest(context.db.read, id)
  return sale?.state === 'matching' ? advanceSale(context, sale) : sale
}
