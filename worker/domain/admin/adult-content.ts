import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { lockNft } from '#db/queries/collection/writes.ts'
import { decideAdult, insertReport } from '#db/queries/nft/adult-content.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requireFunded } from '#worker/domain/media/reserve-storage.ts'

const notFoundRefusal = () => new Refusal('not_found', sentence('This NFT does not exist.'))

/**
 * Reports a work as adult content. Once several accounts have reported it, it is blurred until the marketplace owner
 * decides; later reports change nothing. Reporters must be funded, because unfunded addresses cost nothing. Throws
 * Refusal: not_found, insufficient_funds.
 */
export async function reportContent(context: Context, actor: Actor, id: string) {
  await requireFunded(context, actor.account)
  await context.db.transaction(async (tx) => {
    if ((await lockNft(tx, id)) === null) throw notFoundRefusal()
    await insertReport(tx, id, actor.account)
  })
}

/** Decides whether a work is adult content. Repeating it changes nothing. Throws Refusal('not_found'). */
export async function decideContent(context: Context, actor: Actor, id: string, adult: boolean) {
  await context.db.transaction(async (tx) => {
    const before = await lockNft(tx, id)
    if (before === null) throw notFoundRefusal()
    if (before.adult === adult) return
    await decideAdult(tx, id, adult)
    await insertAudit(tx, {
      account: actor.account,
      action: 'decide_adult_content',
      subject: id,
      before: { adult: before.adult },
      after: { adult },
    })
  })
}
