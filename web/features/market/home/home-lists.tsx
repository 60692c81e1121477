import { Suspense } from 'react'
import { InTurn } from '#web/ui/in-turn.tsx'
import { Place, WhenNear } from '#web/ui/when-near.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { EditionsSection } from '#web/kit/editions/editions-section.tsx'
import { CuratedRoom } from './curated-room.tsx'
import { FeaturedCollections } from './featured-collections.tsx'
import { LiveAuctions } from './live-auctions.tsx'
import { TrendingCollections } from './trending-collections.tsx'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import css from './sister-banner.module.css'
import { Link } from '@tanstack/react-router'

/** A link to the sister marketplace on other chains. Renders nothing if the operator has configured none. */
function SisterBanner() {
  const { sisterMarketplace } = useSettings().links
  if (sisterMarketplace === '') return null
  return (
    <aside className={css.banner} aria-labelledby="sister-marketplace">
      <div>
        <h2 id="sister-marketplace" className={css.title}>
          {t('Beyond one ledger')}
        </h2>
        <p className={css.text}>{t('Our sister marketplace shows works on 14 chains.')}</p>
      </div>
      <ButtonLink href={sisterMarketplace} target="_blank" rel="noopener noreferrer" size="large">
        {t('Visit the multi-chain marketplace')}
      </ButtonLink>
    </aside>
  )
}

const News = lazyCode(async () => (await import('./news.tsx')).News)

/** Height reserved for the news until they are loaded. */
const newsHeight = '40rem'

/** Sections below the featured works on the home page. */
export function HomeLists({ height }: { height: string }) {
  return (
    <InTurn height={height}>
      <LiveAuctions key="auctions" />
      <EditionsSection key="editions" maxEditions={6} />
      <CuratedRoom key="room" />
      <FeaturedCollections key="featured" />
      <TrendingCollections key="trending" />
      <WhenNear key="news" height={newsHeight}>
        <Suspense fallback={<Place height={newsHeight} />}>
          <News />
        </Suspense>
      </WhenNear>
      <ForArtists key="artists" />
      <SisterBanner key="sister" />
    </InTurn>
  )
}

/** Invites artists to mint their works. */
function ForArtists() {
  return (
    <section className={css.banner} aria-labelledby="for-artists">
      <div>
        <h2 id="for-artists" className={css.title}>
          {t('For artists')}
        </h2>
        <p className={css.text}>
          {t('Mint your works, set your prices, and receive a royalty on every later sale.')}
        </p>
      </div>
      <Link to="/create" className={buttonClass('outline', 'large')}>
        {t('Create your first work')}
      </Link>
    </section>
  )
}
