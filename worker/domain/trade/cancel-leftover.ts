import type { SaleRow } from '#db/queries/sales.ts'
import { hasEndedOffer, markLeftoverCancelled } from '#db/queries/sales.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { submitCancellation } from './submit-cancellation.ts'

/**
 * After a failed sale M, as Destination, cancels the offer that was made for it, so that nobody's reserve stays locked.
 * One that is not M's to cancel is left alone. At once, where somebody waits for it; the sweep takes back what is left in one transaction.
 */
export async function cancelLeftover(context: Context, sale: SaleRow): Promise<void> {
  const { db, now } = context
  const { leftoverOfferId } = sale
  if (leftoverOfferId === null || (await hasEndedOffer(db.read, [leftoverOfferId]))) {
    await markLeftoverCancelled(db.read, sale.id, now())
    return
  }
  const submission = await submitCancellation(context, {
    purpose: `cancel:${leftoverOfferId}`,
    counterparty: sale.kind === 'accept_bid' ? sale.seller : sale.buyer,
    offerIds: [leftoverOfferId],
  })
  if (submission.state === 'open' || submission.state === 'lost') return
  if (submission.state === 'refused') return markLeftoverCancelled(db.read, sale.id, now())
  const { entry } = submission
  const settings = await applySettings(context, entry.closedAt)
  await db.transaction(async (tx) => {
    await applyTransactions(tx, [entry], settings)
    await markLeftoverCancelled(tx, sale.id, now())
  })
}
