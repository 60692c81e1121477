import { sentence } from '#contract/words/sentence.ts'
import { type CollectionRecord, lockCollection } from '#db/queries/collection/writes.ts'
import type { Executor } from '#db/executor.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { findIdentity } from './find-identity.ts'

/** Returns issuer and taxon of one of the actor's collections. Throws Refusal: not_found, forbidden. */
export async function requireIssuer(
  context: Pick<Context, 'db'>,
  { account }: Actor,
  id: string,
): Promise<{ issuer: string; taxon: number }> {
  const identity = await findIdentity(context, id)
  if (identity.issuer !== account)
    throw new Refusal('forbidden', sentence('Only the issuer of a collection can do this.'))
  return identity
}

/** Returns the collection, locked until the transaction ends. Throws Refusal('not_found'). */
export async function holdCollection(tx: Executor, id: string): Promise<CollectionRecord> {
  const row = await lockCollection(tx, id)
  if (row === null) throw new Refusal('not_found', sentence('This collection does not exist.'))
  return row
}
