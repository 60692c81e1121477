import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type FiguresSearch, readFiguresSearch } from '#contract/rules/list-addresses.ts'
import { useSearchChange } from '#web/kit/lists/use-search-change.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page, but charts are for this tab only.
const AnalyticsTab = lazyCode(
  async () => (await import('#web/features/collection/analytics/analytics-tab.tsx')).AnalyticsTab,
)

export const Route = createFileRoute('/collection/$id/analytics')({
  validateSearch: readFiguresSearch,
  component: Analytics,
})

function Analytics() {
  const navigate = Route.useNavigate()
  const onChange = useSearchChange<FiguresSearch>((search) =>
    navigate({ search, replace: true, resetScroll: false }),
  )
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <AnalyticsTab id={Route.useParams().id} search={Route.useSearch()} onChange={onChange} />
    </Suspense>
  )
}
