import type { Entry, EntryOf, EntryType } from '#ledger/entries/entry-types.ts'
import type { Keylet } from '#ledger/entries/keylets.ts'
import { PageIndex } from './page-index.ts'
import { type ReadView, read } from './read-view.ts'

export interface Change {
  action: 'insert' | 'modify' | 'erase'
  entry: Entry
}

/** Changes of one transaction (or of a part that may be discarded), separate until they are committed. */
export class Sandbox implements ReadView {
  readonly changes = new Map<string, Change>()
  readonly base: ReadView
  readonly seq: number
  readonly parentCloseTime: number
  readonly open: boolean
  readonly #addedPages = new PageIndex()

  constructor(base: ReadView) {
    this.base = base
    this.seq = base.seq
    this.parentCloseTime = base.parentCloseTime
    this.open = base.open
  }

  get(key: string): Entry | undefined {
    const change = this.changes.get(key)
    if (change === undefined) return this.base.get(key)
    return change.action === 'erase' ? undefined : change.entry
  }

  /** Returns the entry for assignments. Replace its arrays; never mutate them. */
  edit<T extends EntryType>(keylet: Keylet<T>): EntryOf<T> | undefined {
    const entry = read(this, keylet)
    if (entry === undefined || this.changes.has(keylet.key)) return entry
    const copy = { ...entry }
    this.changes.set(keylet.key, { action: 'modify', entry: copy })
    return copy
  }

  insert(key: string, entry: Entry): void {
    const change = this.changes.get(key)
    this.changes.set(key, { action: change?.action === 'erase' ? 'modify' : 'insert', entry })
    if (entry.LedgerEntryType === 'NFTokenPage') this.#addedPages.add(key)
  }

  erase(key: string): void {
    const change = this.changes.get(key)
    this.#addedPages.remove(key)
    if (change?.action === 'insert') {
      this.changes.delete(key)
      return
    }
    const entry = change?.entry ?? this.base.get(key)
    if (entry !== undefined) this.changes.set(key, { action: 'erase', entry })
  }

  nextPage(after: string): string | undefined {
    const addedKey = this.#addedPages.next(after)
    let below = this.base.nextPage(after)
    while (below !== undefined && this.changes.get(below)?.action === 'erase')
      below = this.base.nextPage(below)
    if (addedKey === undefined || below === undefined) return addedKey ?? below
    return addedKey < below ? addedKey : below
  }

  /** Commits the changes to the parent sandbox. */
  commitTo(parent: Sandbox): void {
    for (const [key, { action, entry }] of this.changes) {
      if (action === 'insert') parent.insert(key, entry)
      else if (action === 'modify') parent.replace(key, entry)
      else parent.eraseAs(key, entry)
    }
  }

  private replace(key: string, entry: Entry): void {
    const change = this.changes.get(key)
    this.changes.set(key, { action: change?.action === 'insert' ? 'insert' : 'modify', entry })
  }

  private eraseAs(key: string, entry: Entry): void {
    if (this.changes.get(key)?.action === 'insert') this.erase(key)
    else {
      this.#addedPages.remove(key)
      this.changes.set(key, { action: 'erase', entry })
    }
  }

  discard(): void {
    this.changes.clear()
    this.#addedPages.clear()
  }
}
