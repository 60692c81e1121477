import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * The artist has authorised the marketplace to mint for them, by the validated ledger. One who revokes that pauses the
 * collection. Throws Refusal('minter_missing').
 */
export async function checkMinter({ ledger, treasury }: Context, artist: string): Promise<void> {
  const state = await ledger.findAccount(artist)
  if (state?.minter === treasury.account) return
  throw new Refusal(
    'minter_missing',
    'This sale is paused: the artist has not authorised the marketplace to mint for them.',
  )
}
