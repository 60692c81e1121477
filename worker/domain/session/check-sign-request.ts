import { sentence } from '#contract/words/sentence.ts'
import { findGivenRequest } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { progressOf } from '#worker/domain/sign-request/request-progress.ts'
import { handOutSession } from './hand-out-session.ts'

export interface Checker {
  actor: Actor | null
  /** The nonce from the browser's cookie; proves that this browser began the sign-in. */
  nonce: string | null
}

const unknownRequestRefusal = () =>
  new Refusal('not_found', sentence('This request does not exist, or it belongs to someone else.'))

/** Returns the reply of `check/{uuid}`. A request of another account is reported as missing. */
export async function checkSignRequest(
  context: Context,
  uuid: string,
  { actor, nonce }: Checker,
): Promise<CheckReply> {
  const row = await findGivenRequest(context.db.http, uuid)
  if (row === null) throw unknownRequestRefusal()
  if (row.purpose === 'sign_in') return handOutSession(context, row, nonce)
  if (actor === null)
    throw new Refusal('unauthenticated', sentence('Connect your wallet to see this request.'))
  if (row.account !== actor.account) throw unknownRequestRefusal()
  return progressOf(context, row)
}
