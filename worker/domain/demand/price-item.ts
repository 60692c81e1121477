import { sentence } from '#contract/words/sentence.ts'
import { lockDemandItem, priceDemandItem } from '#db/queries/demand/items.ts'
import { touchStatistics } from '#db/queries/ledger-index/statistics.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { lockDraws, withdrawFromDraws } from '#worker/domain/draw/withdraw.ts'
import { checkMinter, permissionMissing } from './check-minter.ts'
import { ownItem } from './remove-item.ts'

/**
 * Sets the price of an on-demand item, which puts it on sale. A buyer who has it reserved pays the price they saw. In a random
 * collection an item with another price waits for the next epoch of draws.
 * Throws Refusal: not_found, forbidden, validation_failed, minter_missing, not_for_sale, reserved.
 */
export async function priceItem(
  context: Context,
  actor: Actor,
  { id, taxon, priceDrops }: { id: string; taxon: number | null; priceDrops: bigint },
): Promise<void> {
  const item = await ownItem(context, actor, id)
  if (taxon !== null && taxon !== item.taxon)
    throw new Refusal('validation_failed', 'The item belongs to another collection.', {
      errors: [{ path: 'taxon', message: 'The item belongs to another collection.' }],
    })
  if (priceDrops < minimumOfferDrops)
    throw new Refusal('validation_failed', sentence('The price is at least 0.1 XRP.'), {
      errors: [{ path: 'amount', message: sentence('The price is at least 0.1 XRP.') }],
    })
  await checkMinter(context, item.issuer, permissionMissing)
  await context.db.transaction(async (tx) => {
    await lockDraws(tx, item.collectionId)
    const locked = await lockDemandItem(tx, id)
    if (!(await priceDemandItem(tx, { id, issuer: actor.account, priceDrops })))
      throw new Refusal('not_for_sale', sentence('This item has been sold or withdrawn.'))
    if (locked !== null && locked.priceDrops !== priceDrops) await withdrawFromDraws(context, tx, locked)
  })
  await touchStatistics(context.db.read, item.collectionId)
}
