import { accountId } from '#ledger/codec/address.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'

/**
 * Transactions that cannot be applied yet (a ter result), held until the missing transactions before them arrive.
 * Source: the server's LedgerMaster (held transactions).
 */
export class HeldTransactions {
  readonly #byHash = new Map<string, Transaction>()
  /** Ids that were held once without a client's request. They are not held again. */
  readonly #heldBefore = new Set<string>()

  add(transaction: Transaction): void {
    this.#byHash.set(transaction.hash, transaction)
  }

  /** Holds a transaction again that failed when it was released. */
  addAgain(transaction: Transaction, openSeq: number): void {
    const last = transaction.fields.LastLedgerSequence
    const endsSoon = last !== undefined && last - openSeq <= 5
    if (!endsSoon && this.#heldBefore.has(transaction.hash)) return
    if (!endsSoon) this.#heldBefore.add(transaction.hash)
    this.add(transaction)
  }

  /** Takes the next transaction of the same account, by sequence or by ticket. */
  takeNext({ fields }: Transaction): Transaction | undefined {
    const ofAccount = [...this.#byHash.values()].filter((item) => item.fields.Account === fields.Account)
    const later = ofAccount
      .filter((item) => item.fields.Sequence > fields.Sequence)
      .sort((a, b) => a.fields.Sequence - b.fields.Sequence)
    const tickets = ofAccount
      .filter((item) => item.fields.Sequence === 0)
      .sort((a, b) => (a.fields.TicketSequence ?? 0) - (b.fields.TicketSequence ?? 0))
    const [first] = fields.Sequence === 0 ? tickets : [...later, ...tickets]
    if (first === undefined) return undefined
    if (first.fields.Sequence !== 0 && first.fields.Sequence !== fields.Sequence + 1) return undefined
    this.#byHash.delete(first.hash)
    return first
  }

  takeAll(): Transaction[] {
    const order = (item: Transaction) => accountId(item.fields.Account)
    const sortedTransactions = [...this.#byHash.values()].sort((a, b) => {
      if (order(a) !== order(b)) return order(a) < order(b) ? -1 : 1
      return a.fields.Sequence - b.fields.Sequence
    })
    this.#byHash.clear()
    return sortedTransactions
  }

  get size(): number {
    return this.#byHash.size
  }
}
