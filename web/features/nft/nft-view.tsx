import { lazy, Suspense } from 'react'
import { groupThousands } from '#worker/contract/amounts.ts'
import type { NftReply } from '#worker/contract/nfts.ts'
import { workSocialTitle } from '#worker/contract/social-titles.ts'
import { useHasOwnerPowers, useSettings } from '#web/api/use-settings.ts'
import { useAccount, useSession } from '#web/wallet/session/session.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { About } from './about.tsx'
import { Description } from './description.tsx'
import { directOffers } from './direct-offers.ts'
import { NftHeading } from './nft-heading.tsx'
import { NftNotices } from './nft-notices.tsx'
import css from './nft-page.module.css'
import type { NftSlots } from './nft-slots.ts'
import { OffersTable } from './offers-table.tsx'
import { PriceBlock } from './price-block.tsx'
import { isRandomlyMintable } from '#web/kit/nfts/randomly-mintable.ts'
import { Traits } from './traits.tsx'
import { WorkStage } from './work-stage.tsx'

const DemandPrice = lazy(async () => ({ default: (await import('./demand-price.tsx')).DemandPrice }))
const WorkHistory = lazy(async () => ({ default: (await import('./work-history.tsx')).WorkHistory }))
const RelatedWorks = lazy(async () => ({ default: (await import('./related-works.tsx')).RelatedWorks }))
const SyncNft = lazy(async () => ({ default: (await import('./sync-nft.tsx')).SyncNft }))
const TokenDetail = lazy(async () => ({ default: (await import('./token-detail.tsx')).TokenDetail }))

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
  return (
    <>
      <article className={css.page}>
        <div className={css.stage}>
          <WorkStage nft={nft} sealed={drawn} />
        </div>
        <div className={css.side}>
          <NftHeading
            nft={nft}
            collection={collection}
            viewer={viewer}
            price={nft.demand === null && nft.onAuction === null ? nft.floorPrice : null}
            social={workSocialTitle(reply, settings)}
          />
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
            <OffersTable
              {...shared}
              title="Buy Offers"
              empty="No buy offers available"
              offers={nft.buyOffers}
            />
          )}
          {!nft.burned && (
            <div className={css.care}>
              <Suspense fallback={null}>
                <SyncNft id={nft.nftokenID} />
                {nft.flags.mutable && nft.demand === null && nft.issuer === viewer && (
                  <UpdateAction nft={nft} />
                )}
                {session.state === 'connected' && hasOwnerPowers && <FeatureAction id={nft.nftokenID} />}
              </Suspense>
            </div>
          )}
          <p className={css.ledger}>As of ledger {groupThousands(String(ledgerIndex))}</p>
        </div>
        <div className={css.details}>
          <Description nft={nft} />
          <div>
            <Tabs
              label="About this NFT"
              tabs={[
                {
                  value: 'traits',
                  title: 'Traits',
                  content: <Traits nft={nft} collectionId={collection?._id ?? null} />,
                },
                {
                  value: 'token',
                  title: 'Token detail',
                  content: (
                    <Suspense fallback={null}>
                      <TokenDetail nft={nft} />
                    </Suspense>
                  ),
                },
                { value: 'about', title: 'About', content: <About collection={collection} /> },
              ]}
            />
          </div>
          <Suspense fallback={null}>
            <WorkHistory history={nft.history} viewer={viewer} />
          </Suspense>
        </div>
      </article>
      <div className={css.below}>
        <Suspense fallback={null}>
          <RelatedWorks id={nft.nftokenID} collection={collection} issuer={nft.issuer} />
        </Suspense>
      </div>
    </>
  )
}
