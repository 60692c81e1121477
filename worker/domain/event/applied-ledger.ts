import { dateToRippleTime } from '#contract/rules/ledger.ts'
import type { HistoryInsert } from '#worker/ledger/history-events.ts'
import type { IndexChanges, OfferUpsert } from '#worker/ledger/index-changes.ts'
import { textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { type AccountAfter, accountsAfter } from './funding.ts'
import type { Step } from './ledger-events.ts'

/** An indexed ledger, with the data from which its events are derived. */
export interface AppliedLedger {
  index: number
  closedAt: Date
  /** Seconds since the Ripple epoch. */
  closeTime: number
  nfts: IndexChanges['nfts']
  steps: Step[]
  /** The accounts that the ledger changed. */
  accounts: Map<string, AccountAfter>
}

/** Returns the offer of a history step: the created, ended or accepted one; for a sale, the seller's offer. */
function offerOf(
  event: HistoryInsert,
  entry: ValidatedTransaction | undefined,
  offers: Map<string, OfferUpsert>,
) {
  const id = event.type === 'sale' ? textField(entry?.tx, 'NFTokenSellOffer') : event.offerId
  return offers.get(id ?? '') ?? null
}

export function appliedLedger(
  { index, closedAt, transactions }: { index: number; closedAt: Date; transactions: ValidatedTransaction[] },
  { nfts, offers, history }: Pick<IndexChanges, 'nfts' | 'offers' | 'history'>,
): AppliedLedger {
  const byHash = new Map(transactions.map((entry) => [entry.hash, entry]))
  return {
    index,
    closedAt,
    closeTime: dateToRippleTime(closedAt),
    nfts,
    steps: history.map((event): Step => {
      const entry = byHash.get(event.txid)
      return {
        event,
        actor: entry?.tx.Account ?? '',
        type: entry?.tx.TransactionType ?? '',
        offer: offerOf(event, entry, offers),
        facts: null,
      }
    }),
    accounts: accountsAfter(transactions),
  }
}
