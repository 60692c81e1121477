import { sentence, type Sentence } from '#worker/contract/sentence.ts'
import { listVerifiedNames } from '#db/queries/people.ts'
import { cleanName } from '#worker/contract/names.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { storedSkeleton } from './fold-names.ts'
import { nameSkeleton } from './skeleton.ts'

export const reservedName = sentence(
  'This name cannot be used: it belongs to the marketplace, says that it is verified, looks like an address, or has nothing that people can see.',
)

const wrong = (message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path: 'name', message }] })

/**
 * The rule of profiles for the name of a collection: nobody may take it for the name of another verified artist or verified collection.
 * Throws Refusal('validation_failed').
 */
export async function checkCollectionName(
  { db, treasury }: Context,
  issuer: string,
  name: string,
): Promise<void> {
  const skeleton = storedSkeleton(name)
  if (skeleton === '' && issuer !== treasury.account) throw wrong(reservedName)
  const verified = await listVerifiedNames(db.read, issuer)
  if (verified.some((other) => nameSkeleton(cleanName(other)) === skeleton))
    throw wrong(sentence('This name looks like that of a verified artist or collection. Choose another one.'))
}
