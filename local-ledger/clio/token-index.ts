import type { TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import type { Position } from '#ledger/chain/history.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { addressOf } from '#ledger/codec/address.ts'
import { isObject } from '#ledger/codec/json.ts'
import { nftIssuer } from '#ledger/codec/nftoken-id.ts'
import type { AffectedNodeItem } from '#ledger/views/metadata.ts'

// Clio's additional data about each token: last owner, whether it is burned, and its transactions. Built from the
// history on first use. Source: xrpl.org "nft_info", "nft_history", "nfts_by_issuer".

export interface TokenRecord {
  id: string
  owner: string
  uri: string
  isBurned: boolean
  /** The ledger in which the token last changed. */
  seq: number
}

interface SeenToken {
  id: string
  owner: string
  uri: string
}

function tokensIn(owner: string, list: unknown): SeenToken[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => {
    const token: unknown = isObject(item) ? item.NFToken : undefined
    if (!isObject(token) || typeof token.NFTokenID !== 'string') return []
    return [{ id: token.NFTokenID, owner, uri: typeof token.URI === 'string' ? token.URI : '' }]
  })
}

/** Returns the tokens on a page before and after a transaction. */
function pageChange(item: AffectedNodeItem): { before: SeenToken[]; after: SeenToken[] } {
  const node =
    'CreatedNode' in item ? item.CreatedNode : 'ModifiedNode' in item ? item.ModifiedNode : item.DeletedNode
  const noTokens = { before: [], after: [] }
  if (node.LedgerEntryType !== 'NFTokenPage') return noTokens
  const owner = addressOf(node.LedgerIndex.slice(0, 40))
  const previous = node.PreviousFields?.NFTokens
  const final = node.FinalFields?.NFTokens
  if ('CreatedNode' in item) return { before: [], after: tokensIn(owner, node.NewFields?.NFTokens) }
  if ('DeletedNode' in item) return { before: tokensIn(owner, previous ?? final), after: [] }
  return previous === undefined
    ? noTokens
    : { before: tokensIn(owner, previous), after: tokensIn(owner, final) }
}

/** Returns the tokens named by created or deleted offers. */
function offeredToken(item: AffectedNodeItem): string[] {
  const fields =
    'CreatedNode' in item && item.CreatedNode.LedgerEntryType === 'NFTokenOffer'
      ? item.CreatedNode.NewFields
      : 'DeletedNode' in item && item.DeletedNode.LedgerEntryType === 'NFTokenOffer'
        ? item.DeletedNode.FinalFields
        : undefined
  return typeof fields?.NFTokenID === 'string' ? [fields.NFTokenID] : []
}

export class TokenIndex {
  readonly #records = new Map<string, TokenRecord>()
  readonly #positions = new Map<string, Position[]>()
  readonly #byIssuer = new Map<string, string[]>()

  constructor(chain: LedgerChain) {
    for (let seq = chain.history.first; seq <= chain.closedHeader.seq; seq += 1) {
      for (const record of chain.history.transactions(seq)) this.#add(record)
    }
    chain.closedListeners.add(({ records }) => {
      for (const record of records) this.#add(record)
    })
  }

  #add({ transaction, metadata, seq, index }: TransactionRecord): void {
    if (metadata.TransactionResult !== 'tesSUCCESS') return
    const before = new Map<string, SeenToken>()
    const after = new Map<string, SeenToken>()
    const touchedIds = new Set<string>()
    for (const item of metadata.AffectedNodes) {
      const change = pageChange(item)
      for (const token of change.before) before.set(token.id, token)
      for (const token of change.after) after.set(token.id, token)
      for (const id of offeredToken(item)) touchedIds.add(id)
    }
    for (const token of after.values()) if (this.#update(token, false, seq)) touchedIds.add(token.id)
    for (const token of before.values()) {
      if (!after.has(token.id) && this.#update({ ...token, uri: '' }, true, seq)) touchedIds.add(token.id)
    }
    const { NFTokenID: nftokenId } = transaction.fields
    if (nftokenId !== undefined) touchedIds.add(nftokenId)
    for (const id of touchedIds) this.#positions.set(id, [...(this.#positions.get(id) ?? []), { seq, index }])
  }

  /** Returns whether anything about the token has changed. */
  #update({ id, owner, uri }: SeenToken, isBurned: boolean, seq: number): boolean {
    const record = this.#records.get(id)
    if (record !== undefined && record.owner === owner && record.uri === uri && record.isBurned === isBurned)
      return false
    this.#records.set(id, { id, owner, uri, isBurned, seq })
    if (record === undefined) {
      const issuer = nftIssuer(id)
      this.#byIssuer.set(issuer, [...(this.#byIssuer.get(issuer) ?? []), id])
    }
    return true
  }

  find(id: string): TokenRecord | undefined {
    return this.#records.get(id)
  }

  history(id: string): readonly Position[] {
    return this.#positions.get(id) ?? []
  }

  /** Returns the tokens that an issuer has minted, by id. */
  ofIssuer(issuer: string): string[] {
    return (this.#byIssuer.get(issuer) ?? []).toSorted()
  }
}

const indexes = new WeakMap<LedgerChain, TokenIndex>()

export function tokenIndex(chain: LedgerChain): TokenIndex {
  const index = indexes.get(chain)
  if (index !== undefined) return index
  const newIndex = new TokenIndex(chain)
  indexes.set(chain, newIndex)
  return newIndex
}
