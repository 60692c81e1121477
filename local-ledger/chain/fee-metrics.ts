import { fees } from '#ledger/entries/account-roots.ts'
import { requiredFee } from '#ledger/transactions/engine.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import type { ReadView } from '#ledger/views/read-view.ts'

// Computes the cost of the open ledger. Costs are compared as levels: 256 is the base cost of a transaction's type.
// Source: xrpl.org "Transaction Cost" (open ledger cost), the server's FeeEscalation and TxQ.

export const BASE_LEVEL = 256n
const LEAST_MULTIPLIER = 128_000n
/** Number of past ledgers that determine the expected size. */
const RECENT_LEDGERS = 20
const GROWTH_PERCENT = 120
/** Default number of transactions expected at the base cost, so large that no test raises the cost by accident. */
export const ROOMY_LEDGER = 100_000

/** The load of a busy network. */
export interface LedgerLoad {
  /** Number of transactions per ledger at the base cost: the server's minimum, target and maximum. */
  ledgerSize: number
  /**
   * Number of other users' transactions in each open ledger. They paid the base cost and arrived before the submitted
   * transactions.
   */
  otherCount: number
}

export function feeLevelPaid(view: ReadView, transaction: Transaction): bigint {
  const base = requiredFee(view, transaction)
  // A free transaction is compared as if it paid twice the base cost.
  const free = base > 0n ? 0n : fees.baseDrops
  return ((BigInt(transaction.fields.Fee) + free) * BASE_LEVEL) / (base + free)
}

/** Tracks how many transactions a ledger takes at the base cost, and how the cost rises above that. */
export class FeeMetrics {
  #load: LedgerLoad
  #isFixed = false
  #recent: number[] = []
  expected: number
  multiplier = LEAST_MULTIPLIER

  constructor(ledgerSize = ROOMY_LEDGER) {
    this.#load = { ledgerSize, otherCount: 0 }
    this.expected = ledgerSize
  }

  get otherCount(): number {
    return this.#load.otherCount
  }

  setLoad(load: LedgerLoad): void {
    this.#load = load
    this.#isFixed = true
    this.#recent = []
    this.expected = load.ledgerSize
    this.multiplier = LEAST_MULTIPLIER
  }

  /** Returns the level that the next transaction must pay to enter an open ledger of `count` transactions. */
  requiredLevel(count: number): bigint {
    if (count <= this.expected) return BASE_LEVEL
    const [current, target] = [BigInt(count), BigInt(this.expected)]
    return (this.multiplier * current * current) / (target * target)
  }

  /** Updates the metrics from a closed ledger. */
  update(levels: readonly bigint[]): void {
    const allLevels = [...levels, ...Array<bigint>(this.otherCount).fill(BASE_LEVEL)].sort((a, b) =>
      Number(a - b),
    )
    const size = allLevels.length
    this.#resize(size)
    const middle =
      ((allLevels[Math.floor(size / 2)] ?? 0n) + (allLevels[Math.floor((size - 1) / 2)] ?? 0n) + 1n) / 2n
    this.multiplier = middle > LEAST_MULTIPLIER ? middle : LEAST_MULTIPLIER
  }

  #resize(size: number): void {
    if (size <= this.expected || this.#isFixed) return
    this.#recent = [...this.#recent, Math.floor((size * GROWTH_PERCENT) / 100)].slice(-RECENT_LEDGERS)
    this.expected = Math.max(...this.#recent, this.expected)
  }
}
