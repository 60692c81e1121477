import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { ListedToken } from '#worker/contract/tokens.ts'
import { m } from '#web/messages.ts'
import { exactAmount } from '#web/kit/amounts/currency.ts'
import type { RequestRecord } from './request-record.ts'
import { requestWords } from './request-words.ts'

export interface RequestResult {
  tone: 'good' | 'bad' | 'plain'
  title: string
  sentence: string
  /** A reassurance or what happens next. */
  reassurance: string
  /** Label of the button that starts `record.retry`, or null. */
  again: string | null
  txid: string | null
  /** The ledger's result, if it helps. */
  ledgerResult: string | null
}

/** The first of two signatures: success leads on to the second. */
const leadsOn = new Set<RequestRecord['purpose']>(['trust_line', 'reprice_cancel'])

const nothingPaid = m.wallet_request_result_nothing_paid_nothing_changed
const stillHeld = m.wallet_request_result_nothing_paid_drew_held

/** A draw outlasts its request. */
const unsigned = ({ receipt }: RequestRecord) => (receipt === undefined ? nothingPaid : stillHeld)

/** The texts for the outcome of a request; null until it is final. */
export function requestResult(record: RequestRecord, tokens: readonly ListedToken[]): RequestResult | null {
  const { reply, title } = record
  if (reply === null || reply.status === 'pending') return null
  const words = requestWords[record.purpose]
  const txid = reply.outcome?.txid ?? reply.txid ?? null
  const again = record.retry === null ? null : m.common_try_again
  const base = { txid, ledgerResult: null, again: null, tone: 'bad' } as const
  switch (reply.status) {
    case 'success':
      return {
        ...base,
        tone: 'good',
        title: words.done(title),
        sentence: success(record, tokens),
        reassurance: words.reassurance,
        again: record.retry !== null && leadsOn.has(record.purpose) ? m.wallet_request_result_continue : null,
      }
    case 'rejected':
      return {
        ...base,
        tone: 'plain',
        title: m.wallet_request_result_not_signed,
        sentence: m.wallet_use_run_outcome_you_rejected_to_sign,
        reassurance: unsigned(record),
        again,
      }
    case 'expired':
      return {
        ...base,
        tone: 'plain',
        title: m.wallet_request_result_the_time_ran_out,
        sentence: m.wallet_request_result_request_not_signed_time,
        reassurance: unsigned(record),
        again,
      }
    case 'signed':
      return {
        ...base,
        title: m.wallet_request_result_signed_but_not_settled,
        sentence: m.wallet_use_run_outcome_signer_signed_request_but,
        reassurance: m.wallet_request_result_look_transaction_before_try,
        ledgerResult: reply.dispatched_result ?? null,
      }
    case 'failed':
      return {
        ...base,
        title: words.failed,
        sentence: reply.data ?? m.wallet_use_run_outcome_the_request_is_failed,
        reassurance: txid === null ? nothingPaid : reassuranceOf(record),
        again: reply.code === 'not_found' ? null : again,
        ledgerResult: reply.dispatched_result ?? null,
      }
  }
}

function reassuranceOf({ purpose, brokered }: RequestRecord): string {
  if (purpose === 'buy_now' && brokered) return m.wallet_request_result_not_pay_price_offer
  if (purpose === 'accept_bid' && brokered) return m.wallet_request_result_work_still_offer_signed
  return m.wallet_request_result_nothing_changed_hands_ledger
}

function success(
  { purpose, title, reply, amount, feeDrops }: RequestRecord,
  tokens: readonly ListedToken[],
): string {
  const outcome = reply?.outcome
  const buys = ['buy_now', 'buy_cart', 'accept_sell', 'demand_buy', 'buy_random'].includes(purpose)
  const paid = buys ? (outcome?.paid ?? amount) : amount
  const fee = BigInt((buys ? outcome?.feeDrops : null) ?? feeDrops)
  return requestWords[purpose].sentence({
    title,
    amount: paid === null ? '' : exactAmount(paid, tokens),
    fee: fee > 0n ? formatXrpExact(fee) : null,
  })
}

/** The title of a running request: "Buying Midnight Orchard #12". */
export function runningTitle({ purpose, title }: RequestRecord): string {
  return requestWords[purpose].running(title)
}
