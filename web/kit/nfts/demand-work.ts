import type { Nft, OnDemand } from '#worker/contract/nfts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'

/** What selling an on-demand item must know of it, whether it is a token already or not. */
export interface DemandWork {
  nft: Pick<Nft, 'issuer' | 'transferFee' | 'metadata'> & { nftokenID: string | null }
  demand: OnDemand
  collection: CollectionInfo | null
}

/** To the marketplace owner, instead of buying. */
export const marketplaceSells = 'The marketplace account sells this. It cannot buy it.'
