import type { ComponentType, ReactNode } from 'react'
import type { Nft, NftReply, Offer } from '#contract/schemas/nfts.ts'
import type { DemandWork } from '#web/kit/nfts/demand-work.ts'

/** Slots of the NFT page that other features fill through the route, so that this feature imports none of them. */
export interface NftSlots {
  /** The viewer's actions on the NFT. */
  Actions: ComponentType<{ reply: NftReply }>
  /** The best standing bid on the NFT, above what follows on the page. `height` is reserved until it is loaded. */
  StandingBid: ComponentType<{ nft: Nft; viewer: string | null; height: string; children: ReactNode }>
  /** Actions on an on-demand item. */
  DemandActions: ComponentType<{ work: DemandWork }>
  /** Actions on one offer, in the table rows. */
  OfferAction: ComponentType<{ nft: Nft; offer: Offer }>
  /** Shown to the issuer of a mutable NFT. */
  UpdateAction: ComponentType<{ nft: Nft }>
  /** Shown to the marketplace owner. */
  FeatureAction: ComponentType<{ nft: Nft }>
}
