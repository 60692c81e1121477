import {
  hasEndedOffer,
  listLeftovers,
  markEndedLeftovers,
  markLeftoverCancelled,
  type SaleRow,
} from '#db/queries/trade/sales.ts'
import type { Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'
import { cancelOffers, maxOffersAtOnce } from './cancel-offers.ts'

/**
 * Cancels the offer that was made for a failed sale. The marketplace is the offer's Destination, so it can release the
 * reserve. Skips offers that the marketplace may not cancel.
 */
export async function cancelLeftover(context: Context, sale: SaleRow): Promise<void> {
  const { db, now } = context
  const { leftoverOfferId } = sale
  if (leftoverOfferId === null || (await hasEndedOffer(db.http, [leftoverOfferId]))) {
    await markLeftoverCancelled(db.http, sale.id, now())
    return
  }
  const cancellation = {
    purpose: `cancel:${leftoverOfferId}`,
    counterparty: sale.kind === 'accept_bid' ? sale.seller : sale.buyer,
    offerIds: [leftoverOfferId],
  }
  await cancelOffers(context, cancellation, (tx) => markLeftoverCancelled(tx, sale.id, now()))
}

/**
 * Cancels the leftover offers of all failed sales in one transaction, so that a hundred buyers of one token wait no
 * longer than one. The index shows which offers have ended; cancelling an ended offer is harmless, so batches may
 * overlap.
 */
export async function cancelLeftovers(context: Context, until: Date): Promise<void> {
  const { db, now } = context
  await markEndedLeftovers(db.http, now())
  const sales = await listLeftovers(db.http, maxOffersAtOnce)
  const offerIds = sales.flatMap(({ leftoverOfferId }) => (leftoverOfferId === null ? [] : [leftoverOfferId]))
  const [first] = offerIds
  if (first === undefined) return
  const state = await cancelOffers(context, { purpose: `leftovers:${first}`, counterparty: null, offerIds })
  if (state === 'open') return
  if (state === 'succeeded') return markEndedLeftovers(db.http, now())
  // If one offer cannot be cancelled, the whole transaction is refused. Then each offer is cancelled separately.
  await processRows(context, { what: 'leftover', until }, sales, (sale) => cancelLeftover(context, sale))
}
