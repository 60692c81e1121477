import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { type CuratedRoom, findExistingTokens, lockRoom, putRoom } from '#db/queries/market/curated-room.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * Shows an artist with three works on the home page, or nobody when `works` is empty. Repeating it changes nothing.
 * Throws Refusal('not_found') if a work does not exist.
 */
export async function setRoom(context: Context, actor: Actor, { artist, text, works }: CuratedRoom) {
  const room = works.length === 0 ? null : { artist, text, works }
  await context.db.transaction(async (tx) => {
    const before = (await lockRoom(tx)) ?? null
    if (JSON.stringify(before) === JSON.stringify(room)) return
    const present = await findExistingTokens(tx, works)
    const missingWork = works.find((id) => !present.includes(id))
    if (missingWork !== undefined)
      throw new Refusal('not_found', sentence('There is no NFT {id}.', { id: missingWork }))
    await putRoom(tx, room, context.now())
    await insertAudit(tx, {
      account: actor.account,
      action: 'set_room',
      subject: artist,
      before: before ?? {},
      after: room ?? {},
    })
  })
}
