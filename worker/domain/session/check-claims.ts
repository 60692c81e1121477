import { sentence } from '#contract/words/sentence.ts'
import { findPushToken } from '#db/queries/session/wallets.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * Checks that the account in a body is that of the session token. The contract includes `account` and `user_token`, but
 * they prove nothing. Throws Refusal: account_mismatch, user_token_mismatch.
 */
export async function checkClaims(
  { db }: Context,
  actor: Actor,
  claims: { account?: string | undefined; user_token?: string | null | undefined },
): Promise<void> {
  if (claims.account !== undefined && claims.account !== actor.account) {
    throw new Refusal(
      'account_mismatch',
      sentence('This request names a different account from the one you are connected with.'),
    )
  }
  if (claims.user_token === undefined || claims.user_token === null || claims.user_token === '') return
  const token = actor.userToken ?? (await findPushToken(db.http, actor.account))?.token
  if (token !== claims.user_token) {
    throw new Refusal(
      'user_token_mismatch',
      sentence('The wallet token does not belong to this account. Please connect again.'),
    )
  }
}
