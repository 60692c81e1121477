import { insertAudit } from '#db/queries/audit-log.ts'
import { deleteCollection, lockUnsold, findRemovalBlockers } from '#db/queries/collection-writes.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { requireOwner } from '#worker/domain/session/require-owner.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { forgetIdentity } from './find-identity.ts'
import { holdCollection } from './own-collection.ts'

const words: Record<keyof Awaited<ReturnType<typeof findRemovalBlockers>>, string> = {
  reservations: 'items are reserved for buyers',
  auctions: 'auctions are running',
  sales: 'sales are being made',
  payouts: 'payouts are still owed',
  inventory: 'minted items are unsold (remove those first)',
}

/**
 * Removes a collection from the marketplace, by its issuer or the marketplace owner. Its tokens stay on the ledger.
 * Throws Refusal: not_found, forbidden, collection_busy.
 */
export async function removeCollection(context: Context, actor: Actor, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await holdCollection(tx, id)
    if (actor.account !== before.issuer)
      requireOwner(context, actor, 'Only the issuer of a collection and the marketplace owner can remove it.')
    await lockUnsold(tx, id)
    const open = Object.entries(await findRemovalBlockers(tx, before)).filter(([, count]) => count > 0)
    if (open.length > 0) {
      const reasons = open.map(([what]) => words[what as keyof typeof words]).join(', ')
      throw new Refusal('collection_busy', `This collection cannot be removed now: ${reasons}.`)
    }
    await deleteCollection(tx, id)
    const { name, issuer, taxon, description } = before
    await insertAudit(tx, {
      account: actor.account,
      action: 'remove_collection',
      subject: id,
      before: { name, issuer, taxon, description },
      after: {},
    })
  })
  forgetIdentity(id)
}
