import { findReservation, type ReservationRow } from '#db/queries/demand/reservations.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { settle, type SettleOrder } from '#worker/domain/journal/settle.ts'
import { settlePurchases } from './settle.ts'

/**
 * Cancels the marketplace's offer to a buyer who did not accept it; the token becomes inventory. If the buyer accepts
 * at the last moment, the ledger decides which transaction wins.
 */
export async function takeBack(context: Context, row: ReservationRow): Promise<void> {
  const { offerId } = row
  if (row.state !== 'cancelling' || offerId === null) return
  const order: SettleOrder = {
    purpose: `cancel:${offerId}`,
    kind: 'cancel',
    counterparty: row.buyer,
    fields: { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offerId] },
    // The marketplace recorded this offer as its own when creating it.
    order: (tx) => ({
      kind: 'cancel',
      tx,
      offers: [{ id: offerId, owner: context.treasury.account, destination: row.buyer }],
    }),
  }
  await settle(context, order, settlePurchases, settlePurchases)
}

const everyMs = 500
/** Maximum milliseconds to wait: a few ledger closes. The cron finishes the rest. */
const maxMs = 20_000

/** Cancels an offer and waits for the ledger. Returns the reservation in its new state. */
export async function awaitRelease(context: Context, reservation: ReservationRow): Promise<ReservationRow> {
  const { db, now } = context
  const deadline = now().getTime() + maxMs
  let row = reservation
  while (row.state === 'cancelling') {
    await takeBack(context, row)
    row = (await findReservation(db.http, row.id)) ?? row
    if (row.state !== 'cancelling' || now().getTime() > deadline) return row
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return row
}

/** Starts to cancel an offer after the reply, if its request has ended. The cron finishes the rest. */
export function releaseSoon(context: Context, reservationId: string): void {
  const takeBackIfOpen = async () => {
    const row = await findReservation(context.db.http, reservationId)
    if (row !== null) await takeBack(context, row)
  }
  context.afterReply(
    takeBackIfOpen().catch((error: unknown) =>
      context.log.warn('take_back_later', { reservationId, ...errorFacts(error) }),
    ),
  )
}
