import type { Nft } from '#worker/contract/nfts.ts'

/** The work's name, or the end of its token id while the metadata is not there. */
export function nftTitle(nft: Pick<Nft, 'metadata' | 'nftokenID'>): string {
  const name = nft.metadata?.name.trim() ?? ''
  return name === '' ? `NFT …${nft.nftokenID.slice(-8)}` : name
}
