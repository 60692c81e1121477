import type { Context } from '#worker/domain/context.ts'
import type { ApplySettings } from './apply-transactions.ts'

/** What applying a ledger closed at `closedAt` needs. Asks the ledger for the reserves: call it outside a transaction. */
export async function applySettings(
  { rules, ledger, now }: Pick<Context, 'rules' | 'ledger' | 'now'>,
  closedAt: Date,
): Promise<ApplySettings> {
  return { rules, reserves: await ledger.reserves(), closedAt, now: now() }
}
