import { applyTransaction } from '#ledger/transactions/engine.ts'
import { isFinalRefusal } from '#ledger/transactions/results.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import type { Overlay } from '#ledger/views/overlay.ts'
import { type Applied, applyInner } from './apply-inner.ts'
import { canonicalOrder } from './canonical-order.ts'
import type { TransactionRecord } from './closed-ledger.ts'
import type { Interventions } from './interventions.ts'

const TOTAL_PASSES = 3
const RETRY_PASSES = 1

/**
 * Applies the transactions of a closing ledger. Failures that another transaction may still resolve are retried. In the
 * last pass, failed transactions pay their fee. Source: the server's BuildLedger (applyTransactions).
 */
export function buildLedger(
  target: Overlay,
  transactions: Transaction[],
  options: { networkId: number; interventions: Interventions },
): TransactionRecord[] {
  const records: TransactionRecord[] = []
  const record = ({ transaction: { fields, blob, hash }, metadata }: Applied) => {
    records.push({ transaction: { fields, blob, hash }, metadata, seq: target.seq, index: records.length })
  }
  let remainingTransactions = canonicalOrder(transactions)
  let retry = true
  for (let pass = 0; pass < TOTAL_PASSES; pass += 1) {
    const retries: Transaction[] = []
    const before = records.length
    for (const transaction of remainingTransactions) {
      const outcome = applyTransaction(target, transaction, records.length, {
        networkId: options.networkId,
        retry,
        forced: options.interventions.findForcedResult(transaction.hash, false),
      })
      if (outcome.isApplied && outcome.metadata !== undefined) {
        record({ transaction, metadata: outcome.metadata })
        if (outcome.result === 'tesSUCCESS' && transaction.batch !== undefined)
          applyInner(target, transaction, records.length, options.networkId).forEach(record)
      } else if (!isFinalRefusal(outcome.result)) retries.push(transaction)
    }
    remainingTransactions = retries
    const changed = records.length > before
    if (!changed && !retry) break
    if (!changed || pass >= RETRY_PASSES) retry = false
  }
  return records
}
