import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { listVerifiedNames } from '#db/queries/people/people.ts'
import { cleanName } from '#contract/rules/names.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { storedSkeleton } from './normalize-names.ts'
import { nameSkeleton } from './skeleton.ts'
import type { Reader } from '#db/executor.ts'

const reservedName = sentence(
  'This name cannot be used: it belongs to the marketplace, claims to be verified, looks like an address, or has no visible characters.',
)

const nameRefusal = (message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path: 'name', message }] })

/**
 * True if a name of this account can be mistaken for the name of another verified artist, or of a collection by that
 * artist.
 */
export async function looksVerified(db: Reader, account: string, name: string): Promise<boolean> {
  const skeleton = nameSkeleton(cleanName(name))
  const verifiedNames = await listVerifiedNames(db, account)
  return (
    skeleton !== '' &&
    verifiedNames.some((verifiedName) => nameSkeleton(cleanName(verifiedName)) === skeleton)
  )
}

/**
 * Checks the name of a profile or collection: nobody may use a name that looks like that of another verified artist or
 * verified collection. Throws Refusal('validation_failed').
 */
export async function checkName({ db, treasury }: Context, account: string, name: string): Promise<void> {
  const skeleton = storedSkeleton(name)
  if (skeleton === '' && account !== treasury.account) throw nameRefusal(reservedName)
  if (await looksVerified(db.http, account, name))
    throw nameRefusal(
      sentence('This name looks like the name of a verified artist or collection. Choose another one.'),
    )
}
