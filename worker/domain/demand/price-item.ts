import { sentence } from '#contract/words/sentence.ts'
import { lockDemandItem, priceDemandItem } from '#db/queries/demand/items.ts'
import { touchStatistics } from '#db/queries/ledger-index/statistics.ts'
import { findSellingRulesById } from '#db/queries/demand/selling-rules.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { lockDraws, withdrawFromDraws } from '#worker/domain/draw/withdraw.ts'
import { checkFlags, readPrice } from './sale-price.ts'
import { checkMinter, permissionMissing } from './check-minter.ts'
import { findOwnItem } from './remove-item.ts'

/**
 * Sets the price of an on-demand item, which puts the item on sale. A buyer with a reservation pays the price that they
 * saw. In a random collection, an item with another price waits for the next epoch of draws.
 * Throws Refusal: not_found, forbidden, validation_failed, minter_missing, not_for_sale, reserved.
 */
export async function priceItem(
  context: Context,
  actor: Actor,
  { id, taxon, amount }: { id: string; taxon: number | null; amount: Amount },
): Promise<void> {
  const item = await findOwnItem(context, actor, id)
  if (taxon !== null && taxon !== item.taxon)
    throw new Refusal('validation_failed', 'The item belongs to another collection.', {
      errors: [{ path: 'taxon', message: 'The item belongs to another collection.' }],
    })
  const { collectionId } = item
  const rules = await findSellingRulesById(context.db.http, collectionId)
  const currency = rules?.currency ?? null
  checkFlags(item.flags, currency)
  const priceDrops = readPrice(context, amount, currency)
  await checkMinter(context, item.issuer, permissionMissing)
  await context.db.transaction(async (tx) => {
    await lockDraws(tx, item.collectionId)
    const lockedItem = await lockDemandItem(tx, id)
    if (!(await priceDemandItem(tx, { id, issuer: actor.account, collectionId, priceDrops, currency })))
      throw new Refusal('not_for_sale', sentence('This item has been sold or withdrawn.'))
    if (lockedItem !== null && lockedItem.priceDrops !== priceDrops)
      await withdrawFromDraws(context, tx, lockedItem)
  })
  await touchStatistics(context.db.http, item.collectionId)
}
