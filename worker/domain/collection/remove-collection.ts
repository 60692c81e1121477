import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { deleteCollection, lockUnsold, findRemovalBlockers } from '#db/queries/collection/writes.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { requireOwner } from '#worker/domain/session/require-owner.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { forgetIdentity } from './find-identity.ts'
import { holdCollection } from './own-collection.ts'

const words: Record<keyof Awaited<ReturnType<typeof findRemovalBlockers>>, Sentence> = {
  reservations: sentence('items are reserved for buyers'),
  editions: sentence('editions are on sale (close those first)'),
  auctions: sentence('auctions are running'),
  sales: sentence('sales are being made'),
  payouts: sentence('payouts are still owed'),
  numbers: sentence('numbers of closed editions are still for sale (leave those out first)'),
  inventory: sentence('minted items are unsold (remove those first)'),
}

/**
 * Removes a collection from the marketplace, by its issuer or the marketplace owner. Its tokens stay on the ledger.
 * Throws Refusal: not_found, forbidden, collection_busy.
 */
export async function removeCollection(context: Context, actor: Actor, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await holdCollection(tx, id)
    if (actor.account !== before.issuer)
      requireOwner(
        context,
        actor,
        sentence("Only a collection's issuer and the marketplace owner can remove it."),
      )
    await lockUnsold(tx, id)
    const open = Object.entries(await findRemovalBlockers(tx, before)).filter(([, count]) => count > 0)
    if (open.length > 0) {
      const reasons = open.map(([reason]) => words[reason as keyof typeof words])
      throw new Refusal(
        'collection_busy',
        sentence('This collection cannot be removed now: {reasons}.', { reasons: { list: reasons } }),
      )
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
