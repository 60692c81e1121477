import { type Decimal, decimal } from '#ledger/amounts/decimal.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { isObject } from '#ledger/codec/json.ts'
import { keyletOf } from '#ledger/entries/keylets.ts'
import type { AffectedNode } from '#ledger/views/metadata.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'

// The price of a pair. If it is missing in the latest update, one of the three previous updates may contain it. Source:
// XLS-47.

export interface OraclePrice {
  time: number
  price: Decimal
}

const MAX_HISTORY = 3

/** Finds the pair's price in the PriceDataSeries of an entry or of metadata fields. */
function priceIn(
  fields: Record<string, unknown>,
  pair: { base: string; quote: string },
): OraclePrice | undefined {
  const { PriceDataSeries: series, LastUpdateTime: time } = fields
  if (!Array.isArray(series) || typeof time !== 'number') return undefined
  for (const item of series) {
    const data: unknown = isObject(item) ? item.PriceData : undefined
    if (!isObject(data) || data.BaseAsset !== pair.base || data.QuoteAsset !== pair.quote) continue
    if (typeof data.AssetPrice !== 'string') continue
    const scale = typeof data.Scale === 'number' ? data.Scale : 0
    return { time, price: decimal(BigInt(`0x${data.AssetPrice}`), -scale) }
  }
  return undefined
}

function oracleNode(
  chain: LedgerChain,
  transaction: string,
  key: string,
): { node: AffectedNode; isNew: boolean } | null {
  for (const item of chain.history.find(transaction)?.metadata.AffectedNodes ?? []) {
    if ('CreatedNode' in item && item.CreatedNode.LedgerIndex === key)
      return { node: item.CreatedNode, isNew: true }
    if ('ModifiedNode' in item && item.ModifiedNode.LedgerIndex === key)
      return { node: item.ModifiedNode, isNew: false }
  }
  return null
}

export function findPrice(
  chain: LedgerChain,
  view: ReadView,
  key: string,
  pair: { base: string; quote: string },
): OraclePrice | undefined {
  const oracle = read(view, keyletOf('Oracle', key))
  if (oracle === undefined) return undefined
  const current = priceIn({ ...oracle }, pair)
  if (current !== undefined) return current
  let transaction: string | undefined = oracle.PreviousTxnID
  for (let history = 1; history <= MAX_HISTORY && transaction !== undefined; history += 1) {
    const node = oracleNode(chain, transaction, key)
    // The first step back returns the current state again.
    if (node === null || (node.isNew && history === 1)) return undefined
    const price = priceIn((node.isNew ? node.node.NewFields : node.node.FinalFields) ?? {}, pair)
    if (price !== undefined || node.isNew) return price
    transaction = node.node.PreviousTxnID
  }
  return undefined
}
