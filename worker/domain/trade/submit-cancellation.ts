import { listOfferParties } from '#db/queries/offer-cancellations.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceSubmission, type SubmissionState } from '#worker/domain/journal/advance-submission.ts'
import { PolicyRefusal } from '#worker/ports/treasury/port.ts'

export interface Cancellation {
  /** Done at most once. */
  purpose: string
  counterparty: string | null
  offerIds: string[]
}

/**
 * M's NFTokenCancelOffer for offers that the index knows. `refused` when the key's policy does not allow it, because one of
 * them is neither M's nor addressed to it: it never will.
 */
export async function submitCancellation(
  context: Context,
  { purpose, counterparty, offerIds }: Cancellation,
): Promise<SubmissionState | { state: 'refused' }> {
  const offers = await listOfferParties(context.db.read, offerIds)
  try {
    return await advanceSubmission(context, {
      purpose,
      kind: 'cancel',
      counterparty,
      fields: { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: offerIds },
      order: (tx) => ({ kind: 'cancel', tx, offers }),
    })
  } catch (error) {
    if (!(error instanceof PolicyRefusal)) throw error
    context.log.error('cancellation_refused_by_policy', { purpose, reason: error.message })
    return { state: 'refused' }
  }
}
