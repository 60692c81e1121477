import type { Executor } from '#db/executor.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings, applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { PolicyRefusal } from '#worker/ports/treasury/port.ts'
import { advanceSubmission, type SubmissionOrder, type SubmissionState } from './advance-submission.ts'

export interface SettleOrder extends SubmissionOrder {
  /**
   * True to abandon the transaction if the key's policy forbids it, because it always will. Otherwise PolicyRefusal is
   * thrown.
   */
  lostOnPolicyRefusal?: boolean
}

type Write<Entry> = (tx: Executor, entry: Entry) => Promise<void>

async function advance(context: Context, order: SettleOrder): Promise<SubmissionState> {
  try {
    return await advanceSubmission(context, order)
  } catch (error) {
    if (!(error instanceof PolicyRefusal) || order.lostOnPolicyRefusal !== true) throw error
    context.log.error('refused_by_policy', { purpose: order.purpose, reason: error.message })
    return { state: 'lost' }
  }
}

/**
 * Advances a transaction of the marketplace as far as possible. Applies its validated result to the index, and
 * `onSuccess` or `onFailure` writes the consequences, in one database transaction. An abandoned purpose has no entry.
 * Safe to call any number of times, after any crash: both callbacks must be repeatable.
 */
export async function settle(
  context: Context,
  order: SettleOrder,
  onSuccess: Write<ValidatedTransaction>,
  onFailure: Write<ValidatedTransaction | null>,
): Promise<SubmissionState['state']> {
  const end = await advance(context, order)
  if (end.state === 'open') return 'open'
  if (end.state === 'lost') {
    await context.db.transaction((tx) => onFailure(tx, null))
    return 'lost'
  }
  const { state, entry } = end
  const settings = await applySettings(context, entry.closedAt)
  await context.db.transaction(async (tx) => {
    await applyTransactions(tx, [entry], settings)
    await (state === 'succeeded' ? onSuccess : onFailure)(tx, entry)
  })
  return state
}
