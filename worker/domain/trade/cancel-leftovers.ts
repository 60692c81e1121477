import { listLeftovers, markEndedLeftovers, type SaleRow } from '#db/queries/sales.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceSubmission } from '#worker/domain/journal/advance-submission.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { cancelLeftover } from './cancel-leftover.ts'

/** Below the 500 of one NFTokenCancelOffer. */
const batch = 400

function offersOf(sales: SaleRow[]): string[] {
  return sales.flatMap(({ leftoverOfferId }) => (leftoverOfferId === null ? [] : [leftoverOfferId]))
}

/**
 * Takes the leftover offers of all failed sales back in one transaction: a hundred buyers of one token lose no more time
 * than one. Which have ended is told by the index; cancelling one that is gone does no harm, so sets may overlap.
 */
export async function cancelLeftovers(context: Context): Promise<void> {
  const { db, now } = context
  await markEndedLeftovers(db.read, now())
  const sales = await listLeftovers(db.read, batch)
  const ids = offersOf(sales)
  const [first] = ids
  if (first === undefined) return
  const submission = await advanceSubmission(context, {
    purpose: `leftovers:${first}`,
    kind: 'cancel',
    counterparty: null,
    fields: { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: ids },
    order: (tx) => ({ kind: 'cancel', tx }),
  })
  if (submission.state === 'open' || submission.state === 'lost') return
  if (submission.state === 'failed') {
    // One of them spoils it for all: each by itself, then.
    for (const sale of sales) await cancelLeftover(context, sale)
    return
  }
  const { entry } = submission
  const settings = await applySettings(context, entry.closedAt)
  await db.transaction((tx) => applyTransactions(tx, [entry], settings))
  await markEndedLeftovers(db.read, now())
}
