import { sentence } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { changeCollection, featureNft, lockNft } from '#db/queries/collection/writes.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { holdCollection } from '#worker/domain/collection/own-collection.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { noteCollection } from '#worker/domain/event/note-events.ts'

const featuredSince = (before: Date | null, featured: boolean, now: Date) =>
  featured ? (before ?? now) : null

/** Verifies a collection, or withdraws the verification. Repeating it changes nothing. Throws Refusal('not_found'). */
export async function verifyCollection(context: Context, actor: Actor, id: string, isVerified: boolean) {
  await context.db.transaction(async (tx) => {
    const before = await holdCollection(tx, id)
    if (before.verified === isVerified) return
    await changeCollection(tx, id, { verified: isVerified })
    await insertAudit(tx, {
      account: actor.account,
      action: 'verify_collection',
      subject: id,
      before: { verified: before.verified },
      after: { verified: isVerified },
    })
    if (isVerified) await noteCollection(tx, 'collection_verified', before, actor.account, context.now())
  })
}

/** Adds a collection to the home page, or removes it. Throws Refusal('not_found'). */
export async function featureCollection(context: Context, actor: Actor, id: string, isFeatured: boolean) {
  await context.db.transaction(async (tx) => {
    const before = await holdCollection(tx, id)
    if ((before.featuredAt !== null) === isFeatured) return
    await changeCollection(tx, id, {
      featuredAt: featuredSince(before.featuredAt, isFeatured, context.now()),
    })
    await insertAudit(tx, {
      account: actor.account,
      action: 'feature_collection',
      subject: id,
      before: { featured: before.featuredAt !== null },
      after: { featured: isFeatured },
    })
  })
}

/** Adds an NFT to the home page, or removes it. Throws Refusal('not_found'). */
export async function setFeaturedNft(context: Context, actor: Actor, id: string, isFeatured: boolean) {
  await context.db.transaction(async (tx) => {
    const before = await lockNft(tx, id)
    if (before === null) throw new Refusal('not_found', sentence('This NFT does not exist.'))
    if ((before.featuredAt !== null) === isFeatured) return
    await featureNft(tx, id, featuredSince(before.featuredAt, isFeatured, context.now()))
    await insertAudit(tx, {
      account: actor.account,
      action: 'feature_nft',
      subject: id,
      before: { featured: before.featuredAt !== null },
      after: { featured: isFeatured },
    })
  })
}
