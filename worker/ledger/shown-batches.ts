import { createHash } from 'node:crypto'
import type { ValidatedTransaction } from './ledger-json.ts'

/** A Batch as it appears in a ledger. */
export interface ShownBatch {
  /** Hashes of its inner transactions. */
  hashes: string[]
  /** Hash of the first inner transaction that moved a token. */
  move: string | null
  digest: string
}

/**
 * Identifies a Batch by all of its inner transactions. A part is not enough: two Batches signed for the same Sequence
 * may begin with the same transactions.
 */
export const digestOfBatch = (hashes: string[]) =>
  createHash('sha256').update(hashes.toSorted().join()).digest('hex')

/**
 * Finds the Batches whose inner transactions are in a ledger. All inner transactions of an all-or-nothing Batch are in
 * the same ledger.
 */
export function shownBatches(entries: ValidatedTransaction[]): ShownBatch[] {
  const inner = entries.filter(({ meta }) => meta.ParentBatchID !== undefined)
  return [...Map.groupBy(inner, ({ meta }) => meta.ParentBatchID).values()].map((batch) => {
    const placedEntries = batch.toSorted((a, b) => a.meta.TransactionIndex - b.meta.TransactionIndex)
    const hashes = placedEntries.map(({ hash }) => hash)
    const move = placedEntries.find(({ tx }) => tx.TransactionType === 'NFTokenAcceptOffer')?.hash ?? null
    return { hashes, move, digest: digestOfBatch(hashes) }
  })
}
