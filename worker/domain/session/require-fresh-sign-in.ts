import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

const freshMs = 3_600_000

/**
 * Refuses what a stolen token must not be able to do when the account signed in more than an hour ago.
 * Throws Refusal('fresh_sign_in_required').
 */
export function requireFreshSignIn({ now }: Context, { signedInAt }: Actor): void {
  if (now().getTime() - signedInAt.getTime() <= freshMs) return
  throw new Refusal(
    'fresh_sign_in_required',
    'Your sign-in is more than an hour old. Sign in with your wallet again.',
  )
}
