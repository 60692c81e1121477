import { sha512Half } from '#dev/ledger/codec/hash.ts'
import { transactionSetHash } from '#dev/ledger/codec/tree-hash.ts'
import type { Entry } from '#dev/ledger/entries/entry-types.ts'
import { applyTransaction, type Outcome } from '#dev/ledger/transactions/engine.ts'
import { isFinalRefusal, isTer } from '#dev/ledger/transactions/results.ts'
import type { Transaction } from '#dev/ledger/transactions/transaction-types.ts'
import { Overlay } from '#dev/ledger/views/overlay.ts'
import type { ReadView } from '#dev/ledger/views/read-view.ts'
import { buildLedger } from './build-ledger.ts'
import {
  finishHeader,
  type LedgerHeader,
  NO_HASH,
  RIPPLE_EPOCH,
  type TransactionRecord,
} from './closed-ledger.ts'
import { genesisEntries, TOTAL_DROPS } from './genesis.ts'
import { HeldTransactions } from './held-transactions.ts'
import { type BodyStore, History, type LedgerIndexEntry, MemoryBodies } from './history.ts'
import { StateStore } from './state-store.ts'

/** A ledger that has just closed, for the journal and for subscribers. */
export interface ClosedLedger {
  header: LedgerHeader
  records: TransactionRecord[]
  index: LedgerIndexEntry
  changes: Map<string, Entry | null>
}

/** Everything needed to go on where a run stopped. */
export interface SavedChain {
  header: LedgerHeader
  entries: Iterable<[string, Entry]>
  ledgers: Iterable<LedgerIndexEntry>
  clockOffset: number
}

export interface ChainOptions {
  networkId: number
  bodies?: BodyStore
  now?: () => number
}

export interface Submission {
  outcome: Outcome
  /** Kept to be tried again when the numbers before it have come. */
  held: boolean
}

const KEPT_TRANSACTIONS = 20_000
/** States of this many ledgers back can be read. */
const KEPT_STATES = 512

/** The ledger: its last closed state, its history and the open ledger on top. */
export class LedgerChain {
  readonly networkId: number
  readonly state = new StateStore()
  readonly history: History
  readonly held = new HeldTransactions()
  /** Called for each ledger that closes. */
  readonly closedListeners = new Set<(ledger: ClosedLedger) => void>()
  /** Called when a submitted transaction entered the open ledger. */
  readonly proposedListeners = new Set<(transaction: Transaction, outcome: Outcome) => void>()
  /** Seconds by which ledger time is ahead of the clock. */
  clockOffset = 0
  openTransactions: Transaction[] = []
  open: Overlay
  #closed: LedgerHeader
  readonly #now: () => number

  constructor(options: ChainOptions, saved?: SavedChain) {
    this.networkId = options.networkId
    this.#now = options.now ?? Date.now
    this.history = new History(options.bodies ?? new MemoryBodies(KEPT_TRANSACTIONS))
    if (saved === undefined) this.#closed = this.#startFresh()
    else {
      for (const [key, entry] of saved.entries) this.state.load(key, entry)
      for (const ledger of saved.ledgers) this.history.index(ledger)
      this.clockOffset = saved.clockOffset
      this.#closed = saved.header
      this.state.forgetBefore(saved.header.seq)
    }
    this.open = this.#newOpenLedger()
  }

  get closed(): LedgerHeader {
    return this.#closed
  }

  get openSeq(): number {
    return this.#closed.seq + 1
  }

  /** Now, in ledger time. */
  rippleTime(): number {
    return Math.floor(this.#now() / 1000) - RIPPLE_EPOCH + this.clockOffset
  }

  #startFresh(): LedgerHeader {
    for (const [key, entry] of genesisEntries()) this.state.load(key, entry)
    const first = finishHeader({
      seq: 1,
      parentHash: NO_HASH,
      transactionHash: NO_HASH,
      accountHash: sha512Half(''),
      totalDrops: TOTAL_DROPS,
      closeTime: 0,
      parentCloseTime: 0,
    })
    this.history.append(first, [])
    const second = finishHeader({ ...first, seq: 2, parentHash: first.hash, closeTime: this.rippleTime() })
    this.history.append(second, [])
    return second
  }

  #newOpenLedger(): Overlay {
    const { seq, closeTime } = this.#closed
    return new Overlay(this.closedView(), { seq: seq + 1, parentCloseTime: closeTime, open: true })
  }

  closedView(): ReadView {
    const { state } = this
    const { seq, parentCloseTime } = this.#closed
    return {
      seq,
      parentCloseTime,
      open: false,
      get: (key) => state.get(key),
      nextPage: (after) => state.nextPage(after),
    }
  }

  /** A ledger's state, or undefined when it is not kept. */
  viewOf(seq: number): ReadView | undefined {
    const header = this.history.header(seq)
    if (header === undefined || seq < this.state.oldest) return undefined
    if (seq === this.#closed.seq) return this.closedView()
    return this.state.viewAt(seq, header.parentCloseTime)
  }

  /** Tries a transaction with a good signature in the open ledger. */
  submit(transaction: Transaction, failHard: boolean): Submission {
    const outcome = this.#tryOpen(transaction, failHard)
    if (outcome.applied) this.#releaseAfter(transaction)
    const held = !failHard && isTer(outcome.result)
    if (held) this.held.add(transaction, this.openSeq)
    return { outcome, held }
  }

  #tryOpen(transaction: Transaction, failHard = false): Outcome {
    const options = { networkId: this.networkId, failHard }
    const outcome = applyTransaction(this.open, transaction, this.openTransactions.length, options)
    if (outcome.applied) {
      this.openTransactions.push(transaction)
      for (const listener of this.proposedListeners) listener(transaction, outcome)
    }
    return outcome
  }

  /** A gap is filled: what was held behind it goes into the same open ledger. */
  #releaseAfter(transaction: Transaction): void {
    let next = this.held.takeNext(transaction)
    while (next !== undefined) {
      const outcome = this.#tryOpen(next)
      if (isTer(outcome.result)) this.held.add(next, this.openSeq)
      next = outcome.applied ? this.held.takeNext(next) : undefined
    }
  }

  /** Tries a transaction without changing anything. */
  simulate(transaction: Transaction): Outcome {
    const options = { networkId: this.networkId, dryRun: true }
    return applyTransaction(this.open, transaction, 0, options)
  }

  /** Closes the open ledger; it is validated at once. */
  close(): ClosedLedger {
    for (const transaction of this.held.takeAll()) {
      const { result } = this.#tryOpen(transaction)
      if (isTer(result)) this.held.add(transaction, this.openSeq)
    }
    const parent = this.#closed
    const seq = parent.seq + 1
    const closeTime = Math.max(parent.closeTime + 1, this.rippleTime())
    const target = new Overlay(this.closedView(), { seq, parentCloseTime: parent.closeTime, open: false })
    const submitted = this.openTransactions
    const records = buildLedger(target, submitted, this.networkId)
    const header = finishHeader({
      seq,
      parentHash: parent.hash,
      transactionHash: transactionSetHash(records.map(({ transaction }) => transaction.hash)),
      accountHash: this.#chainedHash(parent.accountHash, target),
      totalDrops: (BigInt(parent.totalDrops) - target.burntDrops).toString(),
      closeTime,
      parentCloseTime: parent.closeTime,
    })
    this.state.advance(seq, target.changes)
    this.#closed = header
    const ledger = { header, records, index: this.history.append(header, records), changes: target.changes }
    const firstKept = this.history.trim()
    this.state.forgetBefore(Math.max(firstKept, seq - KEPT_STATES))
    this.#reopen(submitted, records)
    for (const listener of this.closedListeners) listener(ledger)
    return ledger
  }

  /** What did not make it is tried again in the next open ledger. */
  #reopen(submitted: Transaction[], records: TransactionRecord[]): void {
    const done = new Set(records.map(({ transaction }) => transaction.hash))
    this.open = this.#newOpenLedger()
    this.openTransactions = []
    for (const transaction of submitted) {
      if (done.has(transaction.hash)) continue
      const { result, applied } = this.#tryOpen(transaction)
      if (!applied && !isFinalRefusal(result)) this.held.add(transaction, this.openSeq)
    }
  }

  #chainedHash(before: string, target: Overlay): string {
    const keys = [...target.changes.keys()].sort()
    return keys.length === 0 ? before : sha512Half(before + keys.join(''))
  }

  /** A transaction in the open ledger or held, by its hash. */
  findPending(hash: string): Transaction | undefined {
    return this.openTransactions.find((item) => item.hash === hash) ?? this.held.find(hash)
  }
}
