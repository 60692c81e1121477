import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { agreeAsPayee } from '#db/queries/split/splits.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * Records that a payee agrees to share the revenue of an edition or a collection. A split never changes, so the
 * agreement covers all of it. Throws Refusal('forbidden').
 */
export async function agreeToSplit({ db }: Context, actor: Actor, split: string): Promise<void> {
  if (!(await agreeAsPayee(db.http, split, actor.account)))
    throw new Refusal(
      'forbidden',
      sentence('Your account does not share this revenue. The shares may have changed: reload the page.'),
    )
}
