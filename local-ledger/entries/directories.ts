import type { Sandbox } from '#ledger/views/sandbox.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import type { DirectoryNode } from './entry-types.ts'
import { directoryPage, type Keylet } from './keylets.ts'

// Linked pages of at most 32 entry keys. The root is page 0; its IndexPrevious names the last page.
// Source: xrpl.org "DirectoryNode"; fixDirectoryLimit lifts the old limit on the number of pages.

const PAGE_SIZE = 32
type Directory = Keylet<'DirectoryNode'>
/** The owner fields, repeated on every page. */
export type Description = Partial<Pick<DirectoryNode, 'Flags' | 'Owner' | 'NFTokenID'>>

const nextNumber = (page: string) => (BigInt(`0x${page}`) + 1n).toString(16)
const previousNumber = (page: string) => (BigInt(`0x${page}`) - 1n).toString(16)

/** Adds a key to the last page, in sorted order. Returns the page number. */
export function addToDirectory(
  view: Sandbox,
  directory: Directory,
  key: string,
  description: Description,
): string {
  const root = view.edit(directory)
  if (root === undefined) {
    view.insert(directory.key, {
      LedgerEntryType: 'DirectoryNode',
      Flags: 0,
      RootIndex: directory.key,
      Indexes: [key],
      ...description,
    })
    return '0'
  }
  const page = root.IndexPrevious ?? '0'
  const node = page === '0' ? root : editExisting(view, directoryPage(directory.key, page))
  if (node.Indexes.length < PAGE_SIZE) {
    node.Indexes = [...node.Indexes, key].sort()
    return page
  }
  return addPage(view, { directory, root, last: node, lastPage: page, key, description })
}

function addPage(
  view: Sandbox,
  add: {
    directory: Directory
    root: DirectoryNode
    last: DirectoryNode
    lastPage: string
    key: string
    description: Description
  },
): string {
  const page = nextNumber(add.lastPage)
  add.last.IndexNext = page
  add.root.IndexPrevious = page
  view.insert(directoryPage(add.directory.key, page).key, {
    LedgerEntryType: 'DirectoryNode',
    Flags: 0,
    RootIndex: add.directory.key,
    Indexes: [add.key],
    ...(page === '1' ? {} : { IndexPrevious: previousNumber(page) }),
    ...add.description,
  })
  return page
}

/** Removes a key from a page; deletes empty pages, and the empty root unless `keepRoot` is set. */
export function removeFromDirectory(
  view: Sandbox,
  directory: Directory,
  page: string,
  key: string,
  keepRoot = false,
): boolean {
  const keylet = directoryPage(directory.key, page)
  const node = view.edit(keylet)
  if (node === undefined || !node.Indexes.includes(key)) return false
  node.Indexes = node.Indexes.filter((index) => index !== key)
  if (node.Indexes.length > 0) return true
  if (page === '0') {
    const alone = (node.IndexNext ?? '0') === '0' && (node.IndexPrevious ?? '0') === '0'
    if (alone && !keepRoot) view.erase(keylet.key)
    return true
  }
  unlinkPage(view, directory, keylet.key, node, keepRoot)
  return true
}

function unlinkPage(
  view: Sandbox,
  directory: Directory,
  key: string,
  node: DirectoryNode,
  keepRoot: boolean,
): void {
  const previousPage = node.IndexPrevious ?? '0'
  const nextPage = node.IndexNext ?? '0'
  const previous = editExisting(view, directoryPage(directory.key, previousPage))
  previous.IndexNext = nextPage
  const next = editExisting(view, directoryPage(directory.key, nextPage))
  next.IndexPrevious = previousPage
  view.erase(key)
  const onlyRootLeft = nextPage === '0' && previousPage === '0'
  if (!keepRoot && onlyRootLeft && previous.Indexes.length === 0) view.erase(directory.key)
}

function editExisting(view: Sandbox, keylet: Directory): DirectoryNode {
  const node = view.edit(keylet)
  if (node === undefined) throw new Error(`directory page ${keylet.key} is missing`)
  return node
}

/** Yields the pages of a directory in order, starting from a given page. */
export function* directoryPages(
  view: ReadView,
  directory: Directory,
  from = '0',
): Generator<{ page: string; node: DirectoryNode }> {
  let page = from
  for (;;) {
    const node = read(view, directoryPage(directory.key, page))
    if (node === undefined) return
    yield { page, node }
    page = node.IndexNext ?? '0'
    if (page === '0') return
  }
}

/** Yields all keys of a directory in order. */
export function* directoryKeys(view: ReadView, directory: Directory): Generator<string> {
  for (const { node } of directoryPages(view, directory)) yield* node.Indexes
}
