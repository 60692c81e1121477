import type { HistoryRow } from '#db/queries/nfts.ts'
import type { HistoryEntry } from '#worker/contract/nfts.ts'

export function historyView(row: HistoryRow): HistoryEntry {
  return {
    type: row.type,
    seller: row.seller,
    buyer: row.buyer,
    amount: row.amount,
    date: row.closedAt.toISOString(),
    txid: row.txid,
    ledgerIndex: row.ledgerIndex,
    nft: row.nftId,
  }
}
