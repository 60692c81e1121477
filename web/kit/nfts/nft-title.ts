import type { Nft } from '#contract/schemas/nfts.ts'
import { fallbackName, unrevealedName } from '#contract/rules/unrevealed.ts'
import { t } from '#web/messages.ts'

/** The work's name, or its number if there is no metadata: the last part of its token id. An item without either is still hidden. */
export function nftTitle(nft: Pick<Nft, 'metadata'> & { nftokenID: string | null }): string {
  const name = nft.metadata?.name.trim() ?? ''
  if (nft.nftokenID === null) return name === '' || name === unrevealedName ? t('Unrevealed item') : name
  return name === '' ? fallbackName(Number.parseInt(nft.nftokenID.slice(-8), 16)) : name
}
