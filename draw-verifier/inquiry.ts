import { t } from '#contract/words/sentence.ts'
import type { Draw, DrawAnchor, DrawEpoch, DrawsReply } from './draw-records.ts'
import { type Beacon, ledgerHash, type ReceiptFields } from './draws.ts'
import { type LedgerSource, NodeProblem, type StatedHeader, type TransactionFacts } from './ledger-source.ts'
import { type CheckName, type RefusalCode, type RefusalFacts, refusals } from './sentences.ts'

/** Everything that a marketplace has published about the draws of one collection. */
export interface DrawRecord
  extends Pick<DrawsReply, 'collection' | 'marketplace' | 'ledgerIndex' | 'counts'> {
  draws: Draw[]
  anchors: DrawAnchor[]
  epochs: DrawEpoch[]
}

/** A receipt that the visitor has stored. */
export interface OwnReceipt extends ReceiptFields {
  signature: string
}

/** The current step; `total` is null while it is unknown. */
export interface DrawProgress {
  stage: 'record' | 'history' | 'transactions' | 'headers' | 'checks'
  done: number
  total: number | null
}

export interface Refused {
  code: RefusalCode
  check: CheckName
  sentence: string
  /** The draw that the step concerns. */
  number: number | null
}

/** A draw with the facts from the ledger. */
export interface DrawFacts {
  draw: Draw
  epoch: DrawEpoch | null
  /** Ledger of the anchor; null if the ledger does not contain it. */
  anchorLedger: number | null
  /** True if anchored within the limit and before every larger number. Then the number must be drawn. */
  inTime: boolean
  /** True if a larger number was anchored in time before this one. */
  isOvertaken: boolean
  /** Null if the nodes do not know the ledger. */
  beacon: Beacon | null
  soldLedger: number | null
}

/**
 * The marketplace records a ledger's results shortly after applying it. The record may lack results of this many latest
 * ledgers.
 */
export const ledgersToWriteDown = 20
/**
 * Maximum age of a record in ledgers, about a quarter of an hour: an older record could hide what happened since then.
 */
const maxAge = 250

/** True if an anchor belongs to a record. Anchors are read last, so later ones are ignored unless a draw names them. */
function isOfRecord({ ledgerIndex, draws }: DrawRecord) {
  const anchorTxids = new Set(draws.map(({ anchorTxid }) => anchorTxid))
  return ({ txid, ledger }: DrawAnchor) => ledger <= ledgerIndex + ledgersToWriteDown || anchorTxids.has(txid)
}

/** The state of one verification: the answers of the nodes, and the refusals. */
export class Inquiry {
  readonly record: DrawRecord
  readonly refusalList: Refused[] = []
  /** Numbers with a refusal. Their consequential errors are not reported again. */
  readonly tainted = new Set<number>()
  readonly draws: DrawFacts[]
  readonly epochs: Map<number, DrawEpoch>
  /** All transactions of the marketplace since its first commitment. */
  history: TransactionFacts[] = []
  /** Number of draws that were not recomputed, because they were refused before. */
  uncomputed = 0
  /** The newest ledger of the nodes, and its close time. */
  newest = 0
  now = 0
  /** Up to this ledger, the record must contain everything that the ledger shows. With the ledger's close time. */
  settledLedger = 0
  settledTime = 0
  /**
   * Generations of epochs: epochs that began together have the same number. Together they contain all unsold items, with
   * one epoch per price.
   */
  readonly generations = new Map<number, number>()
  readonly #node: LedgerSource
  readonly #report: (progress: DrawProgress) => void
  readonly #transactions = new Map<string, TransactionFacts | null>()
  readonly #headers = new Map<number, StatedHeader | null>()

  constructor(record: DrawRecord, node: LedgerSource, report: (progress: DrawProgress) => void) {
    this.record = {
      ...record,
      draws: record.draws.toSorted((a, b) => a.number - b.number),
      anchors: record.anchors.filter(isOfRecord(record)).toSorted((a, b) => a.ledger - b.ledger),
      epochs: record.epochs.toSorted((a, b) => a.epoch - b.epoch),
    }
    this.epochs = new Map(this.record.epochs.map((epoch) => [epoch.epoch, epoch]))
    // Epochs that begin together have the same first number, and rising prices.
    let generation = 0
    for (const [place, { epoch, firstNumber, priceDrops }] of this.record.epochs.entries()) {
      const before = this.record.epochs[place - 1]
      const isTogether = before?.firstNumber === firstNumber && BigInt(before.priceDrops) < BigInt(priceDrops)
      if (!isTogether) generation += 1
      this.generations.set(epoch, generation)
    }
    this.draws = this.record.draws.map((draw) => ({
      draw,
      epoch: this.epochs.get(draw.epoch) ?? null,
      anchorLedger: null,
      inTime: false,
      isOvertaken: false,
      beacon: null,
      soldLedger: null,
    }))
    this.#node = node
    this.#report = report
  }

  refuse = <C extends RefusalCode>(code: C, facts: RefusalFacts<C>): void => {
    const { check, say } = refusals[code] as { check: CheckName; say: (facts: RefusalFacts<C>) => string }
    const sentence = say(facts)
    if (this.refusalList.some((refusal) => refusal.code === code && refusal.sentence === sentence)) return
    const number = 'number' in facts && typeof facts.number === 'number' ? facts.number : null
    this.refusalList.push({ code, check, sentence, number })
    if (number !== null) this.tainted.add(number)
  }

  /** Reads the history of the marketplace, and all other data that the record names. */
  async read(): Promise<void> {
    const { record } = this
    const newest = await this.#node.newestLedger(this.#lastLedger())
    this.newest = newest
    this.settledLedger = record.ledgerIndex - ledgersToWriteDown
    const age = newest - record.ledgerIndex
    if (age > maxAge)
      throw new NodeProblem(
        'record_old',
        t(
          'The record ends at ledger {ledger}, {age} ledgers behind the latest, so anything later cannot be checked. Try again when the marketplace has caught up.',
          { ledger: record.ledgerIndex, age },
        ),
      )
    const from = record.epochs.reduce(
      (first, { commitmentLedger }) => Math.min(first, commitmentLedger),
      newest,
    )
    if (record.epochs.length > 0) {
      const pages = this.#node.accountTransactions(
        record.marketplace,
        from,
        Math.min(newest, record.ledgerIndex),
      )
      for await (const page of pages) {
        for (const transaction of page) {
          this.history.push(transaction)
          this.#transactions.set(transaction.hash, transaction)
        }
        this.#report({ stage: 'history', done: this.history.length, total: null })
      }
    }
    await this.#fetch('transactions', this.#namedTransactions(), (hash) => this.transaction(hash))
    const anchors = await Promise.all(record.anchors.map(({ txid }) => this.transaction(txid)))
    const beacons = anchors.flatMap((anchor) => (anchor === null ? [] : [anchor.ledger + 1]))
    const ledgers = [newest, this.settledLedger, ...beacons].filter(
      (ledger) => ledger >= from && ledger <= newest,
    )
    await this.#fetch('headers', [...new Set(ledgers)], (ledger) => this.header(ledger))
    this.now = (await this.header(newest))?.closeTime ?? 0
    this.settledTime =
      this.settledLedger < from ? 0 : ((await this.header(this.settledLedger))?.closeTime ?? 0)
  }

  /**
   * Later parts of the record may name a later ledger than its beginning, but not one far ahead, because that ledger does
   * not exist.
   */
  #lastLedger(): number {
    const { ledgerIndex, anchors, epochs, draws } = this.record
    const anchorTxids = [
      ...anchors.map(({ ledger }) => ledger),
      ...epochs.map(({ commitmentLedger }) => commitmentLedger),
      ...draws.map(({ beaconLedger }) => beaconLedger ?? 0),
    ].filter((ledger) => ledger <= ledgerIndex + ledgersToWriteDown)
    return anchorTxids.reduce((last, ledger) => Math.max(last, ledger), ledgerIndex)
  }

  #namedTransactions(): string[] {
    const { epochs, anchors, draws } = this.record
    const anchorTxids = [
      ...epochs.map(({ commitmentTxid }) => commitmentTxid),
      ...anchors.map(({ txid }) => txid),
      ...draws.flatMap(({ offerTxid, reveal }) => [offerTxid, reveal?.mintTxid, reveal?.saleTxid]),
    ]
    const hashes = anchorTxids.filter((hash) => typeof hash === 'string')
    return [...new Set(hashes)].filter((hash) => !this.#transactions.has(hash))
  }

  /** Fetches a few items at a time, because public nodes limit concurrent requests. */
  async #fetch<T>(stage: DrawProgress['stage'], items: T[], fetchOne: (item: T) => Promise<unknown>) {
    const queue = items.values()
    let count = 0
    const runWorker = async () => {
      for (const item of queue) {
        await fetchOne(item)
        count += 1
        this.#report({ stage, done: count, total: items.length })
      }
    }
    await Promise.all(Array.from({ length: 4 }, runWorker))
  }

  report(stage: DrawProgress['stage'], doneCount: number, total: number): void {
    this.#report({ stage, done: doneCount, total })
  }

  async transaction(hash: string): Promise<TransactionFacts | null> {
    const entry = this.#transactions.get(hash)
    if (entry !== undefined) return entry
    const transaction = await this.#node.transaction(hash)
    this.#transactions.set(hash, transaction)
    return transaction
  }

  /** Returns a header whose hash is correct; null if no node has it. */
  async header(ledger: number): Promise<StatedHeader | null> {
    const entry = this.#headers.get(ledger)
    if (entry !== undefined) return entry
    const header = await this.#node.header(ledger)
    if (header !== null && (header.ledgerIndex !== ledger || (await ledgerHash(header)) !== header.hash))
      this.refuse('header_forged', { ledger })
    this.#headers.set(ledger, header)
    return header
  }
}
