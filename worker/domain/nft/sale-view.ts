import type { SaleRow } from '#db/queries/collection/figures.ts'
import type { SaleView } from '#contract/schemas/figures.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'

export function saleView(row: SaleRow): SaleView {
  return {
    txid: row.txid,
    nft: row.nftId,
    name: row.name ?? fallbackName(row.sequence ?? 0),
    rank: row.rank,
    seller: row.seller ?? '',
    buyer: row.buyer ?? '',
    drops: (row.drops ?? 0n).toString(),
    at: row.closedAt.toISOString(),
    marks: row.marks,
  }
}
