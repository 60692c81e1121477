import { createFileRoute } from '@tanstack/react-router'
import { CollectionItems } from '#web/features/collection/collection-items.tsx'
import { TradeHost } from '#web/features/trade/trade-host.tsx'
import { itemsInput, readItemsSearch } from '#worker/contract/list-addresses.ts'
import { collectionNftsQuery, facetsQuery } from '#web/kit/collections/queries.ts'

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
  return (
    <>
      <CollectionItems
        id={id}
        search={search}
        onChange={(changes) => {
          void navigate({
            search: changes === null ? { sort: search.sort } : { ...search, ...changes },
            replace: true,
            resetScroll: false,
          })
        }}
      />
      <TradeHost />
    </>
  )
}
