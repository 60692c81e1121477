import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CollectionPage } from '#web/features/collection/collection-page.tsx'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const LiveCollection = lazyPart(
  async () => (await import('#web/features/collection/live-collection.ts')).LiveCollection,
)

export const Route = createFileRoute('/collection/$id')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(collectionQuery(params.id))
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return (
    <CollectionPage key={id} id={id}>
      <Outlet />
      <Suspense fallback={null}>
        <LiveCollection id={id} />
      </Suspense>
    </CollectionPage>
  )
}
