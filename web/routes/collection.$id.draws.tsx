import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page.
const DrawsTab = lazyCode(async () => (await import('#web/features/collection/draws/draws-tab.tsx')).DrawsTab)

export const Route = createFileRoute('/collection/$id/draws')({
  component: Draws,
})

function Draws() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <DrawsTab id={Route.useParams().id} />
    </Suspense>
  )
}
