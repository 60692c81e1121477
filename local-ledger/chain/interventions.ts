import type { ResultCode } from '#ledger/transactions/results.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'

/** The effect of a fault on a submission. */
export type Intervention =
  | { kind: 'lose' }
  | { kind: 'delay'; ledgers: number }
  | { kind: 'fail'; code: ResultCode; finalOnly: boolean }

/** Records interventions: which transactions are delayed, and which must fail. */
export class Interventions {
  /** Called for every submission; the server sets it to inject faults. */
  decide: (transaction: Transaction) => Intervention | undefined = () => undefined
  readonly #forced = new Map<string, { code: ResultCode; finalOnly: boolean }>()
  #delayed: { transaction: Transaction; atSeq: number }[] = []

  /**
   * Returns the forced result of a transaction, if any. @param open true for the open ledger, where results are
   * preliminary.
   */
  findForcedResult(hash: string, open: boolean): ResultCode | undefined {
    const item = this.#forced.get(hash)
    return item === undefined || (item.finalOnly && open) ? undefined : item.code
  }

  force(hash: string, code: ResultCode, finalOnly: boolean): void {
    this.#forced.set(hash, { code, finalOnly })
  }

  delay(transaction: Transaction, atSeq: number): void {
    this.#delayed.push({ transaction, atSeq })
  }

  /** Takes delayed transactions whose open ledger has been reached. */
  takeDue(openSeq: number): Transaction[] {
    const dueTransactions = this.#delayed.filter(({ atSeq }) => atSeq <= openSeq)
    this.#delayed = this.#delayed.filter(({ atSeq }) => atSeq > openSeq)
    return dueTransactions.map(({ transaction }) => transaction)
  }
}
