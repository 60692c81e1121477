import type { BatchPaymentRow, HistoryRow } from '#db/queries/nft/nfts.ts'
import type { HistoryEntry, NftHistoryEntry } from '#contract/schemas/nfts.ts'

type EventRow = HistoryRow & { step?: boolean }

export function historyView(row: EventRow): HistoryEntry {
  return {
    type: row.type,
    seller: row.seller,
    buyer: row.buyer,
    amount: row.amount,
    date: row.closedAt.toISOString(),
    txid: row.txid,
    ledgerIndex: row.ledgerIndex,
    nft: row.nftId,
    step: row.step ?? false,
  }
}

/** Returns the events that are sales or transfers, with the payments of their Batch. */
export function historyWithPayments(rows: EventRow[], payments: BatchPaymentRow[]): NftHistoryEntry[] {
  return rows.map((row) => {
    const paysFor = row.parentBatchId !== null && (row.type === 'sale' || row.type === 'transfer')
    const batchPayments = paysFor
      ? payments.filter((payment) => payment.parentBatchId === row.parentBatchId)
      : []
    return {
      ...historyView(row),
      payments: batchPayments.map(({ txid, account, destination, amount }) => ({
        txid,
        account,
        destination,
        amount,
      })),
    }
  })
}
