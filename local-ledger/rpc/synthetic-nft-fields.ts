import type { JsonObject } from '#ledger/codec/json.ts'
import { isObject } from '#ledger/codec/json.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import type { Metadata } from '#ledger/views/metadata.ts'

// Derives nftoken_id, nftoken_ids and offer_id from the metadata, as the server does. Source: xrpl.org "Transaction
// Metadata" (nftoken_id, nftoken_ids, offer_id).

function tokenIds(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return []
  return tokens.flatMap((item) => {
    const token: unknown = isObject(item) ? item.NFToken : undefined
    return isObject(token) && typeof token.NFTokenID === 'string' ? [token.NFTokenID] : []
  })
}

/** Returns the token that is on the pages after the transaction but not before. */
function mintedToken(metadata: Metadata): string | undefined {
  const before: string[] = []
  const after: string[] = []
  for (const item of metadata.AffectedNodes) {
    if ('CreatedNode' in item && item.CreatedNode.LedgerEntryType === 'NFTokenPage') {
      after.push(...tokenIds(item.CreatedNode.NewFields?.NFTokens))
    } else if ('ModifiedNode' in item && item.ModifiedNode.LedgerEntryType === 'NFTokenPage') {
      // If only the links of a page changed, its previous fields contain no tokens.
      const previous = item.ModifiedNode.PreviousFields?.NFTokens
      if (previous === undefined) continue
      before.push(...tokenIds(previous))
      after.push(...tokenIds(item.ModifiedNode.FinalFields?.NFTokens))
    }
  }
  const idsBefore = new Set(before)
  return after.find((id) => !idsBefore.has(id))
}

function deletedOfferTokens(metadata: Metadata): string[] {
  const ids = new Set<string>()
  for (const item of metadata.AffectedNodes) {
    if (!('DeletedNode' in item) || item.DeletedNode.LedgerEntryType !== 'NFTokenOffer') continue
    const id = item.DeletedNode.FinalFields?.NFTokenID
    if (typeof id === 'string') ids.add(id)
  }
  return [...ids].sort()
}

function createdOffer(metadata: Metadata): string | undefined {
  for (const item of metadata.AffectedNodes) {
    if ('CreatedNode' in item && item.CreatedNode.LedgerEntryType === 'NFTokenOffer') {
      return item.CreatedNode.LedgerIndex
    }
  }
  return undefined
}

export function syntheticNftFields(fields: TransactionFields, metadata: Metadata): JsonObject {
  if (metadata.TransactionResult !== 'tesSUCCESS') return {}
  const { TransactionType: type } = fields
  const result: JsonObject = {}
  if (type === 'NFTokenMint') {
    const id = mintedToken(metadata)
    if (id !== undefined) result.nftoken_id = id
  }
  if (type === 'NFTokenAcceptOffer') {
    const [id] = deletedOfferTokens(metadata)
    if (id !== undefined) result.nftoken_id = id
  }
  if (type === 'NFTokenCancelOffer') result.nftoken_ids = deletedOfferTokens(metadata)
  if (type === 'NFTokenCreateOffer' || (type === 'NFTokenMint' && fields.Amount !== undefined)) {
    const offer = createdOffer(metadata)
    if (offer !== undefined) result.offer_id = offer
  }
  return result
}
