import { entryChanges, type Fields, isFields, type Metadata } from './ledger-json.ts'
import { isId } from './rereads.ts'

export interface TokenState {
  owner: string
  uri: string | null
}

/** The effect of a transaction on a token: `before` is null for a mint, `after` for a burn. */
export interface TokenChange {
  nftId: string
  before: TokenState | null
  after: TokenState | null
}

const uriPattern = /^(?:[0-9A-F]{2}){1,256}$/
const maxOnPage = 32

type TokenOnPage = [id: string, uri: string | null]

function readTokens(list: unknown[]): TokenOnPage[] | null {
  if (list.length === 0 || list.length > maxOnPage) return null
  const tokens: TokenOnPage[] = []
  // Validated without a schema for speed: most transactions change pages of up to 32 tokens.
  for (const entry of list) {
    const token = isFields(entry) ? entry.NFToken : undefined
    if (!isFields(token) || !isId(token.NFTokenID)) return null
    const { NFTokenID: id, URI: uri } = token
    if (uri !== undefined && (typeof uri !== 'string' || !uriPattern.test(uri))) return null
    tokens.push([id, uri ?? null])
  }
  return tokens
}

/** Tokens of pages that were read. Cached because pages are read twice, for validation and for application. */
const tokensIn = new WeakMap<unknown[], TokenOnPage[] | null>()

/**
 * Returns the tokens of a page with their URIs; null if the value is not a list of 1 to 32 tokens (XLS-20,
 * "NFTokenPage").
 */
export function tokensOf(fields: Fields | undefined): TokenOnPage[] | null {
  const list: unknown = fields?.NFTokens
  if (!Array.isArray(list)) return null
  let tokens = tokensIn.get(list)
  if (tokens === undefined) {
    tokens = readTokens(list)
    tokensIn.set(list, tokens)
  }
  return tokens
}

const isSame = (a: TokenOnPage | undefined, b: TokenOnPage | undefined) =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1]

/**
 * Removes the common beginning and end of two lists. Between two versions of a page, usually only one token remains.
 */
function withoutCommonEnds(before: TokenOnPage[], after: TokenOnPage[]): TokenOnPage[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1
  return [...before.slice(start, before.length - end), ...after.slice(start, after.length - end)]
}

/**
 * Returns the tokens that were minted, burned, moved or changed. Uses only the token pages, not synthetic fields or the
 * transaction type. The owner is the first 160 bits of the page index (XLS-20, "NFTokenPage"), which `accountOf(hex)`
 * converts to an address.
 */
export function tokenChanges(meta: Metadata, accountOf: (accountIdHex: string) => string): TokenChange[] {
  const pages = entryChanges(meta, 'NFTokenPage').flatMap(({ kind, node, fields }) => {
    const { PreviousFields: previous } = node
    const changesTokens = previous?.NFTokens !== undefined
    // If PreviousFields lack NFTokens, only the page's links changed: splitting or deleting a page also modifies its
    // neighbors, whose tokens stay. So this page neither gains nor loses a token.
    if (kind === 'modified' && !changesTokens) return []
    return {
      owner: accountOf(node.LedgerIndex.slice(0, 40)),
      // If a page is deleted with its last token, FinalFields still contains the token. If the page changed first,
      // PreviousFields contains it.
      before: (kind === 'created' ? null : tokensOf(changesTokens ? previous : fields)) ?? [],
      after: (kind === 'deleted' ? null : tokensOf(fields)) ?? [],
    }
  })
  // A token that moved between pages appears on both, so the comparison uses its state and not its position.
  const touchedIds = new Set(
    pages.flatMap(({ before, after }) => withoutCommonEnds(before, after)).map(([nftId]) => nftId),
  )
  const mapStates = (side: 'before' | 'after') => {
    const tokenStates = new Map<string, TokenState>()
    for (const { owner, [side]: tokens } of pages)
      for (const [nftId, uri] of tokens) if (touchedIds.has(nftId)) tokenStates.set(nftId, { owner, uri })
    return tokenStates
  }
  const [before, after] = [mapStates('before'), mapStates('after')]
  const changes: TokenChange[] = []
  for (const nftId of touchedIds) {
    const from = before.get(nftId) ?? null
    const to = after.get(nftId) ?? null
    if (from?.owner !== to?.owner || from?.uri !== to?.uri) changes.push({ nftId, before: from, after: to })
  }
  return changes
}
