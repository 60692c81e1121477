import type { Nft } from '#worker/contract/nfts.ts'

/** The work's name, or the end of its token id if there is no metadata. An item without either is still hidden. */
export function nftTitle(nft: Pick<Nft, 'metadata'> & { nftokenID: string | null }): string {
  const name = nft.metadata?.name.trim() ?? ''
  if (name === '' && nft.nftokenID === null) return 'Unrevealed item'
  return name === '' ? `NFT …${nft.nftokenID?.slice(-8) ?? ''}` : name
}
