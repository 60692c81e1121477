import type { Nft } from '#contract/schemas/nfts.ts'
import { unrevealedName } from '#contract/rules/unrevealed.ts'
import { t } from '#web/messages.ts'

/** The work's name, or the end of its token id if there is no metadata. An item without either is still hidden. */
export function nftTitle(nft: Pick<Nft, 'metadata'> & { nftokenID: string | null }): string {
  const name = nft.metadata?.name.trim() ?? ''
  if (nft.nftokenID === null && (name === '' || name === unrevealedName)) return t('Unrevealed item')
  return name === '' ? t('NFT …{id}', { id: nft.nftokenID?.slice(-8) ?? '' }) : name
}
