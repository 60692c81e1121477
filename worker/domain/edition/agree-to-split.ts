import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { agreeAsPayee, findEdition } from '#db/queries/edition/editions.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * Records that a payee agrees to share the revenue of an edition. Its payees and shares never change, so this is about all of them.
 * Throws Refusal: not_found, forbidden.
 */
export async function agreeToSplit({ db }: Context, actor: Actor, edition: string): Promise<void> {
  if ((await findEdition(db.read, edition)) === null)
    throw new Refusal('not_found', sentence('This edition does not exist.'))
  if (!(await agreeAsPayee(db.read, edition, actor.account)))
    throw new Refusal('forbidden', sentence('Your account does not share the revenue of this edition.'))
}
