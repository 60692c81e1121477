import {
  dropCancellations,
  listCancellations,
  markEndedCancellations,
} from '#db/queries/offer-cancellations.ts'
import type { Context } from '#worker/domain/context.ts'
import { each } from '#worker/domain/stages.ts'
import { cancelOffers, mostOffersAtOnce } from './cancel-offers.ts'

/** Cancels the offers to the marketplace that their issuers want gone, a few hundred in one transaction. */
export async function cancelWanted(context: Context, until: Date): Promise<void> {
  const { read } = context.db
  await markEndedCancellations(read)
  const ids = await listCancellations(read, mostOffersAtOnce)
  const [first] = ids
  if (first === undefined) return
  const state = await cancelOffers(context, `wanted:${first}`, ids)
  if (state === 'open') return
  if (state === 'failed') {
    // One of them spoils it for all: each by itself, then. What the ledger will not cancel stays as it is.
    await each(context, { what: 'cancellation', until }, ids, async (id) => {
      if ((await cancelOffers(context, `cancel:${id}`, [id])) === 'failed')
        await dropCancellations(read, [id])
    })
  }
  await markEndedCancellations(read)
}
