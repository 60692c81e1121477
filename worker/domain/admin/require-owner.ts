import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

const freshMs = 3_600_000

/**
 * Refuses everybody but the marketplace owner with a sign-in less than an hour old; `words` say who may, where that is not
 * the owner alone. Throws Refusal: forbidden, sign_in_again.
 */
export function requireOwner(
  { rules, now }: Context,
  { account, signedInAt }: Actor,
  words = 'Only the marketplace owner can do this.',
): void {
  if (account !== rules.marketplace) throw new Refusal('forbidden', words)
  if (now().getTime() - signedInAt.getTime() > freshMs)
    throw new Refusal(
      'sign_in_again',
      'Your sign-in is more than an hour old. Disconnect, connect again and repeat this.',
    )
}
