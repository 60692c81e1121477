import { type AffectedNode, entryChanges, type Fields, isFields, type Metadata } from './ledger-json.ts'
import { isId } from './unread.ts'

export interface TokenState {
  owner: string
  uri: string | null
}

/** What a transaction did to a token: `before` null is a mint, `after` null a burn. */
export interface TokenChange {
  nftId: string
  before: TokenState | null
  after: TokenState | null
}

const uriPattern = /^(?:[0-9A-F]{2}){1,256}$/
const maxOnPage = 32

/** The tokens of a page with their URIs; null when it is not a list of 1 to 32 tokens (XLS-20, "NFTokenPage"). */
export function tokensOf(fields: Fields | undefined): [string, string | null][] | null {
  const list: unknown = fields?.NFTokens
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOnPage) return null
  const tokens: [string, string | null][] = []
  // Checked by hand: most transactions change pages of up to 32 tokens.
  for (const entry of list as unknown[]) {
    const token = isFields(entry) ? entry.NFToken : undefined
    if (!isFields(token) || !isId(token.NFTokenID)) return null
    const { NFTokenID: id, URI: uri } = token
    if (uri !== undefined && (typeof uri !== 'string' || !uriPattern.test(uri))) return null
    tokens.push([id, uri ?? null])
  }
  return tokens
}

/**
 * Which tokens were minted, burned, moved or changed, from the token pages alone: no synthetic field, no transaction type. The
 * owner of a page is the first 160 bits of its index (XLS-20, "NFTokenPage"), given as `accountOf(hex)`.
 */
export function tokenChanges(meta: Metadata, accountOf: (accountIdHex: string) => string): TokenChange[] {
  const before = new Map<string, TokenState>()
  const after = new Map<string, TokenState>()
  const note = (side: Map<string, TokenState>, node: AffectedNode, fields: Fields | undefined) => {
    const owner = accountOf(node.LedgerIndex.slice(0, 40))
    for (const [nftId, uri] of tokensOf(fields) ?? []) side.set(nftId, { owner, uri })
  }
  for (const { kind, node, fields } of entryChanges(meta, 'NFTokenPage')) {
    const { PreviousFields: previous } = node
    const changesTokens = previous?.NFTokens !== undefined
    // A modified page whose PreviousFields lack NFTokens only had its links changed.
    if (kind === 'modified' && !changesTokens) continue
    // A page deleted with its last token still has it in FinalFields; one changed first has PreviousFields.
    if (kind !== 'created') note(before, node, changesTokens ? previous : fields)
    if (kind !== 'deleted') note(after, node, fields)
  }
  const changes: TokenChange[] = []
  for (const nftId of new Set([...before.keys(), ...after.keys()])) {
    const from = before.get(nftId) ?? null
    const to = after.get(nftId) ?? null
    if (from?.owner !== to?.owner || from?.uri !== to?.uri) changes.push({ nftId, before: from, after: to })
  }
  return changes
}
