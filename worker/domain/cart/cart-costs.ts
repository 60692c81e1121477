import { innerOf, objectsAtHeight, type Purchase } from '#contract/rules/cart-groups.ts'
import type { Context } from '#worker/domain/context.ts'
import { offeredCost } from '#worker/domain/ledger-index/network-cost.ts'
import { batchCostDrops } from '#worker/ledger/batch.ts'

/** Returns the cost of a group with one signature, in drops; `cost` is the cost of a plain transaction. */
function costOf(cost: bigint, group: readonly Purchase[], oneSignature: boolean): bigint {
  const isBrokered = group.some((purchase) => purchase.brokered)
  if (!oneSignature || (group.length === 1 && !isBrokered)) return cost
  const inner = group.reduce((sum, purchase) => sum + innerOf(purchase), 0)
  // Besides the buyer, the marketplace signs if it is the broker.
  return batchCostDrops(cost, inner, isBrokered ? 1 : 0)
}

/** Returns the maximum reserve that the purchases lock, and the transaction costs of all signatures, in drops. */
export async function costsOf(
  context: Pick<Context, 'ledger' | 'costLimit'>,
  groups: readonly (readonly Purchase[])[],
  oneSignature: boolean,
): Promise<{ reserveDrops: bigint; costDrops: bigint }> {
  const { ledger } = context
  const [reserves, currentCost] = await Promise.all([ledger.reserves(), ledger.transactionCost()])
  const cost = offeredCost(context, currentCost)
  return {
    reserveDrops: reserves.ownerDrops * BigInt(objectsAtHeight(groups.flat())),
    costDrops: groups.reduce((sum, group) => sum + costOf(cost, group, oneSignature), 0n),
  }
}
