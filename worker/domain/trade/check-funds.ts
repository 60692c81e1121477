import { formatXrpExact } from '#worker/contract/amounts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * Whether an account can pay `drops` now, besides its reserve, the reserve of one more object (the offer, later the page
 * that holds the token) and a transaction cost. The ledger itself refuses an offer only when there is nothing at all.
 * Throws Refusal: account_not_found, insufficient_funds.
 */
export async function checkFunds({ ledger }: Context, account: string, drops: bigint): Promise<void> {
  const [state, reserves, cost] = await Promise.all([
    ledger.findAccount(account),
    ledger.reserves(),
    ledger.transactionCost(),
  ])
  if (state === null) {
    throw new Refusal(
      'account_not_found',
      'Your account does not exist on the ledger yet. Send it at least 1 XRP first.',
    )
  }
  const reserve = reserves.baseDrops + reserves.ownerDrops * BigInt(state.ownerCount + 1)
  const spendable = state.balance - reserve - cost
  if (spendable >= drops) return
  const available = spendable > 0n ? spendable : 0n
  throw new Refusal(
    'insufficient_funds',
    `This takes ${formatXrpExact(drops)} XRP, and your account can spend ${formatXrpExact(available)} XRP above its reserve.`,
  )
}
