import { createFileRoute } from '@tanstack/react-router'
import { m } from '#web/messages.ts'
import { AboutOpx } from '#web/features/market/home/about-opx.tsx'
import { FeaturedCarousel } from '#web/features/market/home/featured-carousel.tsx'
import { useLiveHome } from '#web/features/market/home/use-live-home.ts'
import { prefetchHome } from '#web/features/market/home/queries.ts'
import { Below, lowerPart } from '#web/ui/below.tsx'
import page from '#web/ui/page.module.css'
import { usePageMeta } from '#web/kit/use-page-meta.ts'

const HomeLists = lowerPart(async () => (await import('#web/features/market/home/home-lists.tsx')).HomeLists)

export const Route = createFileRoute('/')({
  loader: ({ context }) => prefetchHome(context.queryClient),
  component: Home,
})

function Home() {
  usePageMeta({ title: m.meta_home })
  useLiveHome()
  return (
    <div className={page.wide}>
      <FeaturedCarousel />
      <AboutOpx />
      <Below height="160rem">
        <HomeLists />
      </Below>
    </div>
  )
}
