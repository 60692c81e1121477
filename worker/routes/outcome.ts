import type { CheckReply, SignedReply, SignReferences } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { awaitOutcome } from '#worker/domain/sign-request/request-progress.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { prefersAsync } from '#worker/http/identity.ts'
import type { Http } from './app-env.ts'

const accepted = (references: SignReferences) =>
  Response.json(
    { status: 'pending', data: references },
    { status: 202, headers: { 'cache-control': 'no-store', 'preference-applied': 'respond-async' } },
  )

/**
 * Answers a call that needs a signature: at once with `Prefer: respond-async`, otherwise with the outcome. A request that
 * is still pending when it can no longer be signed is answered like the first form. `begin` is left out when a call with the
 * same Idempotency-Key has asked before.
 */
export async function answerWithOutcome<R>(
  context: Context,
  http: Http,
  begin: () => Promise<SignReferences>,
  form: (outcome: CheckReply) => R,
): Promise<R | Response> {
  const references = (await findKeyedRequest(context)) ?? (await begin())
  if (prefersAsync(http)) return accepted(references)
  const outcome = await awaitOutcome(context, references.uuid)
  return outcome.status === 'pending' ? accepted(references) : form(outcome)
}

/** The blocking form of most calls. */
export function signedReply({ status, txid, data, code, outcome }: CheckReply): SignedReply {
  const content = data ?? outcome
  return {
    status: status === 'pending' ? 'signed' : status,
    ...(txid === undefined ? {} : { txid }),
    ...(content === undefined ? {} : { data: content }),
    ...(code === undefined ? {} : { code }),
  }
}
