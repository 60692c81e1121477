import { createFileRoute } from '@tanstack/react-router'
import { FeaturedCarousel } from '#web/features/market/home/featured-carousel.tsx'
import { FeaturedCollections } from '#web/features/market/home/featured-collections.tsx'
import { prefetchHome } from '#web/features/market/home/queries.ts'
import { LiveAuctions } from '#web/features/market/home/live-auctions.tsx'
import { SisterBanner } from '#web/features/market/home/sister-banner.tsx'
import { TrendingCollections } from '#web/features/market/home/trending-collections.tsx'
import page from '#web/ui/page.module.css'
import { usePageMeta } from '#web/kit/use-page-meta.ts'

export const Route = createFileRoute('/')({
  loader: ({ context }) => prefetchHome(context.queryClient),
  component: Home,
})

function Home() {
  usePageMeta({ title: 'OPX, A Gateway to Digital Luxury' })
  return (
    <div className={page.wide}>
      <FeaturedCarousel />
      <FeaturedCollections />
      <TrendingCollections />
      <LiveAuctions />
      <SisterBanner />
    </div>
  )
}
