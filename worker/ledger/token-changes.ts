import * as v from 'valibot'
import type { AffectedNode, Metadata } from './ledger-json.ts'

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

const TokenList = v.array(
  v.object({ NFToken: v.object({ NFTokenID: v.string(), URI: v.optional(v.string()) }) }),
)

function tokensOf(fields: AffectedNode['FinalFields']): [string, string | null][] {
  const list = v.safeParse(TokenList, fields?.NFTokens)
  return list.success ? list.output.map(({ NFToken }) => [NFToken.NFTokenID, NFToken.URI ?? null]) : []
}

/**
 * Which tokens appeared, vanished, moved or changed, from the token pages alone: no synthetic field, no transaction
 * type. The owner of a page is the first 160 bits of its index (XLS-20, "NFTokenPage"), given as `accountOf(hex)`.
 */
export function tokenChanges(meta: Metadata, accountOf: (accountIdHex: string) => string): TokenChange[] {
  const before = new Map<string, TokenState>()
  const after = new Map<string, TokenState>()
  const note = (side: Map<string, TokenState>, node: AffectedNode, fields: AffectedNode['FinalFields']) => {
    const owner = accountOf(node.LedgerIndex.slice(0, 40))
    for (const [nftId, uri] of tokensOf(fields)) side.set(nftId, { owner, uri })
  }
  for (const affected of meta.AffectedNodes) {
    if ('CreatedNode' in affected) {
      const node = affected.CreatedNode
      if (node.LedgerEntryType === 'NFTokenPage') note(after, node, node.NewFields)
    } else if ('ModifiedNode' in affected) {
      const node = affected.ModifiedNode
      // A page whose PreviousFields lack NFTokens only had its links changed.
      if (node.LedgerEntryType !== 'NFTokenPage' || node.PreviousFields?.NFTokens === undefined) continue
      note(before, node, node.PreviousFields)
      note(after, node, node.FinalFields)
    } else {
      const node = affected.DeletedNode
      if (node.LedgerEntryType !== 'NFTokenPage') continue
      // A page deleted with its last token still carries it in FinalFields; one changed first has PreviousFields.
      note(before, node, node.PreviousFields?.NFTokens === undefined ? node.FinalFields : node.PreviousFields)
    }
  }
  const changes: TokenChange[] = []
  for (const nftId of new Set([...before.keys(), ...after.keys()])) {
    const from = before.get(nftId) ?? null
    const to = after.get(nftId) ?? null
    if (from?.owner !== to?.owner || from?.uri !== to?.uri) changes.push({ nftId, before: from, after: to })
  }
  return changes
}
