import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AboutOpx } from '#web/features/market/home/about-opx.tsx'
import { FeaturedCarousel } from '#web/features/market/home/featured-carousel.tsx'
import { prefetchHome } from '#web/features/market/home/queries.ts'
import { Below, lowerPart } from '#web/ui/below.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import page from '#web/ui/page.module.css'

const LiveHome = lazyPart(async () => (await import('#web/features/market/home/live-home.ts')).LiveHome)
const HomeLists = lowerPart(async () => (await import('#web/features/market/home/home-lists.tsx')).HomeLists)

export const Route = createFileRoute('/')({
  loader: ({ context }) => prefetchHome(context.queryClient),
  component: Home,
})

/** Height reserved for the lists until they are loaded. */
const listsHeight = '160rem'

function Home() {
  return (
    <div className={page.wide}>
      <Suspense fallback={null}>
        <LiveHome />
      </Suspense>
      <FeaturedCarousel />
      <AboutOpx />
      <Below height={listsHeight}>
        <HomeLists height={listsHeight} />
      </Below>
    </div>
  )
}
