import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { explainResult, isSuccess } from '#worker/ledger/results.ts'

/** Returns the actual reason for a result code if the code alone does not show it; null otherwise. */
export type Explain = (code: string) => Promise<Refusal | null>

/**
 * Simulates a transaction on the ledger before requesting its signature. Throws Refusal('would_fail') with the reason
 * in plain words, or the refusal that `explain` returns. If no server can simulate it, the transaction passes, and the
 * ledger decides later.
 */
export async function dryRun({ ledger, log }: Context, tx: Fields, explain?: Explain): Promise<void> {
  const code = await ledger.simulate(tx)
  if (code === null || isSuccess(code)) return
  log.info('dry_run_refused', { code, type: tx.TransactionType })
  throw (await explain?.(code)) ?? new Refusal('would_fail', explainResult(code))
}
