import type { ReservationRow } from '#db/queries/reservations.ts'
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
