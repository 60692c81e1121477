import { sentence } from '#contract/words/sentence.ts'
import type { Executor } from '#db/executor.ts'
import {
  type DemandItemRow,
  findDemandItem,
  lockDemandItem,
  markBurned,
  withdrawDemandItem,
} from '#db/queries/demand/items.ts'
import { touchStatistics } from '#db/queries/ledger-index/statistics.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { lockDraws, withdrawFromDraws } from '#worker/domain/draw/withdraw.ts'
import { settle } from '#worker/domain/journal/settle.ts'

/** Returns the item if the caller is its issuer. Throws Refusal: not_found, forbidden, not_for_sale. */
export async function findOwnItem({ db }: Context, actor: Actor, id: string): Promise<DemandItemRow> {
  const item = await findDemandItem(db.http, id)
  if (item === null) throw new Refusal('not_found', sentence('This item does not exist.'))
  if (item.issuer !== actor.account)
    throw new Refusal('forbidden', sentence('Only the issuer of the collection can do this.'))
  if (item.editionId !== null)
    throw new Refusal(
      'not_for_sale',
      sentence('This is a print of an edition. It is sold on the page of the edition.'),
    )
  return item
}

/**
 * Takes an on-demand item off sale. If it was minted for a buyer who did not pay, the marketplace burns it. In a random
 * collection, the item's position is published first, so that everyone can see that it is no longer drawn. Throws
 * Refusal: not_found, forbidden, reserved, not_for_sale.
 */
export async function removeItem(context: Context, actor: Actor, id: string): Promise<void> {
  const item = await findOwnItem(context, actor, id)
  if (item.state === 'removed') return
  if (item.state === 'sold') throw new Refusal('not_for_sale', sentence('This item has been sold.'))
  const isWithdrawn = await context.db.transaction(async (tx) => {
    await lockDraws(tx, item.collectionId)
    const lockedItem = await lockDemandItem(tx, id)
    if (!(await withdrawDemandItem(tx, id, actor.account))) return false
    await withdrawFromDraws(context, tx, lockedItem ?? item)
    return true
  })
  if (!isWithdrawn)
    throw new Refusal(
      'reserved',
      sentence("Someone is buying this item right now. If they don't pay, it can be removed."),
    )
  await touchStatistics(context.db.http, item.collectionId)
}

/** Burns the inventory of a removed item. */
export async function burnInventory(context: Context, item: DemandItemRow): Promise<void> {
  const { tokenId, id, issuer, state } = item
  if (tokenId === null) return
  const markBurnedItem = (tx: Executor) => markBurned(tx, id)
  await settle(
    context,
    {
      purpose: `burn:${tokenId}`,
      kind: 'burn',
      counterparty: issuer,
      fields: { TransactionType: 'NFTokenBurn', NFTokenID: tokenId },
      order: (tx) => ({ kind: 'burn', tx, item: { removed: state === 'removed', tokenId, artist: issuer } }),
    },
    markBurnedItem,
    (tx, entry) => {
      context.log.error('burn_refused', { nftId: tokenId, result: entry?.meta.TransactionResult })
      return markBurnedItem(tx)
    },
  )
}
