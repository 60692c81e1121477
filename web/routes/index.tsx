import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AboutOpx } from '#web/features/market/home/about-opx.tsx'
import { FeaturedCarousel } from '#web/features/market/home/featured-carousel.tsx'
import { FeaturedCollections } from '#web/features/market/home/featured-collections.tsx'
import { useLiveHome } from '#web/features/market/home/use-live-home.ts'
import { prefetchHome } from '#web/features/market/home/queries.ts'
import { LiveAuctions } from '#web/features/market/home/live-auctions.tsx'
import { SisterBanner } from '#web/features/market/home/sister-banner.tsx'
import { TrendingCollections } from '#web/features/market/home/trending-collections.tsx'
import { WhenNear } from '#web/ui/when-near.tsx'
import page from '#web/ui/page.module.css'
import { usePageMeta } from '#web/kit/use-page-meta.ts'

const News = lazy(async () => ({ default: (await import('#web/features/market/home/news.tsx')).News }))

/** Kept for the news until they are loaded. */
const newsHeight = '40rem'

export const Route = createFileRoute('/')({
  loader: ({ context }) => prefetchHome(context.queryClient),
  component: Home,
})

function Home() {
  usePageMeta({ title: 'OPX, A Gateway to Digital Luxury' })
  useLiveHome()
  return (
    <div className={page.wide}>
      <FeaturedCarousel />
      <AboutOpx />
      <FeaturedCollections />
      <TrendingCollections />
      <LiveAuctions />
      <WhenNear height={newsHeight}>
        <Suspense fallback={<div style={{ minBlockSize: newsHeight }} />}>
          <News />
        </Suspense>
      </WhenNear>
      <SisterBanner />
    </div>
  )
}
