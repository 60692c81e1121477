import { findReservation, type ReservationRow } from '#db/queries/reservations.ts'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceSubmission } from '#worker/domain/journal/advance-submission.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { settlePurchases } from './settle.ts'

/**
 * M cancels its offer to a buyer who did not take it; the token becomes inventory. The ledger decides between this and an
 * acceptance that came at the last moment.
 */
export async function takeBack(context: Context, row: ReservationRow): Promise<void> {
  const { offerId } = row
  if (row.state !== 'cancelling' || offerId === null) return
  const submission = await advanceSubmission(context, {
    purpose: `cancel:${offerId}`,
    kind: 'cancel',
    counterparty: row.buyer,
    fields: { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offerId] },
    order: (tx) => ({
      kind: 'cancel',
      tx,
      // Recorded as M's own when it was made.
      offers: [{ id: offerId, owner: context.treasury.account, destination: row.buyer }],
    }),
  })
  if (submission.state === 'open' || submission.state === 'lost') return
  const { entry } = submission
  const settings = await applySettings(context, entry.closedAt)
  await context.db.transaction(async (tx) => {
    await applyTransactions(tx, [entry], settings)
    await settlePurchases(tx)
  })
}

const everyMs = 500
/** A few closes of the ledger; the cron does what is left. */
const longestMs = 20_000

/** Takes an offer back, waiting for the ledger. Answers the reservation as it stands then. */
export async function awaitRelease(context: Context, begun: ReservationRow): Promise<ReservationRow> {
  const { db, now } = context
  const deadline = now().getTime() + longestMs
  let row = begun
  while (row.state === 'cancelling') {
    await takeBack(context, row)
    row = (await findReservation(db.read, row.id)) ?? row
    if (row.state !== 'cancelling' || now().getTime() > deadline) return row
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return row
}

/** Begins to take an offer back whose request has ended, without keeping anybody waiting; the cron goes on with it. */
export function releaseSoon(context: Context, reservationId: string): void {
  const work = async () => {
    const row = await findReservation(context.db.read, reservationId)
    if (row !== null) await takeBack(context, row)
  }
  context.afterReply(
    work().catch((error: unknown) =>
      context.log.warn('take_back_later', { reservationId, ...errorFacts(error) }),
    ),
  )
}
