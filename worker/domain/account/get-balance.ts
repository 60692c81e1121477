import type { BalanceReply } from '#contract/schemas/profiles.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/** Returns the account's XRP balance, and the part above its reserve. Throws Refusal('ledger_unavailable'). */
export async function getBalance({ ledger }: Context, { account }: Actor): Promise<BalanceReply> {
  const [state, reserves] = await Promise.all([ledger.findAccount(account), ledger.reserves()])
  if (state === null) return { balanceDrops: '0', spendableDrops: '0' }
  const free = state.balance - reserves.baseDrops - reserves.ownerDrops * BigInt(state.ownerCount)
  return { balanceDrops: state.balance.toString(), spendableDrops: (free > 0n ? free : 0n).toString() }
}
