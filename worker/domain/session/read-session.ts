import { findSession } from '#db/queries/sessions.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

export interface LiveSession {
  actor: Actor
  /** When the account has signed in elsewhere since; null when it has not. */
  newerSignInAt: Date | null
}

/** The session of a token, if it has not ended. Throws Refusal: unauthenticated, token_expired, signed_out. */
export async function readSession({ db, sessions }: Context, token: string): Promise<LiveSession> {
  const { id, account } = await sessions.verify(token)
  const found = await findSession(db.read, id, account)
  if (found === null || found.endedAt !== null) {
    throw new Refusal('signed_out', 'You have been signed out. Please connect your wallet again.')
  }
  return {
    actor: { account, sessionId: id, signedInAt: found.signedAt },
    newerSignInAt: found.newerSignInAt,
  }
}
