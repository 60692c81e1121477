import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all account routes is preloaded with the page, but charts are for this tab only.
const PortfolioTab = lazyCode(
  async () => (await import('#web/features/profile/portfolio/portfolio-tab.tsx')).PortfolioTab,
)

export const Route = createFileRoute('/account/$account/profile/portfolio')({ component: Portfolio })

function Portfolio() {
  const { account } = Route.useParams()
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <PortfolioTab key={account} account={account} />
    </Suspense>
  )
}
