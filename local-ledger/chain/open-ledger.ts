import { findAccount } from '#ledger/entries/account-roots.ts'
import { applyTransaction, type Outcome } from '#ledger/transactions/engine.ts'
import { isFinalRefusal, isTec, isTer, type ResultCode } from '#ledger/transactions/results.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { Overlay } from '#ledger/views/overlay.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { LedgerHeader } from './closed-ledger.ts'
import { BASE_LEVEL, type FeeMetrics, feeLevelPaid, type LedgerLoad } from './fee-metrics.ts'
import { HeldTransactions } from './held-transactions.ts'
import type { Intervention, Interventions } from './interventions.ts'
import { LocalTransactions } from './local-transactions.ts'
import { TransactionQueue } from './transaction-queue.ts'

const REMEMBERED_MS = 300_000

/**
 * Remembers malformed transactions. For five minutes the server does not check them again and reports their signature
 * as invalid. Source: the server's HashRouter (BAD flag).
 */
class MalformedTransactions {
  readonly #seenAt = new Map<string, number>()

  add(hash: string): void {
    const now = Date.now()
    for (const [blob, at] of this.#seenAt) {
      if (now - at < REMEMBERED_MS) break
      this.#seenAt.delete(blob)
    }
    this.#seenAt.set(hash, now)
  }

  has(hash: string): boolean {
    const at = this.#seenAt.get(hash)
    return at !== undefined && Date.now() - at < REMEMBERED_MS
  }
}

export interface Submission {
  outcome: Outcome
  /** The account's next sequence number after this transaction. */
  nextSequence: number
  /** True if the server retries the transaction automatically. */
  isKept: boolean
}

/**
 * True if a transaction was not applied, but other transactions may still make it valid. A past sequence number never
 * becomes valid again.
 */
const isWorthHolding = (result: ResultCode): boolean =>
  (isTer(result) && result !== 'terQUEUED') ||
  (isFinalRefusal(result) && !result.startsWith('tem') && result !== 'tefPAST_SEQ')

const RECENT_LIMIT = 20_000
const TOTAL_PASSES = 3
const RETRY_PASSES = 1

interface OpenLedgerOptions {
  networkId: number
  interventions: Interventions
  metrics: FeeMetrics
  announce: (transaction: Transaction, outcome: Outcome) => void
  /** Called when a transaction is queued for a later ledger. */
  queued: () => void
}

/**
 * The ledger that is being filled; its results are preliminary. Source: xrpl.org "Open, Closed, and Validated Ledgers".
 */
export class OpenLedger {
  readonly held = new HeldTransactions()
  readonly malformed = new MalformedTransactions()
  readonly #local = new LocalTransactions()
  /** Recently submitted transactions with any result, so that `tx` finds them. */
  readonly #recent = new Map<string, Transaction>()
  readonly #options: OpenLedgerOptions
  readonly queue: TransactionQueue
  view: Overlay
  transactions: Transaction[] = []
  /** Number of other users' transactions, which raise the cost of the open ledger. */
  #others = 0

  constructor(closedView: ReadView, header: LedgerHeader, options: OpenLedgerOptions) {
    this.#options = options
    this.queue = new TransactionQueue(options.networkId)
    this.view = OpenLedger.#viewOn(closedView, header)
  }

  static #viewOn(closedView: ReadView, header: LedgerHeader): Overlay {
    return new Overlay(closedView, { seq: header.seq + 1, parentCloseTime: header.closeTime, open: true })
  }

  /** Applies a client's transaction. Its signature must be verified already. */
  submit(transaction: Transaction, failHard: boolean): Submission {
    const { interventions } = this.#options
    const intervention = interventions.decide(transaction)
    if (intervention?.kind === 'fail') {
      const { code, finalOnly } = intervention
      // Refusals are not recorded, because the same blob may be sent again. A result that claims a fee must persist.
      if (!finalOnly && !isTec(code)) return this.#refuse(transaction, code)
      interventions.force(transaction.hash, code, finalOnly)
    } else if (intervention !== undefined) return this.#pretend(transaction, intervention)
    const outcome = this.#enter(transaction, failHard)
    const { result } = outcome
    if (result === 'terQUEUED') this.#options.queued()
    this.#remember(transaction)
    if (result.startsWith('tem')) this.malformed.add(transaction.hash)
    const isDropped = failHard && result !== 'tesSUCCESS'
    if (isWorthHolding(result) && !isDropped) this.held.add(transaction)
    if (!isDropped) this.#local.add(transaction, this.view.seq)
    const nextSequence = findAccount(this.view, transaction.fields.Account)?.Sequence ?? 0
    if (result === 'tesSUCCESS') this.#releaseAfter(transaction)
    return { outcome, nextSequence, isKept: !isDropped }
  }

  simulate(transaction: Transaction): Outcome {
    return applyTransaction(this.view, transaction, 0, { networkId: this.#options.networkId, dryRun: true })
  }

  #refuse({ fields }: Transaction, result: ResultCode): Submission {
    const nextSequence = findAccount(this.view, fields.Account)?.Sequence ?? 0
    return { outcome: { result, isApplied: false }, nextSequence, isKept: false }
  }

  /** Replies as if the transaction had been applied, although it is applied later or never. */
  #pretend(transaction: Transaction, intervention: Intervention): Submission {
    const outcome = this.simulate(transaction)
    if (intervention.kind === 'delay' && outcome.result === 'tesSUCCESS') {
      this.#remember(transaction)
      this.#options.interventions.delay(transaction, this.view.seq + intervention.ledgers)
    }
    const sequence = findAccount(this.view, transaction.fields.Account)?.Sequence ?? 0
    const isApplied = outcome.metadata !== undefined
    return {
      outcome: { ...outcome, isApplied },
      nextSequence: isApplied ? sequence + 1 : sequence,
      isKept: true,
    }
  }

  get metrics(): FeeMetrics {
    return this.#options.metrics
  }

  /** Number of transactions in the open ledger, which determines the cost of entering it. */
  get size(): number {
    return this.transactions.length + this.#others
  }

  /** Fee level that a transaction must currently pay to enter. */
  get requiredLevel(): bigint {
    return this.metrics.requiredLevel(this.size)
  }

  /** Returns whether a transaction currently pays enough to enter. */
  paysEnough(transaction: Transaction): boolean {
    return feeLevelPaid(this.view, transaction) >= this.requiredLevel
  }

  setLoad(load: LedgerLoad): void {
    this.metrics.setLoad(load)
    this.#others = load.otherCount
  }

  /** Retries held transactions one last time before the ledger closes. */
  tryHeld(): void {
    for (const transaction of this.held.takeAll()) this.#retryHeld(transaction)
  }

  /** Starts the next open ledger on top of a newly closed one. */
  reopen(closedView: ReadView, header: LedgerHeader, isValidated: (hash: string) => boolean): void {
    const remainingTransactions = this.transactions.filter(({ hash }) => !isValidated(hash))
    this.view = OpenLedger.#viewOn(closedView, header)
    this.transactions = []
    this.#others = 0
    this.queue.sweep(header.seq, this.metrics.expected)
    this.#applyLeft(remainingTransactions.sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    this.queue.accept(
      header.hash,
      () => this.requiredLevel,
      (transaction) => this.#apply(transaction, {}),
    )
    const inside = new Set(this.transactions.map(({ hash }) => hash))
    const candidates = [...this.#local.inOrder(), ...this.#options.interventions.takeDue(this.view.seq)]
    for (const transaction of candidates) {
      if (!isValidated(transaction.hash) && !inside.has(transaction.hash)) this.#enter(transaction, false)
    }
    this.#local.sweep(closedView, isValidated)
    this.#others = this.metrics.otherCount
  }

  find(hash: string): Transaction | undefined {
    return this.#recent.get(hash) ?? this.transactions.find((item) => item.hash === hash)
  }

  /** Applies a transaction that pays enough to enter; otherwise tries to queue it. */
  #enter(transaction: Transaction, failHard: boolean): Outcome {
    if (this.#mayApply(transaction)) {
      const outcome = this.#apply(transaction, { failHard })
      if (outcome.isApplied) this.queue.remove(transaction.fields)
      return outcome
    }
    return { result: this.queue.add(transaction, this.view, failHard), isApplied: false }
  }

  /**
   * Returns whether to apply a transaction directly. If it is not the account's next one, the queue decides, provided that
   * the account has queued transactions; otherwise the result of applying it gives the reason.
   */
  #mayApply(transaction: Transaction): boolean {
    const { fields } = transaction
    const account = findAccount(this.view, fields.Account)
    const isNext = fields.Sequence === 0 || fields.Sequence === account?.Sequence
    if (account === undefined || (!isNext && this.queue.countOf(fields.Account) === 0)) return true
    // The engine refuses a cost below the base with its own result.
    return isNext && (feeLevelPaid(this.view, transaction) < BASE_LEVEL || this.paysEnough(transaction))
  }

  #apply(transaction: Transaction, options: { failHard?: boolean; retry?: boolean }): Outcome {
    const { networkId, interventions } = this.#options
    const settings = { networkId, forced: interventions.findForcedResult(transaction.hash, true), ...options }
    const outcome = applyTransaction(this.view, transaction, this.transactions.length, settings)
    if (outcome.isApplied) {
      this.transactions.push(transaction)
      this.#options.announce(transaction, outcome)
    }
    return outcome
  }

  /** Applies the transactions that were held because of a sequence gap, now that the gap is filled. */
  #releaseAfter(transaction: Transaction): void {
    const releasedTransactions: Transaction[] = []
    for (;;) {
      const next = this.held.takeNext(transaction)
      if (next === undefined) break
      releasedTransactions.push(next)
    }
    for (const next of releasedTransactions) this.#retryHeld(next)
  }

  #retryHeld(transaction: Transaction): void {
    const { result } = this.#enter(transaction, false)
    if (result === 'tesSUCCESS') this.#releaseAfter(transaction)
    else if (isWorthHolding(result)) this.held.addAgain(transaction, this.view.seq)
  }

  /** Applies transactions that the closed ledger did not include, in the same passes as for building a ledger. */
  #applyLeft(transactions: Transaction[]): void {
    let remainingTransactions = transactions
    let retry = true
    for (let pass = 0; pass < TOTAL_PASSES && remainingTransactions.length > 0; pass += 1) {
      const before = this.transactions.length
      remainingTransactions = remainingTransactions.filter((transaction) => {
        const { isApplied, result } = this.#apply(transaction, { retry })
        return !isApplied && !isFinalRefusal(result)
      })
      const hasGrown = this.transactions.length > before
      if (!hasGrown && !retry) return
      if (!hasGrown || pass >= RETRY_PASSES) retry = false
    }
  }

  #remember(transaction: Transaction): void {
    this.#recent.set(transaction.hash, transaction)
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= RECENT_LIMIT) break
      this.#recent.delete(oldest)
    }
  }
}
