import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page.
const RevenueTab = lazyCode(
  async () => (await import('#web/features/collection/manage/revenue-tab.tsx')).RevenueTab,
)

export const Route = createFileRoute('/collection/$id/revenue')({
  component: Revenue,
})

function Revenue() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <RevenueTab id={Route.useParams().id} />
    </Suspense>
  )
}
