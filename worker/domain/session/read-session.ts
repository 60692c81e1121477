import { sentence } from '#contract/words/sentence.ts'
import { findSession } from '#db/queries/session/sessions.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { readApiKey } from './api-keys.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

export interface LiveSession {
  actor: Actor
  /** Time at which the account signed in elsewhere after this session began; null if it has not. */
  newerSignInAt: Date | null
}

/**
 * Returns the active session of a token, or the holder of an API key. Throws Refusal: unauthenticated, token_expired,
 * signed_out.
 */
export async function readSession(context: Context, token: string): Promise<LiveSession> {
  const { db, sessions, apiKeys } = context
  const keyId = apiKeys.idOf(token)
  if (keyId !== null) return { actor: await readApiKey(context, keyId), newerSignInAt: null }
  const { id, account } = await sessions.verify(token)
  const session = await findSession(db.http, id, account)
  if (session === null || session.endedAt !== null) {
    throw new Refusal('signed_out', sentence('You have been signed out. Please connect your wallet again.'))
  }
  return {
    actor: {
      account,
      sessionId: id,
      signedInAt: session.signedAt,
      wallet: session.wallet,
      userToken: session.userToken,
      isProgram: false,
    },
    newerSignInAt: session.newerSignInAt,
  }
}
