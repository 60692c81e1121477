import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { ChangeEditionBody } from '#contract/schemas/editions.ts'
import { lockWorks } from '#db/queries/demand/reservations.ts'
import {
  findEdition,
  replacePhases,
  setEditionState,
  withdrawPrint,
  withdrawPrints,
} from '#db/queries/edition/editions.ts'
import { announceStop } from '#db/queries/event/log.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { checkPhases, phaseRow } from './add-edition.ts'

/**
 * Pauses, resumes or closes an edition, or replaces its phases before the first one starts. Buyers with a reserved
 * print can still pay for it. Closing withdraws the free prints under the lock of reservations, so that no print is
 * reserved and withdrawn at the same time. If a lower number than the last sold one was not paid for, it stays on sale
 * until it is sold or `leaveOut` withdraws it. People who were told of the next start are told that it changes or does not
 * happen.
 * Throws Refusal: not_found, forbidden, validation_failed, edition_closed, not_for_sale, reserved.
 */
export async function changeEdition(
  context: Context,
  actor: Actor,
  {
    edition: id,
    state,
    phases,
    leaveOut,
  }: Pick<ChangeEditionBody, 'edition' | 'state' | 'phases' | 'leaveOut'>,
): Promise<void> {
  const { db } = context
  const edition = await findEdition(db.http, id)
  if (edition === null) throw new Refusal('not_found', sentence('This edition does not exist.'))
  if (edition.issuer !== actor.account)
    throw new Refusal('forbidden', sentence('Only the issuer of the collection can do this.'))
  if (phases !== undefined) await checkPhases(context, phases, edition.currency)
  await db.transaction(async (tx) => {
    await tx.execute(lockWorks)
    if (state !== undefined && state !== edition.state && !(await setEditionState(tx, id, state)))
      throw new Refusal('edition_closed', sentence('This edition is closed. It cannot be reopened.'))
    if (state === 'closed') await withdrawPrints(tx)
    if (phases !== undefined && !(await replacePhases(tx, id, phases.map(phaseRow))))
      throw new Refusal(
        'not_for_sale',
        sentence('The first phase has started, so the phases can no longer be changed.'),
      )
    if (leaveOut !== undefined && !(await withdrawPrint(tx, id, leaveOut)))
      throw new Refusal(
        'reserved',
        sentence('This number cannot be left out: it is sold or reserved, or the edition is not closed.'),
      )
    if (state === 'paused' || state === 'closed') await announceStop(tx, id)
  })
}
