import { createFileRoute } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { Explorer } from '#web/features/market/explorer/explorer.tsx'
import { explorerInput, type ExplorerSearch, readExplorerSearch } from '#contract/rules/list-addresses.ts'
import { collectionsQuery } from '#web/kit/collections/queries.ts'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'
import { usePageMeta } from '#web/kit/use-page-meta.ts'

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
  const onChange = useSearchChange<ExplorerSearch>((changed) =>
    navigate({ search: changed, replace: true, resetScroll: false }),
  )
  usePageMeta({ title: `${t('Collections')} · OPX` })
  return <Explorer search={search} onChange={onChange} />
}
