import { sentence } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { changeCollection } from '#db/queries/collection/writes.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { noteCollection } from '#worker/domain/event/note-events.ts'
import { holdCollection, requireIssuer } from './own-collection.ts'

/** Announces a collection, which opens it for purchases. Throws Refusal: not_found, forbidden, already_announced. */
export async function announceCollection(context: Context, actor: Actor, id: string): Promise<void> {
  await requireIssuer(context, actor, id)
  await context.db.transaction(async (tx) => {
    const collection = await holdCollection(tx, id)
    const { announced } = collection
    if (announced) throw new Refusal('already_announced', sentence('This collection is already announced.'))
    await changeCollection(tx, id, { announced: true })
    await insertAudit(tx, {
      account: actor.account,
      action: 'announce_collection',
      subject: id,
      before: { announced },
      after: { announced: true },
    })
    await noteCollection(tx, 'collection_announced', collection, actor.account, context.now())
  })
}
