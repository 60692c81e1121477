import type { Entry, EntryOf, EntryType } from '#ledger/entries/entry-types.ts'
import type { Keylet } from '#ledger/entries/keylets.ts'

/** A ledger at one point in time: the last closed ledger, an older one, or the open ledger. */
export interface ReadView {
  /** Index of the ledger that is read or being built. */
  readonly seq: number
  /** Close time of the previous ledger, in seconds since the Ripple epoch. Expirations are compared with it. */
  readonly parentCloseTime: number
  /** True while transactions are applied to the open ledger, where they are not final. */
  readonly open: boolean
  get(key: string): Entry | undefined
  /** Returns the smallest key of a token page above the given key, of any owner. */
  nextPage(after: string): string | undefined
}

export function isType<T extends EntryType>(entry: Entry | undefined, type: T): entry is EntryOf<T> & Entry {
  return entry?.LedgerEntryType === type
}

/** Returns the entry at a keylet, or undefined if there is no entry of that type. */
export function read<T extends EntryType>(view: ReadView, keylet: Keylet<T>): EntryOf<T> | undefined {
  const entry = view.get(keylet.key)
  return isType(entry, keylet.type) ? entry : undefined
}

export const exists = (view: ReadView, keylet: Keylet<EntryType>): boolean => read(view, keylet) !== undefined
