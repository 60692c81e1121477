import { asJson, type Json } from './rpc.ts'

/** Index of the NFTokenOffer that a transaction created. @throws Error when it created none */
export function createdOffer(meta: Json): string {
  const nodes = Array.isArray(meta['AffectedNodes']) ? meta['AffectedNodes'] : []
  for (const node of nodes) {
    const created = asJson(asJson(node)['CreatedNode'])
    if (created['LedgerEntryType'] === 'NFTokenOffer') return String(created['LedgerIndex'])
  }
  throw new Error('No offer was created.')
}
