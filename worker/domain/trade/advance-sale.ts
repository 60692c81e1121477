import { sentence } from '#contract/words/sentence.ts'
import { banBidder } from '#db/queries/trade/bidder-bans.ts'
import type { Executor } from '#db/executor.ts'
import { findSubmission, isUnderWay } from '#db/queries/journal/journal.ts'
import {
  findSale,
  findSaleOfRequest,
  hasEndedOffer,
  lockMatching,
  mustWait,
  type SaleRow,
  settleSale,
} from '#db/queries/trade/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'
import { settle, type SettleOrder } from '#worker/domain/journal/settle.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { explainResult } from '#worker/ledger/results.ts'
import { cancelLeftover } from './cancel-leftovers.ts'
import { offerMinutes } from './check-offer.ts'

interface KindRules {
  feeOf: 'listing' | 'bid'
  /** True if the sale can be the second step of a reserved purchase. */
  settlesPurchases: boolean
  /** True if a user waits for the sale, so that it fails when its offer expires or after five tries. */
  isAwaited: boolean
  /** True if a buyer who lacks the funds is banned from bidding. */
  bansBuyer: boolean
}

const kindRules: Record<SaleRow['kind'], KindRules> = {
  buy_now: { feeOf: 'listing', settlesPurchases: true, isAwaited: true, bansBuyer: false },
  accept_bid: { feeOf: 'bid', settlesPurchases: false, isAwaited: true, bansBuyer: false },
  auction: { feeOf: 'bid', settlesPurchases: false, isAwaited: false, bansBuyer: true },
}

async function complete(tx: Executor, sale: SaleRow, entry: ValidatedTransaction, settledAt: Date) {
  await settleSale(tx, sale.id, {
    state: 'completed',
    txid: entry.hash,
    ledgerIndex: entry.ledgerIndex,
    result: entry.meta.TransactionResult,
    code: null,
    message: null,
    settledAt,
  })
  if (kindRules[sale.kind].settlesPurchases) await settlePurchases(tx)
}

/** Reason why a sale failed: the ledger's validated result, or what is known without one. */
interface Failure {
  result: string | null
  entry: ValidatedTransaction | null
}

async function fail(tx: Executor, sale: SaleRow, { result, entry }: Failure, settledAt: Date) {
  // Another worker may have submitted the sale in the meantime. Then the ledger decides.
  if (!(await lockMatching(tx, sale.id))) return
  if (entry === null && (await isUnderWay(tx, purposeOf(sale)))) return
  const reason =
    result === null
      ? sentence('The marketplace could not submit the sale to the ledger.')
      : explainResult(result)
  await settleSale(tx, sale.id, {
    state: 'failed',
    txid: entry?.hash ?? null,
    ledgerIndex: entry?.ledgerIndex ?? null,
    result,
    code: 'broker_refused',
    message:
      sale.leftoverOfferId === null
        ? reason
        : sentence('{reason} Your offer is being cancelled; nothing was paid.', { reason }),
    settledAt,
  })
  if (kindRules[sale.kind].settlesPurchases) await settlePurchases(tx)
  // According to the index the bidder had the funds, but they were gone when the auction was settled.
  if (kindRules[sale.kind].bansBuyer && result === 'tecINSUFFICIENT_FUNDS')
    await banBidder(tx, sale.buyer, sale.sellOfferId)
}

/** True if the offer of a sale has expired, so that the user does not wait any longer. */
function isLate({ now }: Context, sale: SaleRow): boolean {
  return kindRules[sale.kind].isAwaited && now().getTime() - sale.createdAt.getTime() > offerMinutes * 60_000
}

/**
 * Decides whether a sale may be submitted now. Before its first submission it waits for its turn, because sales of one
 * token are matched one by one. It fails without a submission, which would only cost fees, if one of its offers has
 * ended according to the index, or if no ticket was free until the offer expired.
 */
async function beforeSubmission(
  context: Context,
  sale: SaleRow,
): Promise<{ turn: 'go' | 'wait' } | { turn: 'fail'; result: string }> {
  const reader = context.db.http
  // The order matters: this sale did not cause the end of an offer that ended before any submission.
  const isOfferEnded = await hasEndedOffer(reader, [sale.sellOfferId, sale.buyOfferId])
  if ((await findSubmission(reader, purposeOf(sale))) !== null) return { turn: 'go' }
  if (isLate(context, sale)) return { turn: 'fail', result: 'tecEXPIRED' }
  if (await mustWait(reader, sale)) return { turn: 'wait' }
  return isOfferEnded ? { turn: 'fail', result: 'tecOBJECT_NOT_FOUND' } : { turn: 'go' }
}

const purposeOf = (sale: SaleRow) => `broker:${sale.id}`

function orderOf(sale: SaleRow): SettleOrder {
  return {
    purpose: purposeOf(sale),
    kind: 'broker',
    counterparty: sale.buyer,
    isWanted: (tx) => lockMatching(tx, sale.id),
    // A sale that the policy refuses must end, because later sales of the token wait for it.
    lostOnPolicyRefusal: true,
    ...(kindRules[sale.kind].isAwaited ? { giveUpAfter: 5 } : {}),
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
      feeOf: kindRules[sale.kind].feeOf,
    }),
  }
}

/**
 * Advances a brokered sale as far as possible: submits the marketplace's NFTokenAcceptOffer through the journal, then
 * applies its validated result. The fee is exactly the published one, and the seller's listing is matched only for this
 * sale.
 */
export async function advanceSale(context: Context, sale: SaleRow): Promise<SaleRow> {
  const { db, now } = context
  const before = await beforeSubmission(context, sale)
  if (before.turn === 'wait') return sale
  if (before.turn === 'fail') {
    await db.transaction((tx) => fail(tx, sale, { result: before.result, entry: null }, now()))
  } else {
    const state = await settle(
      context,
      orderOf(sale),
      (tx, entry) => complete(tx, sale, entry, now()),
      (tx, entry) => fail(tx, sale, { result: entry?.meta.TransactionResult ?? null, entry }, now()),
    )
    if (state === 'open') return sale
    // If many sales of one token fail because they are too late, the sweep cancels all their offers together.
    if (state === 'failed') await cancelLeftover(context, sale)
  }
  return (await findSale(db.http, sale.id)) ?? sale
}

/** Advances the sale that a sign request has started; null if it has started none. */
export async function advanceSaleOf(context: Context, { id }: SignRequestRow): Promise<SaleRow | null> {
  const sale = await findSaleOfRequest(context.db.http, id)
  return sale?.state === 'matching' ? advanceSale(context, sale) : sale
}
