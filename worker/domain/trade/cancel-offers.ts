import type { Context } from '#worker/domain/context.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { submitCancellation } from './submit-cancellation.ts'

/** Below the 500 of one NFTokenCancelOffer. */
export const mostOffersAtOnce = 400

/** M cancels offers that are addressed to it, in one transaction; the index follows at once. `purpose` is done at most once. */
export async function cancelOffers(
  context: Context,
  purpose: string,
  offerIds: string[],
): Promise<'open' | 'done' | 'failed'> {
  const submission = await submitCancellation(context, { purpose, counterparty: null, offerIds })
  if (submission.state === 'open' || submission.state === 'lost') return 'open'
  if (submission.state === 'failed' || submission.state === 'refused') return 'failed'
  const { entry } = submission
  const settings = await applySettings(context, entry.closedAt)
  await context.db.transaction((tx) => applyTransactions(tx, [entry], settings))
  return 'done'
}
