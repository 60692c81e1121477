import { batchMode } from '#ledger/transactions/batch.ts'
import { applyTransaction } from '#ledger/transactions/engine.ts'
import { flagsOf, type Transaction } from '#ledger/transactions/transaction-types.ts'
import type { Metadata } from '#ledger/views/metadata.ts'
import { Overlay } from '#ledger/views/overlay.ts'

/** A transaction and its outcome. */
export interface Applied {
  transaction: Transaction
  metadata: Metadata
}

/**
 * Applies the inner transactions of a Batch, after its outer transaction has succeeded, to the ledger that is being
 * built. They succeed or fail together or one by one, depending on the Batch mode. Source: XLS-56 ("Modes").
 * @param index the position of the first one in the ledger.
 * @returns the transactions that entered the ledger; all others leave no trace.
 */
export function applyInner(target: Overlay, outer: Transaction, index: number, networkId: number): Applied[] {
  const mode = flagsOf(outer.fields)
  const view = new Overlay(target, target)
  const appliedInner: Applied[] = []
  for (const { transaction } of outer.batch?.inner ?? []) {
    const { result, metadata } = applyTransaction(view, transaction, index + appliedInner.length, {
      networkId,
      parentBatch: outer.hash,
    })
    if (metadata !== undefined) appliedInner.push({ transaction, metadata })
    if (result === 'tesSUCCESS') {
      if ((mode & batchMode.onlyOne) !== 0) break
    } else if ((mode & batchMode.allOrNothing) !== 0) return []
    else if ((mode & batchMode.untilFailure) !== 0) break
  }
  view.commitTo(target)
  return appliedInner
}
