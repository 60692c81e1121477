import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Payee } from '#contract/rules/splits.ts'
import type { SetSplitBody } from '#contract/schemas/revenue.ts'
import { queryPayeesOfCollection, replaceSplit, agreeAsPayee } from '#db/queries/split/splits.ts'
import { holdCollection, requireIssuer } from '#worker/domain/collection/own-collection.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { checkPayees } from './check-payees.ts'

const isSame = (first: readonly Payee[], second: readonly Payee[]) =>
  first.length === second.length &&
  first.every(
    ({ account, perMille }, place) =>
      second[place]?.account === account && second[place].perMille === perMille,
  )

/**
 * Sets the payees who share the revenue of a collection's works that are minted on demand (docs/money.md, 14).
 * Different payees form a new split, and all of them must agree before anything is sold. Reserved works keep the
 * previous split. Throws Refusal: not_found, forbidden, validation_failed.
 */
export async function setSplit(
  context: Context,
  actor: Actor,
  { collectionID: id, payees }: Pick<SetSplitBody, 'collectionID' | 'payees'>,
): Promise<void> {
  await requireIssuer(context, actor, id)
  checkPayees(context, payees)
  await context.db.transaction(async (tx) => {
    const collection = await holdCollection(tx, id)
    if (!collection.onDemandMint && payees.length > 0)
      throw new Refusal('forbidden', sentence('Only the revenue from works minted on demand can be shared.'))
    if (isSame(await queryPayeesOfCollection(tx, id), payees)) return
    await replaceSplit(tx, collection, payees.length === 0 ? null : { id: crypto.randomUUID(), payees })
  })
}

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
