import { createFileRoute } from '@tanstack/react-router'
import { CollectionActivity } from '#web/features/collection/activity/collection-activity.tsx'
import { type ActivitySearch, readActivitySearch } from '#contract/rules/list-addresses.ts'
import { collectionHistoryQuery } from '#web/kit/collections/queries.ts'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'

export const Route = createFileRoute('/collection/$id/activity')({
  validateSearch: readActivitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps }) => {
    void queryClient.prefetchInfiniteQuery(collectionHistoryQuery(params.id, deps.kind))
  },
  component: Activity,
})

function Activity() {
  const { id } = Route.useParams()
  const { kind } = Route.useSearch()
  const navigate = Route.useNavigate()
  const onChange = useSearchChange<ActivitySearch>((search) =>
    navigate({ search, replace: true, resetScroll: false }),
  )
  return <CollectionActivity id={id} kind={kind} onKind={(choice) => onChange({ kind: choice })} />
}
