import type { Transaction } from '#dev/ledger/transactions/transaction-types.ts'

/** A transaction waits for at most this many ledgers. Source: the server's local transactions (holdLedgers). */
const MAX_LEDGERS = 5

interface Held {
  transaction: Transaction
  until: number
}

/** Transactions ahead of their sequence, kept until the gap before them is filled. */
export class HeldTransactions {
  readonly #byHash = new Map<string, Held>()

  add(transaction: Transaction, openSeq: number): void {
    const known = this.#byHash.get(transaction.hash)
    this.#byHash.set(transaction.hash, known ?? { transaction, until: openSeq + MAX_LEDGERS })
  }

  find(hash: string): Transaction | undefined {
    return this.#byHash.get(hash)?.transaction
  }

  /** The one of the same account that comes next. */
  takeNext({ fields }: Transaction): Transaction | undefined {
    for (const [hash, { transaction }] of this.#byHash) {
      const next = transaction.fields
      const follows = next.Account === fields.Account && next.Sequence === fields.Sequence + 1
      const ticket = next.Account === fields.Account && next.Sequence === 0
      if (follows || ticket) {
        this.#byHash.delete(hash)
        return transaction
      }
    }
    return undefined
  }

  takeAll(): Transaction[] {
    const all = [...this.#byHash.values()].map(({ transaction }) => transaction)
    this.#byHash.clear()
    return all
  }

  get size(): number {
    return this.#byHash.size
  }
}
