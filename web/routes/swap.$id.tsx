import { createFileRoute } from '@tanstack/react-router'
import { swapQuery } from '#web/features/swap/queries.ts'
import { SwapPage } from '#web/features/swap/swap-page.tsx'

export const Route = createFileRoute('/swap/$id')({
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(swapQuery(id))
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SwapPage key={id} id={id} />
}
