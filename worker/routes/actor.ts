import type { Actor, Context } from '#worker/domain/context.ts'
import { checkClaims } from '#worker/domain/session/check-claims.ts'
import { bearerToken } from '#worker/http/identity.ts'
import type { Http } from './app-env.ts'
import { sessionOf } from './session.ts'

/** Who is asking, by the session token; throws Refusal: unauthenticated, token_expired, signed_out. */
export async function requireActor(http: Http): Promise<Actor> {
  return (await sessionOf(http)).actor
}

export async function findActor(http: Http): Promise<Actor | null> {
  return bearerToken(http) === null ? null : requireActor(http)
}

/** The actor of a call whose body makes claims of its own: they must agree with the token. */
export async function requireClaimant(
  context: Context,
  http: Http,
  body: { account?: string | undefined; user_token?: string | null | undefined },
): Promise<Actor> {
  const actor = await requireActor(http)
  await checkClaims(context, actor, body)
  return actor
}
