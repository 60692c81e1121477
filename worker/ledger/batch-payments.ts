import * as v from 'valibot'
import type { Amount } from '#contract/schemas/amounts.ts'
import { LedgerAddress } from './addresses.ts'
import { LedgerAmount } from './ledger-amount.ts'
import type { ValidatedTransaction } from './ledger-json.ts'

/** A payment in the same Batch as a sale: a fee to the marketplace, a payout to an artist. */
export interface BatchPayment {
  txid: string
  parentBatchId: string
  position: number
  account: string
  destination: string
  amount: Amount
}

/**
 * Returns the payments that belong to a sale in the same Batch. The inner transactions of a Batch are in the same
 * ledger, each with the hash of the outer one as `ParentBatchID`. Source: XLS-56.
 */
export function batchPayments(entries: ValidatedTransaction[], batches: Set<string>): BatchPayment[] {
  return entries.flatMap(({ hash, tx, meta }) => {
    const { ParentBatchID: parentBatchId, TransactionIndex: position, TransactionResult: result } = meta
    if (parentBatchId === undefined || !batches.has(parentBatchId)) return []
    if (tx.TransactionType !== 'Payment' || result !== 'tesSUCCESS') return []
    const amount = v.safeParse(LedgerAmount, tx.DeliverMax ?? tx.Amount)
    const destination = v.safeParse(LedgerAddress, tx.Destination)
    if (!amount.success || !destination.success) return []
    return [
      {
        txid: hash,
        parentBatchId,
        position,
        account: tx.Account,
        destination: destination.output,
        amount: amount.output,
      },
    ]
  })
}
