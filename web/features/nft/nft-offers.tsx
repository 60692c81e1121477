import { Suspense } from 'react'
import type { Nft, NftReply } from '#contract/schemas/nfts.ts'
import { rich, t } from '#web/messages.ts'
import { useHasOwnerPowers, useSettings } from '#web/api/use-settings.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { WhenNear } from '#web/ui/when-near.tsx'
import { useSession } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Description } from './record/description.tsx'
import { directOffers } from './record/direct-offers.ts'
import css from './nft-page.module.css'
import type { NftSlots } from './nft-slots.ts'
import { OffersTable } from './record/offers-table.tsx'

const ReportContent = lazyCode(async () => (await import('./record/report-content.tsx')).ReportContent)

/** Height reserved for the less common actions. */
const careHeight = '2.75rem'

interface NftOffersProps {
  reply: NftReply
  viewer: string | null
  slots: Pick<NftSlots, 'OfferAction'>
}

/**
 * Shows the artist's description of an NFT and its offers. In an auction the bids come first, directly below the clock.
 */
export function NftOffers({ reply, viewer, slots }: NftOffersProps) {
  const { nft } = reply
  const { OfferAction } = slots
  const { owner: marketplace } = useSettings()
  const offerProps = { nft, viewer, action: OfferAction }
  const direct = nft.owner === viewer || nft.burned ? [] : directOffers(nft, viewer, marketplace)
  const buyOffers = !nft.burned && (
    <OffersTable
      {...offerProps}
      title={t('Buy Offers')}
      empty={t('No buy offers available')}
      offers={nft.buyOffers}
    />
  )
  return (
    <>
      {nft.onAuction !== null && buyOffers}
      <Description of={nft.metadata} />
      {nft.owner === viewer && <ChangeNote nft={nft} />}
      {nft.owner === viewer && !nft.burned && (
        <OffersTable
          {...offerProps}
          title={t('Sell Offers')}
          empty={t('No sell offers available')}
          offers={nft.sellOffers}
        />
      )}
      {direct.length > 0 && (
        <OffersTable
          {...offerProps}
          title={t('Direct offers')}
          empty={t('No sell offers available')}
          offers={direct}
        />
      )}
      {nft.onAuction === null && buyOffers}
    </>
  )
}

interface NftCareProps {
  nft: Nft
  viewer: string | null
  slots: Pick<NftSlots, 'UpdateAction' | 'FeatureAction'>
}

/** The less common actions on an NFT. */
export function NftCare({ nft, viewer, slots: { UpdateAction, FeatureAction } }: NftCareProps) {
  const session = useSession()
  const hasOwnerPowers = useHasOwnerPowers(viewer)
  if (nft.burned) return null
  return (
    <WhenNear height={careHeight}>
      <div className={css.care}>
        <Suspense fallback={null}>
          <ReportContent nft={nft} viewer={viewer} />
          {nft.flags.mutable && nft.demand === null && nft.issuer === viewer && <UpdateAction nft={nft} />}
          {session.state === 'connected' && hasOwnerPowers && <FeatureAction nft={nft} />}
        </Suspense>
      </div>
    </WhenNear>
  )
}

/** Tells the owner of a mutable work when its metadata was changed. */
function ChangeNote({ nft }: { nft: Nft }) {
  const changedAt = nft.history.find(({ type }) => type === 'modify')?.date
  if (changedAt === undefined || nft.burned) return null
  return (
    <p className={css.changed}>
      {rich('The issuer changed this work {when}. Earlier bids are marked.', {
        when: <RelativeTime at={changedAt} />,
      })}
    </p>
  )
}
