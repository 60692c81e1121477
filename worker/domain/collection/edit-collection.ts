import { sentence } from '#contract/words/sentence.ts'
import { findRules, saveRules } from '#db/queries/collection/rules.ts'
import { isSameCurrency } from '#contract/rules/sale-amounts.ts'
import { changeCollection, countUnsold, hasPrices } from '#db/queries/collection/writes.ts'
import { queryCollectionName } from '#db/queries/collection/collections.ts'
import { findSellingRulesById } from '#db/queries/demand/selling-rules.ts'
import { useMedia } from '#db/queries/media/files.ts'
import { requestPins } from '#db/queries/pin/pins.ts'
import type { EditCollectionForm } from '#contract/schemas/collections.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { noteCollection } from '#worker/domain/event/note-events.ts'
import { checkName } from '#worker/domain/people/check-name.ts'
import { takeMedia } from '#worker/domain/media/store-media.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { checkSaleCurrency } from '#worker/domain/nft/check-sale-currency.ts'
import { promoRules } from './add-collection.ts'
import { noteEdit, notePromo } from './note-edit.ts'
import { holdCollection, requireIssuer } from './own-collection.ts'

/**
 * Changes one of the actor's collections; sending the same form twice has no further effect. The taxon cannot change,
 * the picture stays unless a new one is sent, and an announcement is permanent. Throws Refusal: not_found, forbidden,
 * validation_failed, sale_active, storage_unavailable.
 */
export async function editCollection(
  context: Context,
  actor: Actor,
  form: EditCollectionForm,
): Promise<string> {
  const id = form.collectionID
  await requireIssuer(context, actor, id)
  const { db } = context
  const [nameRow] = await queryCollectionName(db.http, id)
  // Names that are older than the rule stay valid until they are changed.
  if (nameRow?.name !== form.name) await checkName(context, actor.account, form.name)
  const rules = await findSellingRulesById(db.http, id)
  const next = form.currency ?? null
  // A currency that the marketplace no longer supports stays valid until it is changed.
  if (!isSameCurrency(next, rules?.currency ?? null)) await checkSaleCurrency(context, next)
  const picture = await takeMedia(context, {
    file: form.thumbnailFile === 'none' ? undefined : form.thumbnailFile,
    cid: form.thumbnailCid,
    use: 'collection',
    field: 'thumbnail',
  })
  await db.transaction(async (tx) => {
    const before = await holdCollection(tx, id)
    const rules = await findRules(tx, id)
    const promoCode = form.promoCode === '' ? (rules?.promoCode ?? '') : form.promoCode
    const promo = await promoRules(id, { promoCodeEnabled: form.promoCodeEnabled, promoCode })
    const promoAfter = { promoDigest: rules?.promoDigest ?? null, ...promo }
    if (before.thumbnailCid === null && picture === null)
      throw new Refusal('validation_failed', sentence('Choose a picture.', { context: 'reply' }), {
        errors: [{ path: 'thumbnailFile', message: sentence('Choose a picture.', { context: 'reply' }) }],
      })
    if (before.random !== form.random && (await countUnsold(tx, id)) > 0)
      throw new Refusal(
        'sale_active',
        sentence('Random buy cannot be changed while items of this collection are still for sale.'),
      )
    const currency = form.currency === undefined ? before.currency : form.currency
    if (!isSameCurrency(before.currency, currency) && (await hasPrices(tx, id)))
      throw new Refusal(
        'sale_active',
        sentence(
          'The currency cannot be changed while works or editions of this collection are for sale or reserved.',
        ),
      )
    const edit = {
      name: form.name,
      description: form.description,
      royaltyPercent: form.royalty,
      links: form.links,
      random: form.random,
      onDemandMint: form.onDemandMint,
      currency,
      mutableNfts: form.mutableNFTs,
      announced: before.announced || form.announce,
      ...(picture === null ? {} : { thumbnailCid: picture.cid }),
    }
    await changeCollection(tx, id, { ...edit, addedAt: before.addedAt ?? context.now() })
    await saveRules(tx, id, promo)
    await noteEdit(tx, actor.account, before, edit)
    await notePromo(tx, actor.account, id, [rules, promoAfter])
    if (picture !== null) {
      await useMedia(tx, [picture.cid], context.now())
      await requestPins(tx, actor.account, [{ cid: picture.cid }])
    }
    if (edit.announced && !before.announced)
      await noteCollection(tx, 'collection_announced', before, actor.account, context.now())
  })
  if (picture !== null) pinSoon(context)
  return id
}
