import { Suspense } from 'react'
import type { NftReply } from '#contract/schemas/nfts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Below, lowerPart } from '#web/ui/below.tsx'
import { useColumns } from '#web/ui/use-wide.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { NftNotices } from './nft-notices.tsx'
import type { NftSlots } from './nft-slots.ts'
import { PriceBlock } from './price-block.tsx'
import { isRandomlyMintable } from '#web/kit/nfts/randomly-mintable.ts'
import { WorkFrame } from './work-frame.tsx'

const DemandPrice = lazyCode(async () => (await import('./demand-price.tsx')).DemandPrice)
const NftOffers = lowerPart(async () => (await import('./nft-offers.tsx')).NftOffers)
const NftCare = lowerPart(async () => (await import('./nft-offers.tsx')).NftCare)
const NftHistory = lowerPart(async () => (await import('./record/nft-history.tsx')).NftHistory)
const NftDetails = lowerPart(async () => (await import('./record/nft-details.tsx')).NftDetails)

interface NftViewProps {
  reply: NftReply
  slots: NftSlots
}

export function NftView({ reply, slots }: NftViewProps) {
  const { Actions, DemandActions, StandingBid } = slots
  const { nft, collection } = reply
  const viewer = useAccount()
  const settings = useSettings()
  const hasColumns = useColumns()
  const height = hasColumns ? '32rem' : '72rem'
  const isDrawn = isRandomlyMintable(nft, collection, settings.owner)
  const details = <NftDetails nft={nft} collection={collection} ledgerIndex={reply.ledgerIndex} />
  return (
    <WorkFrame
      nft={nft}
      collection={collection}
      id={nft.nftokenID}
      sealed={isDrawn}
      price={nft.demand === null && nft.onAuction === null ? nft.floorPrice : null}
      details={hasColumns ? <Below height="40rem">{details}</Below> : null}
    >
      <NftNotices nft={nft} collection={collection} drawn={isDrawn} />
      {nft.demand !== null && (
        <Suspense fallback={null}>
          <DemandPrice work={{ nft, demand: nft.demand, collection }} xrpPrice={reply.xrpPrice} />
          <DemandActions work={{ nft, demand: nft.demand, collection }} />
        </Suspense>
      )}
      {!nft.burned && nft.demand === null && (
        <>
          <PriceBlock nft={nft} viewer={viewer} xrpPrice={reply.xrpPrice} />
          <Actions reply={reply} />
        </>
      )}
      {/* Reserves one shared area, so that offers that load late do not move the history. */}
      <Below height={height}>
        <StandingBid nft={nft} viewer={viewer} height={height}>
          <NftOffers reply={reply} viewer={viewer} slots={slots} />
          {!hasColumns && details}
          <NftHistory nft={nft} viewer={viewer} />
          <NftCare nft={nft} viewer={viewer} slots={slots} />
        </StandingBid>
      </Below>
    </WorkFrame>
  )
}
