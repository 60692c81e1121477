import { nftPageBits } from '#ledger/codec/nftoken-id.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { adjustOwnerCount } from './account-roots.ts'
import { type NFTokenItem, type NFTokenPage, unthreadedFields } from './entry-types.ts'
import { firstPageKey, lastPageKey, pageKeylet } from './keylets.ts'

// Tokens of one owner, sorted in linked pages of at most 32. The key of a page is the upper bound of its tokens; the
// key of the last page is all ones. Source: XLS-20 "NFTokenPage", "Adding", "Removing", "Finding" tokens;
// fixNFTokenPageLinks.

const PAGE_SIZE = 32

/**
 * Compares token ids in page order: first the low 96 bits (scrambled taxon, sequence and the end of the issuer), then
 * the whole id.
 */
export function compareTokenIds(a: string, b: string): number {
  const left = nftPageBits(a)
  const right = nftPageBits(b)
  if (left !== right) return left < right ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

const idOf = (item: NFTokenItem) => item.NFToken.NFTokenID
const pageBits = (key: string) => key.slice(40)
const increment = (hex: string) =>
  (BigInt(`0x${hex}`) + 1n).toString(16).toUpperCase().padStart(hex.length, '0')

/**
 * Returns the key of the page that contains a token or would contain it: the next key above the token's own position.
 */
function candidatePageKey(view: ReadView, owner: string, tokenId: string): string {
  const last = lastPageKey(owner)
  const position = firstPageKey(owner).slice(0, 40) + nftPageBits(tokenId)
  const next = view.nextPage(position)
  return next !== undefined && next <= last ? next : last
}

export interface FoundToken {
  pageKey: string
  page: NFTokenPage
  item: NFTokenItem
}

export function findToken(view: ReadView, owner: string, tokenId: string): FoundToken | null {
  const pageKey = candidatePageKey(view, owner, tokenId)
  const page = read(view, pageKeylet(pageKey))
  const item = page?.NFTokens.find((candidate) => idOf(candidate) === tokenId)
  return page === undefined || item === undefined ? null : { pageKey, page, item }
}

/** Adds a token, splitting a full page. Returns false if no page can hold it (tecNO_SUITABLE_NFTOKEN_PAGE). */
export function insertToken(view: Sandbox, owner: string, item: NFTokenItem): boolean {
  const pageKey = pageForToken(view, owner, idOf(item))
  if (pageKey === null) return false
  const page = view.edit(pageKeylet(pageKey))
  if (page === undefined) return false
  page.NFTokens = [...page.NFTokens, item].sort((a, b) => compareTokenIds(idOf(a), idOf(b)))
  return true
}

function pageForToken(view: Sandbox, owner: string, tokenId: string): string | null {
  const key = candidatePageKey(view, owner, tokenId)
  const page = view.edit(pageKeylet(key))
  if (page === undefined) {
    const last = lastPageKey(owner)
    view.insert(last, { LedgerEntryType: 'NFTokenPage', Flags: 0, NFTokens: [], ...unthreadedFields })
    adjustOwnerCount(view, owner, 1)
    return last
  }
  if (page.NFTokens.length < PAGE_SIZE) return key
  return splitPage(view, { owner, key, page, tokenId })
}

/**
 * Returns the position at which to split a full page. Tokens with equal low 96 bits must stay together, so the split
 * moves away from the middle if it would separate them. Null if all 32 tokens and the new one are equal.
 */
function splitPoint(tokens: NFTokenItem[], tokenId: string): number | null {
  const bits = (index: number) => nftPageBits(idOf(tokens[index] ?? { NFToken: { NFTokenID: '' } }))
  const half = PAGE_SIZE / 2
  const common = bits(half - 1)
  let split = half
  while (split < tokens.length && bits(split) === common) split += 1
  if (split < tokens.length) return split
  split = tokens.findIndex((item) => nftPageBits(idOf(item)) === common)
  if (split > 0) return split
  // All tokens on the page are equivalent, so the new token determines on which side the empty page is created.
  const difference = nftPageBits(tokenId) < bits(0) ? -1 : nftPageBits(tokenId) > bits(0) ? 1 : 0
  if (difference === 0) return null
  return difference < 0 ? 0 : tokens.length
}

function splitPage(
  view: Sandbox,
  full: { owner: string; key: string; page: NFTokenPage; tokenId: string },
): string | null {
  const { owner, key, page, tokenId } = full
  const split = splitPoint(page.NFTokens, tokenId)
  if (split === null) return null
  const lower = page.NFTokens.slice(0, split)
  const upper = page.NFTokens.slice(split)
  const highest = lower.length === PAGE_SIZE ? lower.at(-1) : undefined
  const boundary =
    highest === undefined
      ? nftPageBits(upper[0] === undefined ? tokenId : idOf(upper[0]))
      : increment(nftPageBits(idOf(highest)))
  const newKey = firstPageKey(owner).slice(0, 40) + boundary
  const newPage: NFTokenPage = {
    LedgerEntryType: 'NFTokenPage',
    Flags: 0,
    NFTokens: lower,
    NextPageMin: key,
    ...unthreadedFields,
  }
  if (page.PreviousPageMin !== undefined) {
    newPage.PreviousPageMin = page.PreviousPageMin
    const before = view.edit(pageKeylet(page.PreviousPageMin))
    if (before !== undefined) before.NextPageMin = newKey
  }
  view.insert(newKey, newPage)
  page.NFTokens = upper
  page.PreviousPageMin = newKey
  adjustOwnerCount(view, owner, 1)
  return nftPageBits(tokenId) < pageBits(newKey) ? newKey : key
}

const linkedPage = (view: Sandbox, key: string | undefined): NFTokenPage | undefined =>
  key === undefined ? undefined : view.edit(pageKeylet(key))

/** Removes a token from its page, merging and unlinking pages. Returns false if the owner does not have it. */
export function removeToken(view: Sandbox, owner: string, tokenId: string): boolean {
  const location = findToken(view, owner, tokenId)
  if (location === null) return false
  const key = location.pageKey
  const page = view.edit(pageKeylet(key))
  if (page === undefined) return false
  const rest = page.NFTokens.filter((item) => idOf(item) !== tokenId)
  const previousKey = page.PreviousPageMin
  const nextKey = page.NextPageMin
  if (rest.length > 0) {
    page.NFTokens = rest
    let ownerCountChange = 0
    if (previousKey !== undefined && mergePages(view, previousKey, key)) ownerCountChange -= 1
    if (nextKey !== undefined && mergePages(view, key, nextKey)) ownerCountChange -= 1
    if (ownerCountChange !== 0) adjustOwnerCount(view, owner, ownerCountChange)
    return true
  }
  const previous = linkedPage(view, previousKey)
  const next = linkedPage(view, nextKey)
  if (previous !== undefined && previousKey !== undefined && key === lastPageKey(owner)) {
    moveIntoLastPage(view, { key, page, previous, previousKey })
    adjustOwnerCount(view, owner, -1)
    return true
  }
  if (previous !== undefined) setOrClear(previous, 'NextPageMin', nextKey)
  if (next !== undefined) setOrClear(next, 'PreviousPageMin', previousKey)
  view.erase(key)
  let freedPages = 1
  if (previousKey !== undefined && nextKey !== undefined && mergePages(view, previousKey, nextKey))
    freedPages += 1
  adjustOwnerCount(view, owner, -freedPages)
  return true
}

/** Moves the tokens and the link of the previous page into the last page, which keeps its key when it becomes empty. */
function moveIntoLastPage(
  view: Sandbox,
  move: { key: string; page: NFTokenPage; previous: NFTokenPage; previousKey: string },
): void {
  const { key, page, previous, previousKey } = move
  page.NFTokens = previous.NFTokens
  setOrClear(page, 'PreviousPageMin', previous.PreviousPageMin)
  const before = linkedPage(view, previous.PreviousPageMin)
  if (before !== undefined) before.NextPageMin = key
  view.erase(previousKey)
}

function setOrClear(
  page: NFTokenPage,
  field: 'NextPageMin' | 'PreviousPageMin',
  value: string | undefined,
): void {
  if (value === undefined) delete page[field]
  else page[field] = value
}

/** Merges two adjacent pages if their tokens fit into one, and deletes the lower page. */
function mergePages(view: Sandbox, lowerKey: string, upperKey: string): boolean {
  const lower = read(view, pageKeylet(lowerKey))
  const upper = read(view, pageKeylet(upperKey))
  if (lower === undefined || upper === undefined) return false
  if (lower.NFTokens.length + upper.NFTokens.length > PAGE_SIZE) return false
  const page = view.edit(pageKeylet(upperKey))
  if (page === undefined) return false
  page.NFTokens = [...lower.NFTokens, ...upper.NFTokens].sort((a, b) => compareTokenIds(idOf(a), idOf(b)))
  setOrClear(page, 'PreviousPageMin', lower.PreviousPageMin)
  const before = linkedPage(view, lower.PreviousPageMin)
  if (before !== undefined) before.NextPageMin = upperKey
  view.erase(lowerKey)
  return true
}

/** Sets or removes a token's URI. */
export function changeTokenUri(
  view: Sandbox,
  owner: string,
  tokenId: string,
  uri: string | undefined,
): boolean {
  const location = findToken(view, owner, tokenId)
  const page = location === null ? undefined : view.edit(pageKeylet(location.pageKey))
  if (page === undefined) return false
  page.NFTokens = page.NFTokens.map((item) =>
    idOf(item) === tokenId
      ? { NFToken: uri === undefined ? { NFTokenID: tokenId } : { NFTokenID: tokenId, URI: uri } }
      : item,
  )
  return true
}
