import { createFileRoute } from '@tanstack/react-router'
import { CollectionActivity } from '#web/features/collection/collection-activity.tsx'
import { collectionHistoryQuery } from '#web/kit/collections/queries.ts'

export const Route = createFileRoute('/collection/$id/activity')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchInfiniteQuery(collectionHistoryQuery(params.id))
  },
  component: Activity,
})

function Activity() {
  return <CollectionActivity id={Route.useParams().id} />
}
