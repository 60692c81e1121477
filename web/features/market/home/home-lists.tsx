import { Suspense } from 'react'
import { InTurn } from '#web/ui/in-turn.tsx'
import { WhenNear } from '#web/ui/when-near.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { FeaturedCollections } from './featured-collections.tsx'
import { LiveAuctions } from './live-auctions.tsx'
import { SisterBanner } from './sister-banner.tsx'
import { TrendingCollections } from './trending-collections.tsx'

const News = lazyCode(async () => (await import('./news.tsx')).News)

/** Kept for the news until they are loaded. */
const newsHeight = '40rem'

/** What follows the featured works on the home page. */
export function HomeLists({ height }: { height: string }) {
  return (
    <InTurn height={height}>
      <FeaturedCollections key="featured" />
      <TrendingCollections key="trending" />
      <LiveAuctions key="auctions" />
      <WhenNear key="news" height={newsHeight}>
        <Suspense fallback={<div style={{ minBlockSize: newsHeight }} />}>
          <News />
        </Suspense>
      </WhenNear>
      <SisterBanner key="sister" />
    </InTurn>
  )
}
