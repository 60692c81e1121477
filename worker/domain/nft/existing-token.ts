import { sentence } from '#contract/words/sentence.ts'
import type { NftRow } from '#db/queries/nft/nfts.ts'
import { Refusal } from '#contract/words/refusal.ts'

/** Returns the token in a query's result. Throws Refusal('not_found') if there is none, or if it was burned. */
export function existingToken([nft]: NftRow[]): NftRow {
  if (nft === undefined || nft.burned)
    throw new Refusal('not_found', sentence('This NFT does not exist or no longer exists.'))
  return nft
}
