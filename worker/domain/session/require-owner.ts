import { type Sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * True if an account has the powers of the marketplace owner: the marketplace account itself, or one of ADMIN_ACCOUNTS.
 */
export function isOwner({ rules, settings }: Context, account: string): boolean {
  return account === rules.marketplace || settings.admins.includes(account)
}

/**
 * Refuses everyone except the marketplace owner; `words` is the message, for actions that other accounts may also
 * perform. Throws Refusal('forbidden').
 */
export function requireOwner(
  context: Context,
  actor: Actor,
  words: Sentence = 'Only the marketplace owner can do this.',
): void {
  if (!isOwner(context, actor.account)) throw new Refusal('forbidden', words)
}
