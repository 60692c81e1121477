import type { Entry } from '#ledger/entries/entry-types.ts'
import { PageIndex } from '#ledger/views/page-index.ts'
import type { ReadView } from '#ledger/views/read-view.ts'

interface Past {
  /** The ledger that changed the entry. */
  seq: number
  before: Entry | null
}

/** The entries of the last closed ledger, and their states in earlier ledgers. */
export class StateStore {
  readonly entries = new Map<string, Entry>()
  readonly #pages = new PageIndex()
  readonly #past = new Map<string, Past[]>()
  readonly #changed = new Map<number, string[]>()
  /** Oldest ledger whose state can still be read. */
  oldest = 0

  get(key: string): Entry | undefined {
    return this.entries.get(key)
  }

  nextPage(after: string): string | undefined {
    return this.#pages.next(after)
  }

  load(key: string, entry: Entry): void {
    this.entries.set(key, entry)
    if (entry.LedgerEntryType === 'NFTokenPage') this.#pages.add(key)
  }

  unload(key: string): void {
    if (this.entries.get(key)?.LedgerEntryType === 'NFTokenPage') this.#pages.remove(key)
    this.entries.delete(key)
  }

  /** Applies the changes of a newly closed ledger. */
  advance(seq: number, changes: Map<string, Entry | null>): void {
    for (const [key, entry] of changes) {
      const past = this.#past.get(key)
      const item = { seq, before: this.entries.get(key) ?? null }
      if (past === undefined) this.#past.set(key, [item])
      else past.push(item)
      if (entry === null) this.unload(key)
      else this.load(key, entry)
    }
    this.#changed.set(seq, [...changes.keys()])
  }

  /** Deletes the states before a ledger. */
  forgetBefore(seq: number): void {
    for (let ledger = this.oldest + 1; ledger <= seq; ledger += 1) {
      for (const key of this.#changed.get(ledger) ?? []) {
        const versions = this.#past.get(key)?.filter((item) => item.seq > seq)
        if (versions === undefined || versions.length === 0) this.#past.delete(key)
        else this.#past.set(key, versions)
      }
      this.#changed.delete(ledger)
    }
    this.oldest = Math.max(this.oldest, seq)
  }

  /** Returns an entry as of the given ledger's close. */
  getAt(seq: number, key: string): Entry | undefined {
    const later = this.#past.get(key)?.find((item) => item.seq > seq)
    return later === undefined ? this.entries.get(key) : (later.before ?? undefined)
  }

  /**
   * Returns every key that exists now or has existed since the oldest state: candidates for reading an older ledger.
   */
  keysSinceOldest(): Set<string> {
    return new Set([...this.entries.keys(), ...this.#past.keys()])
  }

  viewAt(seq: number, parentCloseTime: number): ReadView {
    return new PastView(this, seq, parentCloseTime)
  }
}

/** A read-only view of a closed ledger. */
class PastView implements ReadView {
  readonly seq: number
  readonly parentCloseTime: number
  readonly open = false
  readonly #store: StateStore

  constructor(store: StateStore, seq: number, parentCloseTime: number) {
    this.#store = store
    this.seq = seq
    this.parentCloseTime = parentCloseTime
  }

  get(key: string): Entry | undefined {
    return this.#store.getAt(this.seq, key)
  }

  /**
   * Returns the key of the next token page of the owner. Pages are linked, so an older ledger is traversed from its last
   * page.
   */
  nextPage(after: string): string | undefined {
    const owner = after.slice(0, 40)
    let key = `${owner}${'F'.repeat(24)}`
    let firstKey: string | undefined
    for (;;) {
      const page = this.get(key)
      if (page?.LedgerEntryType !== 'NFTokenPage' || key <= after) return firstKey
      firstKey = key
      if (page.PreviousPageMin === undefined) return firstKey
      key = page.PreviousPageMin
    }
  }
}
