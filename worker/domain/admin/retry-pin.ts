import { insertAudit } from '#db/queries/audit-log.ts'
import { beginPinAgain, lockPin } from '#db/queries/pins.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { requireOwner } from '#worker/domain/session/require-owner.ts'

/**
 * Begins anew with a file whose pinning has failed for good; one that has not is left as it is, so that asking twice changes
 * nothing. Throws Refusal: forbidden, fresh_sign_in_required, not_found.
 */
export async function retryPin(context: Context, actor: Actor, cid: string): Promise<void> {
  requireOwner(context, actor)
  await context.db.transaction(async (tx) => {
    const before = await lockPin(tx, cid)
    if (before === null) throw new Refusal('not_found', 'There is no such file.')
    if (before.state !== 'failed') return
    await beginPinAgain(tx, cid)
    await insertAudit(tx, {
      account: actor.account,
      action: 'retry_pin',
      subject: cid,
      before,
      after: { state: 'waiting' },
    })
  })
  pinSoon(context)
}
