import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { explainResult, succeeded } from '#worker/ledger/results.ts'

/**
 * Tries a transaction on the ledger before anyone is asked to sign it. Throws Refusal('would_fail') with the reason in
 * plain words. A server without `simulate` lets everything pass: the ledger decides later.
 */
export async function dryRun({ ledger, log }: Context, tx: Fields): Promise<void> {
  const code = await ledger.simulate(tx)
  if (code === null || succeeded(code)) return
  log.info('dry_run_refused', { code, type: tx.TransactionType })
  throw new Refusal('would_fail', explainResult(code))
}
