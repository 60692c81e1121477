import { sentence } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { beginPinAgain, lockPin } from '#db/queries/pin/pins.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'

/**
 * Retries a file whose pinning has failed permanently; any other file is left unchanged. Throws Refusal('not_found').
 */
export async function retryPin(context: Context, actor: Actor, cid: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await lockPin(tx, cid)
    if (before === null) throw new Refusal('not_found', sentence('This file does not exist.'))
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
