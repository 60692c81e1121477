import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

const freshMs = 3_600_000

/**
 * Refuses an action that a stolen token must not allow, unless the account signed in within the last hour.
 * Throws Refusal('fresh_sign_in_required').
 */
export function requireFreshSignIn({ now }: Context, { signedInAt }: Actor): void {
  if (now().getTime() - signedInAt.getTime() <= freshMs) return
  throw new Refusal(
    'fresh_sign_in_required',
    sentence('Your sign-in is more than an hour old. Sign in with your wallet again.'),
  )
}
