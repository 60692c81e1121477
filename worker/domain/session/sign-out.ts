import { dropDevicesOf } from '#db/queries/notification/push.ts'
import { endSession, endSessions } from '#db/queries/session/sessions.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * Ends the actor's session, or all sessions of the account. Their tokens are refused from then on, and their devices
 * receive no more messages.
 */
export async function signOut({ db }: Context, actor: Actor, isEverywhere: boolean): Promise<string> {
  await dropDevicesOf(db.http, actor, isEverywhere)
  if (!isEverywhere) {
    await endSession(db.http, actor.sessionId)
    return 'You are signed out'
  }
  await endSessions(db.http, actor.account)
  return 'You are signed out on all devices'
}
