import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { saveRules } from '#db/queries/collection/rules.ts'
import { claimCollection } from '#db/queries/collection/writes.ts'
import { useMedia } from '#db/queries/media/files.ts'
import { requestPins } from '#db/queries/pin/pins.ts'
import { type AddCollectionForm, promoProblem } from '#contract/schemas/collections.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { checkName } from '#worker/domain/people/check-name.ts'
import { takeMedia } from '#worker/domain/media/store-media.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { checkSaleCurrency } from '#worker/domain/nft/check-sale-currency.ts'
import { promoDigest } from './promo-code.ts'

const fieldRefusal = (path: string, message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path, message }] })

/** Returns the stored part of a form's promo fields. */
export async function promoRules(
  collectionId: string,
  form: { promoCodeEnabled: boolean; promoCode: string },
) {
  const problem = promoProblem(form)
  if (problem !== null) throw fieldRefusal('promoCode', problem)
  const code = form.promoCode.trim()
  return code === '' || promoProblem({ promoCodeEnabled: true, promoCode: code }) !== null
    ? { promoCodeEnabled: form.promoCodeEnabled }
    : {
        promoCodeEnabled: form.promoCodeEnabled,
        promoCode: code,
        promoDigest: promoDigest(collectionId, code),
      }
}

/**
 * Creates a collection for the actor, or takes over one that the index knows only from its tokens. Returns the
 * collection's id. Throws Refusal: validation_failed, collection_exists, storage_unavailable.
 */
export async function addCollection(
  context: Context,
  { account }: Actor,
  form: AddCollectionForm,
): Promise<string> {
  const problem = promoProblem(form)
  if (problem !== null) throw fieldRefusal('promoCode', problem)
  const currency = form.currency ?? null
  await checkSaleCurrency(context, currency)
  await checkName(context, account, form.name)
  const picture = await takeMedia(context, {
    file: form.thumbnailFile,
    cid: form.thumbnailCid,
    use: 'collection',
    field: 'thumbnail',
  })
  if (picture === null)
    throw fieldRefusal('thumbnailFile', sentence('Choose a picture.', { context: 'reply' }))
  const id = await context.db.transaction(async (tx) => {
    const collectionId = await claimCollection(tx, {
      id: crypto.randomUUID(),
      issuer: account,
      taxon: form.taxon,
      name: form.name,
      description: form.description,
      royaltyPercent: form.royalty,
      links: form.links,
      random: form.random,
      onDemandMint: form.onDemandMint,
      currency,
      mutableNfts: form.mutableNFTs,
      thumbnailCid: picture.cid,
      announced: !form.preAnnounce,
    })
    if (collectionId === null)
      throw new Refusal(
        'collection_exists',
        sentence('You already have a collection with the taxon {taxon}.', { taxon: form.taxon }),
      )
    await saveRules(tx, collectionId, await promoRules(collectionId, form))
    const { name, taxon, royalty, random, onDemandMint, preAnnounce, promoCodeEnabled } = form
    await insertAudit(tx, {
      account,
      action: 'add_collection',
      subject: collectionId,
      before: {},
      after: { name, taxon, royalty, random, onDemandMint, announced: !preAnnounce, promoCodeEnabled },
    })
    await useMedia(tx, [picture.cid], context.now())
    await requestPins(tx, account, [{ cid: picture.cid }])
    return collectionId
  })
  pinSoon(context)
  return id
}
