import { encodeBinary } from '#ledger/codec/binary.ts'
import { sha512Half } from '#ledger/codec/hash.ts'
import { transactionTreeHash } from '#ledger/codec/tree-hash.ts'
import { type Amendment, mainnetAmendments } from '#ledger/entries/amendments.ts'
import type { Entry } from '#ledger/entries/entry-types.ts'
import { amendmentsKeylet, hashesKeylet } from '#ledger/entries/keylets.ts'
import type { Outcome } from '#ledger/transactions/engine.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { Overlay } from '#ledger/views/overlay.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { buildLedger } from './build-ledger.ts'
import {
  finishHeader,
  type LedgerHeader,
  NO_HASH,
  RIPPLE_EPOCH,
  type TransactionRecord,
} from './closed-ledger.ts'
import { FeeMetrics, feeLevelPaid } from './fee-metrics.ts'
import { amendmentsEntry, genesisEntries, TOTAL_DROPS } from './genesis.ts'
import { type BodyStore, History, type LedgerIndexEntry, MemoryBodies } from './history.ts'
import { Interventions } from './interventions.ts'
import { OpenLedger } from './open-ledger.ts'
import { StateStore } from './state-store.ts'

/** A ledger that has just closed, for the journal and for subscribers. */
export interface ClosedLedger {
  header: LedgerHeader
  records: TransactionRecord[]
  index: LedgerIndexEntry
  changes: Map<string, Entry | null>
}

/** The state that is needed to continue an earlier run. */
export interface SavedChain {
  header: LedgerHeader
  entries: Iterable<[string, Entry]>
  ledgers: Iterable<LedgerIndexEntry>
  clockOffset: number
}

export interface ChainOptions {
  networkId: number
  /**
   * Amendments that are active from the start, by default those of Mainnet. They are also activated in a saved chain.
   */
  amendments?: readonly Amendment[] | undefined
  bodies?: BodyStore
  /** Number of transactions that a ledger takes at the base cost; a server without peers expects 1,000. */
  ledgerSize?: number | undefined
  now?: () => number
}

const KEPT_TRANSACTIONS = 20_000
/** Number of past ledgers whose state can be read. */
const KEPT_STATES = 512

/** The ledger: its last closed state, its history, and the open ledger on top of it. */
export class LedgerChain {
  readonly networkId: number
  readonly state = new StateStore()
  readonly history: History
  /** Called for each closed ledger. */
  readonly closedListeners = new Set<(ledger: ClosedLedger) => void>()
  /** Called when a submitted transaction enters the open ledger. */
  readonly proposedListeners = new Set<(transaction: Transaction, outcome: Outcome) => void>()
  /** Called when transactions wait in the queue. */
  readonly queuedListeners = new Set<() => void>()
  /** Seconds by which ledger time is ahead of the clock. */
  clockOffset = 0
  /** Faults requested by tests. */
  readonly interventions = new Interventions()
  readonly openLedger: OpenLedger
  #closedHeader: LedgerHeader
  readonly #now: () => number

  constructor(options: ChainOptions, snapshot?: SavedChain) {
    this.networkId = options.networkId
    this.#now = options.now ?? Date.now
    this.history = new History(options.bodies ?? new MemoryBodies(KEPT_TRANSACTIONS))
    const amendments = options.amendments ?? mainnetAmendments
    if (snapshot === undefined) this.#closedHeader = this.#startFresh(amendments)
    else {
      for (const [key, entry] of snapshot.entries) this.state.load(key, entry)
      this.state.load(amendmentsKeylet.key, amendmentsEntry(amendments))
      for (const ledger of snapshot.ledgers) this.history.index(ledger)
      this.clockOffset = snapshot.clockOffset
      this.#closedHeader = snapshot.header
      this.state.forgetBefore(snapshot.header.seq)
    }
    this.openLedger = new OpenLedger(this.closedView(), this.#closedHeader, {
      networkId: options.networkId,
      interventions: this.interventions,
      metrics: new FeeMetrics(options.ledgerSize),
      announce: (transaction, outcome) => {
        for (const listener of this.proposedListeners) listener(transaction, outcome)
      },
      queued: () => {
        for (const listener of this.queuedListeners) listener()
      },
    })
  }

  get closedHeader(): LedgerHeader {
    return this.#closedHeader
  }

  get openSeq(): number {
    return this.#closedHeader.seq + 1
  }

  /** Returns the current ledger time in seconds since the Ripple epoch. */
  rippleTime(): number {
    return Math.floor(this.#now() / 1000) - RIPPLE_EPOCH + this.clockOffset
  }

  #startFresh(amendments: readonly Amendment[]): LedgerHeader {
    for (const [key, entry] of genesisEntries(amendments)) this.state.load(key, entry)
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
    this.state.load(hashesKeylet.key, this.#hashesWith(first))
    return second
  }

  closedView(): ReadView {
    const { state } = this
    const { seq, parentCloseTime } = this.#closedHeader
    return {
      seq,
      parentCloseTime,
      open: false,
      get: (key) => state.get(key),
      nextPage: (after) => state.nextPage(after),
    }
  }

  /** Returns a ledger's state, or undefined if it is no longer stored. */
  viewOf(seq: number): ReadView | undefined {
    const header = this.history.header(seq)
    if (header === undefined || seq < this.state.oldest) return undefined
    if (seq === this.#closedHeader.seq) return this.closedView()
    return this.state.viewAt(seq, header.parentCloseTime)
  }

  /** Closes the open ledger, which is validated immediately. */
  close(): ClosedLedger {
    this.openLedger.tryHeld()
    const parent = this.#closedHeader
    const seq = parent.seq + 1
    const closeTime = Math.max(parent.closeTime + 1, this.rippleTime())
    const target = new Overlay(this.closedView(), { seq, parentCloseTime: parent.closeTime, open: false })
    target.set(hashesKeylet.key, this.#hashesWith(parent))
    const records = buildLedger(target, this.openLedger.transactions, this)
    const validatedHashes = new Set(records.map(({ transaction }) => transaction.hash))
    this.openLedger.metrics.update(
      this.openLedger.transactions
        .filter(({ hash }) => validatedHashes.has(hash))
        .map((transaction) => feeLevelPaid(target, transaction)),
    )
    const header = finishHeader({
      seq,
      parentHash: parent.hash,
      transactionHash: transactionTreeHash(
        records.map(({ transaction: { hash, blob }, metadata }) => ({
          hash,
          blob,
          metadata: encodeBinary(metadata),
        })),
      ),
      accountHash: this.#chainedHash(parent.accountHash, target),
      totalDrops: (BigInt(parent.totalDrops) - target.burntDrops).toString(),
      closeTime,
      parentCloseTime: parent.closeTime,
    })
    this.state.advance(seq, target.changes)
    this.#closedHeader = header
    const ledger = { header, records, index: this.history.append(header, records), changes: target.changes }
    const firstKept = this.history.trim()
    this.state.forgetBefore(Math.max(firstKept, seq - KEPT_STATES))
    this.openLedger.reopen(this.closedView(), header, (hash) => this.history.has(hash))
    for (const listener of this.closedListeners) listener(ledger)
    if (this.openLedger.queue.size > 0) for (const listener of this.queuedListeners) listener()
    return ledger
  }

  /** Returns the entry that lists the hashes of the last 256 ledgers. Source: xrpl.org "LedgerHashes". */
  #hashesWith(parent: LedgerHeader): Entry {
    const entry = this.state.get(hashesKeylet.key)
    const before = entry?.LedgerEntryType === 'LedgerHashes' ? entry.Hashes : []
    return {
      LedgerEntryType: 'LedgerHashes',
      Flags: 0,
      Hashes: [...before, parent.hash].slice(-256),
      LastLedgerSequence: parent.seq,
    }
  }

  #chainedHash(before: string, target: Overlay): string {
    const keys = [...target.changes.keys()].sort()
    return sha512Half(before + keys.join(''))
  }
}
