import type { Actor, Caller, Context } from '#worker/domain/context.ts'
import { checkClaims } from '#worker/domain/session/check-claims.ts'
import { bearerToken, requireToken } from '#worker/http/identity.ts'
import { callerAddress } from '#worker/http/rate-limit.ts'
import type { Http } from './app-env.ts'

/** Who is asking, by the session token; throws Refusal('unauthenticated') or Refusal('token_expired'). */
export async function requireActor(context: Context, http: Http): Promise<Actor> {
  const session = await context.sessions.verify(requireToken(http))
  return { account: session.account, signedInAt: session.issuedAt }
}

export async function findActor(context: Context, http: Http): Promise<Actor | null> {
  return bearerToken(http) === null ? null : requireActor(context, http)
}

/** The actor of a call whose body makes claims of its own: they must agree with the token. */
export async function requireClaimant(
  context: Context,
  http: Http,
  body: { account?: string | undefined; user_token?: string | null | undefined },
): Promise<Actor> {
  const actor = await requireActor(context, http)
  await checkClaims(context, actor, body)
  return actor
}

/** The same with the network address of the call. */
export async function requireCaller(
  context: Context,
  http: Http,
  body: Parameters<typeof requireClaimant>[2],
): Promise<Caller> {
  return { ...(await requireClaimant(context, http, body)), address: callerAddress(http) }
}
