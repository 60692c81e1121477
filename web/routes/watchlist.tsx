import { createFileRoute } from '@tanstack/react-router'
import { WatchlistPage } from '#web/features/watchlist/watchlist-page.tsx'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'
import { type WatchKind, watchKinds } from '#contract/limits/watchlist.ts'
import { oneOf, type SearchValues } from '#contract/rules/search-reader.ts'

interface WatchlistSearch {
  /** The kind of entries that the watchlist shows; all kinds without it. */
  kind?: WatchKind | undefined
}

/** Parses the filter in the address of the watchlist. */
const readWatchlistSearch = ({ kind }: SearchValues): WatchlistSearch => ({
  kind: oneOf(watchKinds, kind),
})

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
