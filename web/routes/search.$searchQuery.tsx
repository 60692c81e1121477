import { createFileRoute } from '@tanstack/react-router'
import { askedText } from '#contract/rules/search-reader.ts'
import { SearchPage } from '#web/features/market/search/search-page.tsx'
import { searchQuery } from '#web/features/market/search/queries.ts'

export const Route = createFileRoute('/search/$searchQuery')({
  loader: ({ context: { queryClient }, params }) => {
    if (askedText(params.searchQuery) !== '') {
      void queryClient.prefetchQuery(searchQuery(params.searchQuery))
    }
  },
  component: Search,
})

function Search() {
  return <SearchPage text={Route.useParams().searchQuery} />
}
