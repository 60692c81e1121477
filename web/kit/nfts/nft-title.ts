import type { Nft } from '#contract/schemas/nfts.ts'
import { fallbackName, unrevealedName } from '#contract/rules/unrevealed.ts'
import { t } from '#web/messages.ts'

/**
 * Returns the work's name; without metadata its number, which is the last part of the token id. An item with neither is
 * still hidden.
 */
export function nftTitle(nft: Pick<Nft, 'metadata'> & { nftokenID: string | null }): string {
  const name = nft.metadata?.name.trim() ?? ''
  if (nft.nftokenID === null) return name === '' || name === unrevealedName ? t('Unrevealed item') : name
  return name === '' ? fallbackName(Number.parseInt(nft.nftokenID.slice(-8), 16)) : name
}
