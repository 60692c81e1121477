import { asJson, type Json } from './rpc.ts'

/** Returns the index of the NFTokenOffer that a transaction created. @throws Error if it created none */
export function createdOffer(meta: Json): string {
  const nodes = Array.isArray(meta['AffectedNodes']) ? meta['AffectedNodes'] : []
  for (const node of nodes) {
    const createdNode = asJson(asJson(node)['CreatedNode'])
    if (createdNode['LedgerEntryType'] === 'NFTokenOffer') return String(createdNode['LedgerIndex'])
  }
  throw new Error('No offer was created.')
}
