import { xrpValue } from '#contract/words/amount-values.ts'
import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { costCeilingDrops } from '#contract/limits/treasury.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * Seconds until a refused client may try again: two ledgers, which close every three to four seconds, because the cost
 * changes with each ledger.
 */
const askAgainSeconds = 8

/**
 * Returns the fee to offer for a customer's plain transaction, in drops: the current cost, up to the marketplace's
 * ceiling or the caller's limit. A transaction with a lower fee waits in the servers' queue.
 */
export function offeredCost({ costLimit }: Pick<Context, 'costLimit'>, cost: bigint): bigint {
  const ceiling = costLimit !== null && costLimit > costCeilingDrops ? costLimit : costCeilingDrops
  return cost < ceiling ? cost : ceiling
}

/**
 * Checks the cost; must be called before anything is reserved or requested. Throws Refusal('network_busy') above the
 * caller's cost limit.
 */
export async function requireCost({
  ledger,
  costLimit,
}: Pick<Context, 'ledger' | 'costLimit'>): Promise<void> {
  if (costLimit === null) return
  const cost = await ledger.transactionCost()
  if (cost <= costLimit) return
  throw new Refusal(
    'network_busy',
    sentence(
      'The XRP Ledger is busy: a transaction costs {cost} XRP now, and usually less than 0.0001 XRP. Wait until it costs less, or continue at this cost.',
      { cost: xrpValue(cost) },
    ),
    { retryAfterSeconds: askAgainSeconds, costDrops: cost },
  )
}
