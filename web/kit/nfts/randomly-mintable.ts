import type { Nft } from '#contract/schemas/nfts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'

/**
 * Returns true for an item of a random collection that its issuer or the marketplace still owns. These items are sold
 * by random buy only.
 */
export function isRandomlyMintable(
  nft: Pick<Nft, 'owner' | 'issuer'>,
  collection: Pick<CollectionInfo, 'random'> | null,
  marketplace: string,
): boolean {
  return collection?.random === true && (nft.owner === nft.issuer || nft.owner === marketplace)
}
