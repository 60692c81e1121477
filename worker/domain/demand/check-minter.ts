import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

const pausedMessage = sentence(
  'This sale is paused: the artist has not authorised the marketplace to mint for them.',
)
/** The reason in words for the artist, who can fix it. */
export const permissionMissing = sentence(
  'The marketplace needs your permission to mint in your name. Grant it first by signing once in your wallet.',
)

/**
 * Checks in the validated ledger that the artist has authorized the marketplace to mint. Revoking the authorization
 * pauses the collection. Throws Refusal('minter_missing').
 */
export async function checkMinter(
  { ledger, treasury }: Context,
  artist: string,
  words = pausedMessage,
): Promise<void> {
  const state = await ledger.findAccount(artist)
  if (state?.minter === treasury.account) return
  throw new Refusal('minter_missing', words)
}
