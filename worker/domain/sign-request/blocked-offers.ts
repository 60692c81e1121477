import { sentence } from '#contract/words/sentence.ts'
import { lsfDisallowIncomingNFTokenOffer } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/** True if an account accepts no NFT offers: neither as their destination, nor bids for its own NFTs. */
export const blocksOffers = async ({ ledger }: Context, account: string): Promise<boolean> =>
  (((await ledger.findAccount(account))?.flags ?? 0) & lsfDisallowIncomingNFTokenOffer) !== 0

/**
 * Returns why nobody may make this offer: an account that takes part in it accepts no NFT offers. Null if all of them
 * accept offers.
 */
export async function blockedOfferRefusal(
  context: Context,
  { Owner, Destination }: { Owner?: string | undefined; Destination?: string | undefined },
): Promise<Refusal | null> {
  if (Owner !== undefined && (await blocksOffers(context, Owner)))
    return new Refusal(
      'would_fail',
      sentence('The owner of this NFT does not accept bids: their account blocks NFT offers.'),
    )
  return Destination !== undefined && (await blocksOffers(context, Destination))
    ? new Refusal('would_fail', sentence('The account that the offer is for does not accept NFT offers.'))
    : null
}
