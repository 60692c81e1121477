import type { Executor } from '#db/executor.ts'
import { listOfferParties } from '#db/queries/trade/offer-cancellations.ts'
import type { Context } from '#worker/domain/context.ts'
import type { SubmissionState } from '#worker/domain/journal/advance-submission.ts'
import { settle } from '#worker/domain/journal/settle.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'

/** Maximum number of offers in one cancellation, below the ledger's limit of 500 for an NFTokenCancelOffer. */
export const maxOffersAtOnce = 400

export interface Cancellation {
  /** The purpose of the cancellation in the journal, which is executed at most once. */
  purpose: string
  counterparty: string | null
  offerIds: string[]
}

/**
 * Cancels offers that the index contains, in one transaction of the marketplace. Returns `lost` if the marketplace
 * neither made one of them nor is its destination. `onEnd` writes further changes in the transaction that stores the
 * result, whatever the result is.
 */
export async function cancelOffers(
  context: Context,
  { purpose, counterparty, offerIds }: Cancellation,
  onEnd: (tx: Executor) => Promise<void> = async () => undefined,
): Promise<SubmissionState['state']> {
  const offers = await listOfferParties(context.db.http, offerIds)
  const order = {
    purpose,
    kind: 'cancel' as const,
    counterparty,
    lostOnPolicyRefusal: true,
    fields: { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: offerIds },
    order: (tx: Fields) => ({ kind: 'cancel' as const, tx, offers }),
  }
  return settle(context, order, onEnd, onEnd)
}
