import {
  dropCancellations,
  listCancellations,
  markEndedCancellations,
} from '#db/queries/trade/offer-cancellations.ts'
import type { Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'
import { cancelOffers, maxOffersAtOnce } from './cancel-offers.ts'

/** Cancels the offers to the marketplace that their issuers want to cancel, a few hundred in one transaction. */
export async function cancelRequested(context: Context, until: Date): Promise<void> {
  const reader = context.db.http
  await markEndedCancellations(reader)
  const offerIds = await listCancellations(reader, maxOffersAtOnce)
  const [first] = offerIds
  if (first === undefined) return
  const cancel = (purpose: string, ids: string[]) =>
    cancelOffers(context, { purpose, counterparty: null, offerIds: ids })
  const state = await cancel(`wanted:${first}`, offerIds)
  if (state === 'open') return
  if (state !== 'succeeded') {
    // If one offer cannot be cancelled, the whole transaction is refused. Then each offer is cancelled separately. Offers
    // that the ledger refuses to cancel stay open.
    await processRows(context, { what: 'cancellation', until }, offerIds, async (id) => {
      const single = await cancel(`cancel:${id}`, [id])
      if (single === 'failed' || single === 'lost') await dropCancellations(reader, [id])
    })
  }
  await markEndedCancellations(reader)
}
