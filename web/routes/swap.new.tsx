import { createFileRoute } from '@tanstack/react-router'
import { SwapNew } from '#web/features/swap/swap-form.tsx'
import { readSwapSearch } from '#web/features/swap/swap-search.ts'

export const Route = createFileRoute('/swap/new')({
  validateSearch: readSwapSearch,
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  return <SwapNew key={JSON.stringify(search)} search={search} />
}
