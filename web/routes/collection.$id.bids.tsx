import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page, but the form is for this tab only.
const CollectionBids = lazyCode(
  async () => (await import('#web/features/bids/collection-bids.tsx')).CollectionBids,
)

export const Route = createFileRoute('/collection/$id/bids')({
  component: Bids,
})

function Bids() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <CollectionBids id={Route.useParams().id} />
    </Suspense>
  )
}
