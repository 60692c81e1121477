import { lazy, Suspense } from 'react'
import type { NftReply } from '#worker/contract/nfts.ts'
import { workSocialTitle } from '#worker/contract/social-titles.ts'
import { useHasOwnerPowers, useSettings } from '#web/api/use-settings.ts'
import { useAccount, useSession } from '#web/wallet/session/session.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { directOffers } from './direct-offers.ts'
import { NftNotices } from './nft-notices.tsx'
import css from './nft-page.module.css'
import type { NftSlots } from './nft-slots.ts'
import { OffersTable } from './offers-table.tsx'
import { PriceBlock } from './price-block.tsx'
import { RecordSection } from './record-section.tsx'
import { isRandomlyMintable } from '#web/kit/nfts/randomly-mintable.ts'
import { Traits } from './traits.tsx'
import { WorkFrame } from './work-frame.tsx'

const DemandPrice = lazy(async () => ({ default: (await import('./demand-price.tsx')).DemandPrice }))
const WorkHistory = lazy(async () => ({ default: (await import('./work-history.tsx')).WorkHistory }))
const SyncNft = lazy(async () => ({ default: (await import('./sync-nft.tsx')).SyncNft }))
const TokenDetail = lazy(async () => ({ default: (await import('./token-detail.tsx')).TokenDetail }))

/** Kept for the buttons below the offers. */
const careHeight = '2.75rem'

interface NftViewProps {
  reply: NftReply
  slots: NftSlots
}

export function NftView({ reply, slots }: NftViewProps) {
  const { Actions, DemandActions, OfferAction, UpdateAction, FeatureAction } = slots
  const { nft, collection, ledgerIndex } = reply
  const viewer = useAccount()
  const session = useSession()
  const settings = useSettings()
  const { owner: marketplace } = settings
  const hasOwnerPowers = useHasOwnerPowers(viewer)
  const drawn = isRandomlyMintable(nft, collection, marketplace)
  const shared = { nft, viewer, action: OfferAction }
  const direct = nft.owner === viewer || nft.burned ? [] : directOffers(nft, viewer, marketplace)
  const events = nft.history.filter(({ step }) => !step)
  const historyHeight = `${Math.min(events.length, 12) * 4}rem`
  return (
    <WorkFrame
      nft={nft}
      collection={collection}
      id={nft.nftokenID}
      sealed={drawn}
      price={nft.demand === null && nft.onAuction === null ? nft.floorPrice : null}
      social={workSocialTitle(reply, settings)}
      ledgerIndex={ledgerIndex}
      traits={<Traits nft={nft} collectionId={collection?._id ?? null} />}
      token={
        <Suspense fallback={null}>
          <TokenDetail nft={nft} />
        </Suspense>
      }
      history={
        <RecordSection title="History" empty="No NFT history" count={events.length}>
          <WhenNear height={historyHeight}>
            <Suspense fallback={<div style={{ minBlockSize: historyHeight }} />}>
              <WorkHistory history={nft.history} events={events} viewer={viewer} />
            </Suspense>
          </WhenNear>
        </RecordSection>
      }
    >
      <NftNotices nft={nft} collection={collection} drawn={drawn} />
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
      {nft.owner === viewer && !nft.burned && (
        <OffersTable
          {...shared}
          title="Sell Offers"
          empty="No sell offers available"
          offers={nft.sellOffers}
        />
      )}
      {direct.length > 0 && (
        <OffersTable {...shared} title="Direct offers" empty="No sell offers available" offers={direct} />
      )}
      {!nft.burned && (
        <OffersTable {...shared} title="Buy Offers" empty="No buy offers available" offers={nft.buyOffers} />
      )}
      {!nft.burned && (
        <WhenNear height={careHeight}>
          <div className={css.care}>
            <Suspense fallback={null}>
              <SyncNft id={nft.nftokenID} />
              {nft.flags.mutable && nft.demand === null && nft.issuer === viewer && (
                <UpdateAction nft={nft} />
              )}
              {session.state === 'connected' && hasOwnerPowers && <FeatureAction id={nft.nftokenID} />}
            </Suspense>
          </div>
        </WhenNear>
      )}
    </WorkFrame>
  )
}
