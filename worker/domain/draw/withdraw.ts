import { sentence } from '#contract/words/sentence.ts'
import { lockChain } from '#db/queries/draw/chains.ts'
import { findEpoch, isPositionBound } from '#db/queries/draw/epochs.ts'
import { insertWithdrawal, listWithdrawnItems, releaseItem } from '#db/queries/draw/withdrawals.ts'
import type { Executor } from '#db/executor.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'
import { openOrder, proofOf } from './sealed-order.ts'

interface Withdrawn {
  id: string
  collectionId: string
  drawEpoch: number | null
}

/**
 * Locks the draws of an item's collection. Must be called before locking the item itself, to keep the lock order of all
 * other code.
 */
export async function lockDraws(tx: Executor, collectionId: string): Promise<void> {
  await lockChain(tx, collectionId)
}

const beingDrawnRefusal = () =>
  new Refusal(
    'reserved',
    sentence(
      'A draw in this collection is in progress, and this item may be the result. Please try again in a few seconds.',
    ),
  )

/**
 * Takes an item out of its epoch: the next anchor publishes the position, which is not drawn from that ledger on.
 * Returns false while a draw has no result yet or holds the item, because free positions must not change during a draw.
 * Call it under `lockDraws`.
 */
async function withdrawFree(
  context: Pick<Context, 'vault'>,
  tx: Executor,
  { id, collectionId, drawEpoch }: Withdrawn,
): Promise<boolean> {
  const epoch = drawEpoch === null ? null : await findEpoch(tx, collectionId, drawEpoch)
  if (epoch?.state === 'committing') return false
  if (epoch?.state === 'open') {
    const order = await openOrder(context, epoch)
    const position = order.findIndex(({ itemId }) => itemId === id)
    const { number } = epoch
    if (await isPositionBound(tx, { collectionId, number, position })) return false
    await insertWithdrawal(tx, { collectionId, epoch: number, position, ...(await proofOf(epoch, position)) })
  }
  await releaseItem(tx, id)
  return true
}

/** Takes an item out of its epoch, if it is in one. Call it under `lockDraws`. Throws Refusal('reserved'). */
export async function withdrawFromDraws(
  context: Pick<Context, 'vault'>,
  tx: Executor,
  item: Withdrawn,
): Promise<void> {
  if (item.drawEpoch !== null && !(await withdrawFree(context, tx, item))) throw beingDrawnRefusal()
}

/**
 * Withdraws items that no longer exist because their tokens were burned or their collection was removed. If a draw
 * needs an item, the item is withdrawn later.
 */
export async function withdrawGoneItems(context: Context, until: Date): Promise<void> {
  const { db } = context
  const items = await listWithdrawnItems(db.http, null)
  await processRows(context, { what: 'draw_withdrawals', until }, items, ({ id, collectionId }) =>
    db.transaction(async (tx) => {
      await lockDraws(tx, collectionId)
      for (const item of await listWithdrawnItems(tx, id)) await withdrawFree(context, tx, item)
    }),
  )
}
