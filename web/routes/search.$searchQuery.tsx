import { createFileRoute } from '@tanstack/react-router'
import { SearchPage } from '#web/features/search/search-page.tsx'
import { searchQuery } from '#web/features/search/queries.ts'

export const Route = createFileRoute('/search/$searchQuery')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(searchQuery(params.searchQuery))
  },
  component: Search,
})

function Search() {
  return <SearchPage text={Route.useParams().searchQuery} />
}
