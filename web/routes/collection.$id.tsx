import { createFileRoute, Outlet } from '@tanstack/react-router'
import { CollectionPage } from '#web/features/collection/collection-page.tsx'
import { useLiveCollection } from '#web/features/collection/use-live-collection.ts'
import { collectionQuery } from '#web/kit/collections/queries.ts'

export const Route = createFileRoute('/collection/$id')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(collectionQuery(params.id))
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  useLiveCollection(id)
  return (
    <CollectionPage key={id} id={id}>
      <Outlet />
    </CollectionPage>
  )
}
