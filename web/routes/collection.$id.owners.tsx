import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page.
const OwnersTab = lazyCode(
  async () => (await import('#web/features/collection/analytics/owners-tab.tsx')).OwnersTab,
)

export const Route = createFileRoute('/collection/$id/owners')({
  component: Owners,
})

function Owners() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <OwnersTab id={Route.useParams().id} />
    </Suspense>
  )
}
