import { t } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { listIssuerOffers, requestCancellations } from '#db/queries/trade/offer-cancellations.ts'
import type { CancelOffersReply } from '#contract/schemas/collections.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { holdCollection, requireIssuer } from './own-collection.ts'

/** Maximum number of offers per NFTokenCancelOffer. The rest needs another transaction. */
const maxToSign = 400

/**
 * Cancels all sell offers of the issuer in the collection. The marketplace soon cancels the offers that are addressed
 * to it. The reply names the remaining offers, which need the issuer's signature. Throws Refusal: not_found, forbidden.
 */
export async function cancelAllOffers(
  context: Context,
  actor: Actor,
  id: string,
): Promise<CancelOffersReply> {
  const identity = await requireIssuer(context, actor, id)
  const offers = await context.db.transaction(async (tx) => {
    await holdCollection(tx, id)
    const offers = await listIssuerOffers(tx, identity)
    const isOurs = ({ destination }: { destination: string | null }) =>
      destination === context.rules.marketplace
    const ownOffers = offers.filter(isOurs)
    await requestCancellations(
      tx,
      id,
      ownOffers.map((offer) => offer.id),
    )
    await insertAudit(tx, {
      account: actor.account,
      action: 'cancel_all_offers',
      subject: id,
      before: { open: offers.length },
      after: { cancelling: ownOffers.length },
    })
    return { ours: ownOffers, others: offers.filter((offer) => !isOurs(offer)) }
  })
  return {
    status: 'success',
    data: t('Canceling all sell offers (takes a few minutes)'),
    cancelling: offers.ours.length,
    toSign: offers.others.slice(0, maxToSign).map((offer) => offer.id),
    later: Math.max(0, offers.others.length - maxToSign),
  }
}
