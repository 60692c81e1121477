import { createFileRoute } from '@tanstack/react-router'
import { Below, lowerPart } from '#web/ui/below.tsx'
import { itemsInput, type ItemsSearch, readItemsSearch } from '#contract/rules/list-addresses.ts'
import { collectionNftsQuery, facetsQuery } from '#web/kit/collections/queries.ts'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'

const CollectionItems = lowerPart(
  async () => (await import('#web/features/collection/collection-items.tsx')).CollectionItems,
)
const TradeHost = lowerPart(async () => (await import('#web/features/trade/trade-host.tsx')).TradeHost)

export const Route = createFileRoute('/collection/$id/items')({
  validateSearch: readItemsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps }) => {
    void queryClient.prefetchInfiniteQuery(collectionNftsQuery(itemsInput(params.id, deps)))
    void queryClient.prefetchQuery(facetsQuery(params.id, deps))
  },
  component: Items,
})

function Items() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onChange = useSearchChange<ItemsSearch>((changes) =>
    navigate({ search: changes, replace: true, resetScroll: false }),
  )
  return (
    <Below height="120rem">
      <CollectionItems id={id} search={search} onChange={onChange} />
      <TradeHost />
    </Below>
  )
}
