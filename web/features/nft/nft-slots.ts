import type { ComponentType } from 'react'
import type { Nft, NftReply, Offer } from '#worker/contract/nfts.ts'
import type { DemandWork } from '#web/kit/nfts/demand-work.ts'

/** What other features add to the page of an NFT. The route fills the slots, so that this feature imports none of them. */
export interface NftSlots {
  /** What the viewer can do with the NFT. */
  Actions: ComponentType<{ reply: NftReply }>
  /** The same for an item that is minted on demand. */
  DemandActions: ComponentType<{ work: DemandWork }>
  /** The same for one offer, in the rows of the tables. */
  OfferAction: ComponentType<{ nft: Nft; offer: Offer }>
  /** For the issuer of a mutable NFT. */
  UpdateAction: ComponentType<{ nft: Nft }>
  /** For the marketplace owner. */
  FeatureAction: ComponentType<{ id: string }>
}
