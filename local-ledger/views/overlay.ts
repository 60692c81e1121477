import type { Entry } from '#ledger/entries/entry-types.ts'
import { PageIndex } from './page-index.ts'
import type { ReadView } from './read-view.ts'

/** Changes on top of another view, for the open ledger or the ledger being built. null marks a deleted entry. */
export class Overlay implements ReadView {
  readonly changes = new Map<string, Entry | null>()
  readonly seq: number
  readonly parentCloseTime: number
  readonly open: boolean
  /** Fees of final transactions in drops, which are destroyed. */
  burntDrops = 0n
  readonly #base: ReadView
  readonly #addedPages = new PageIndex()

  constructor(base: ReadView, header: { seq: number; parentCloseTime: number; open: boolean }) {
    this.#base = base
    this.seq = header.seq
    this.parentCloseTime = header.parentCloseTime
    this.open = header.open
  }

  get(key: string): Entry | undefined {
    const changedEntry = this.changes.get(key)
    return changedEntry === undefined ? this.#base.get(key) : (changedEntry ?? undefined)
  }

  set(key: string, entry: Entry | null): void {
    if (entry?.LedgerEntryType === 'NFTokenPage') this.#addedPages.add(key)
    else if (entry === null) this.#addedPages.remove(key)
    this.changes.set(key, entry)
  }

  /** Writes the changes into the view below, which must be this view's base. */
  commitTo(target: Overlay): void {
    for (const [key, entry] of this.changes) target.set(key, entry)
    target.burntDrops += this.burntDrops
  }

  nextPage(after: string): string | undefined {
    const addedKey = this.#addedPages.next(after)
    let below = this.#base.nextPage(after)
    while (below !== undefined && this.changes.get(below) === null) below = this.#base.nextPage(below)
    if (addedKey === undefined || below === undefined) return addedKey ?? below
    return addedKey < below ? addedKey : below
  }
}
