import type { HonoRequest, MiddlewareHandler } from 'hono'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor } from '#worker/domain/context.ts'
import { type LiveSession, readSession } from '#worker/domain/session/read-session.ts'
import { bearerToken, requireToken } from '#worker/http/identity.ts'
import type { AppEnv, Http } from './app-env.ts'

const sessionReads = new WeakMap<HonoRequest, Promise<LiveSession>>()

/** Returns the session of a request; reads it only once. Throws Refusal: unauthenticated, token_expired, signed_out. */
export async function sessionOf(http: Http): Promise<LiveSession> {
  const session = sessionReads.get(http.req) ?? readSession(http.var.context, requireToken(http))
  sessionReads.set(http.req, session)
  return session
}

/** Returns the caller for a call that needs no session; null for a visitor, or if the session has ended. */
export async function findActor(http: Http): Promise<Actor | null> {
  if (bearerToken(http) === null) return null
  try {
    return (await sessionOf(http)).actor
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** True if a request has a token that we have issued, expired or not; does not read the database. */
export async function hasIssuedToken(http: Http): Promise<boolean> {
  const token = bearerToken(http)
  if (token === null) return false
  try {
    await http.var.context.sessions.verify(token)
    return true
  } catch (error) {
    if (error instanceof Refusal) return error.code === 'token_expired'
    throw error
  }
}

/** Returns a header about the session of a request, or null. */
async function noticeOf(http: Http): Promise<[name: string, value: string] | null> {
  try {
    const { newerSignInAt } = await sessionOf(http)
    return newerSignInAt === null ? null : ['opx-newer-sign-in', newerSignInAt.toISOString()]
  } catch (error) {
    return error instanceof Refusal ? ['opx-session', 'ended'] : null
  }
}

/**
 * Adds a header to every response for a token: `opx-newer-sign-in` if the account has signed in elsewhere since,
 * `opx-session: ended` if the session has ended. The session is read in parallel, so that public reads do not wait for
 * it.
 */
export function sessionNotice(): MiddlewareHandler<AppEnv> {
  return async (http, next) => {
    if (bearerToken(http) === null) return next()
    const notice = noticeOf(http)
    await next()
    const header = await notice
    if (header !== null) http.res.headers.set(...header)
  }
}
