import type { Nft, OnDemand } from '#contract/schemas/nfts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'

/** The fields of an on-demand item that a sale needs, before and after minting. */
export interface DemandWork {
  nft: Pick<Nft, 'issuer' | 'transferFee' | 'metadata'> & { nftokenID: string | null }
  demand: OnDemand
  collection: CollectionInfo | null
}

/** Shown to the marketplace owner instead of the Buy button. */
export const marketplaceSells = t('The marketplace account is the seller, so it cannot buy this.')
