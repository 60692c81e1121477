import { inWords, sentence } from '#contract/words/sentence.ts'
import { openSession } from '#db/queries/session/sessions.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { findPushToken } from '#db/queries/session/wallets.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { pendingReferences } from '#worker/domain/sign-request/keyed-request.ts'
import { resolveSignRequest } from '#worker/domain/sign-request/resolve-sign-request.ts'
import { digest, sameDigest } from './nonce.ts'

/** Time within which the same browser can fetch its token again, because replies may get lost. */
const handOutAgainSeconds = 60

const unknownRequestRefusal = () =>
  new Refusal('not_found', sentence('This request does not exist, or another browser started it.'))

/** True if this browser began a sign-in. */
export function provesBrowser(row: SignRequestRow, nonce: string | null): boolean {
  const { nonceHash } = row.context
  return nonce !== null && nonceHash !== undefined && sameDigest(digest(nonce), nonceHash)
}

/** Returns the session token of a sign-in only to the browser that began it, because the uuid alone proves nothing. */
export async function handOutSession(
  context: Context,
  request: SignRequestRow,
  nonce: string | null,
): Promise<CheckReply> {
  if (!provesBrowser(request, nonce)) throw unknownRequestRefusal()
  const row = await resolveSignRequest(context, request)
  if (row.state === 'created') {
    const stage = row.opened ? 'opened' : 'waiting'
    return { status: 'pending', stage, ...pendingReferences(row) }
  }
  if (row.state === 'rejected' || row.state === 'expired' || row.state === 'failed') {
    return {
      status: row.state,
      ...(row.message === null ? {} : { data: inWords(row.message) }),
      ...(row.code === null ? {} : { code: row.code }),
    }
  }
  if (row.state !== 'success' || row.account === null) return { status: 'pending', stage: 'validating' }
  const session = await openSession(context.db.http, row.id, handOutAgainSeconds)
  if (session === null) {
    throw new Refusal(
      'expired',
      sentence('This sign-in was already used or signed out. Please connect again.'),
    )
  }
  const pushToken = await findPushToken(context.db.http, session.account)
  return {
    status: 'signed',
    account: session.account,
    user_token: session.userToken ?? pushToken?.token ?? '',
    jwt_token: await context.sessions.issue(session),
  }
}
