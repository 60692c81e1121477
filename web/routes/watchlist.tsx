import { createFileRoute } from '@tanstack/react-router'
import { WatchlistPage } from '#web/features/watchlist/watchlist-page.tsx'
import { readWatchlistSearch, type WatchlistSearch } from '#web/features/watchlist/watchlist-search.ts'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'

export const Route = createFileRoute('/watchlist')({
  validateSearch: readWatchlistSearch,
  component: Page,
})

function Page() {
  const { kind } = Route.useSearch()
  const navigate = Route.useNavigate()
  const onChange = useSearchChange<WatchlistSearch>((search) =>
    navigate({ search, replace: true, resetScroll: false }),
  )
  return <WatchlistPage kind={kind} onKind={(choice) => onChange({ kind: choice })} />
}
