import { directoryPages } from '#ledger/entries/directories.ts'
import type { Entry } from '#ledger/entries/entry-types.ts'
import type { Keylet } from '#ledger/entries/keylets.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { rpcError } from './rpc-error.ts'

/** An entry of an owner's directory, with its page. */
export interface OwnedEntry {
  key: string
  page: string
  entry: Entry
}

/** Reads one section of a directory. The marker is the last returned entry and its page, as decimal text. */
export function readOwned(
  view: ReadView,
  directory: Keylet<'DirectoryNode'>,
  options: { limit: number; marker: unknown; account: string },
): { items: OwnedEntry[]; marker?: string } {
  let fromPage = '0'
  let after: string | undefined
  if (options.marker !== undefined) {
    if (typeof options.marker !== 'string')
      throw rpcError('invalidParams', "Invalid field 'marker', not string.")
    const [key = '', page = ''] = options.marker.split(',')
    if (!/^[0-9A-Fa-f]{64}$/.test(key) || !/^\d+$/.test(page)) throw rpcError('invalidParams')
    after = key.toUpperCase()
    fromPage = Number(page).toString(16)
  }
  const items: OwnedEntry[] = []
  for (const { page, node } of directoryPages(view, directory, fromPage)) {
    for (const key of node.Indexes) {
      if (after !== undefined) {
        if (key === after) after = undefined
        continue
      }
      const entry = view.get(key)
      if (entry === undefined) continue
      const last = items.at(-1)
      if (items.length === options.limit && last !== undefined) {
        return { items, marker: `${last.key},${Number.parseInt(last.page, 16)}` }
      }
      items.push({ key, page, entry })
    }
  }
  if (after !== undefined) throw rpcError('invalidParams')
  return { items }
}
