import type { Nft, OnDemand } from '#worker/contract/nfts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'

/** What selling an on-demand item must know of it, whether it is a token already or not. */
export interface DemandWork {
  nft: Pick<Nft, 'issuer' | 'transferFee' | 'metadata'> & { nftokenID: string | null }
  demand: OnDemand
  collection: CollectionInfo | null
}
