import { createFileRoute } from '@tanstack/react-router'
import { Explorer } from '#web/features/market/explorer/explorer.tsx'
import { explorerInput, type ExplorerSearch, readExplorerSearch } from '#contract/rules/list-addresses.ts'
import { collectionsQuery } from '#web/kit/collections/queries.ts'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'

export const Route = createFileRoute('/collections_explorer')({
  validateSearch: readExplorerSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(collectionsQuery(explorerInput(deps)))
  },
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onChange = useSearchChange<ExplorerSearch>((changes) =>
    navigate({ search: changes, replace: true, resetScroll: false }),
  )
  return <Explorer search={search} onChange={onChange} />
}
