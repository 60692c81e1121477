import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all create pages is preloaded with the hub, but this page's is large.
const CreateMultiple = lazyCode(
  async () => (await import('#web/features/create/multiple/create-multiple.tsx')).CreateMultiple,
)

export const Route = createFileRoute('/create/multiple')({
  validateSearch: ({ taxon }: Record<string, unknown>): { taxon?: string } =>
    typeof taxon === 'string' && /^\d{1,10}$/.test(taxon) ? { taxon } : {},
  component: Page,
})

function Page() {
  const { taxon } = Route.useSearch()
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <CreateMultiple taxon={taxon ?? null} />
    </Suspense>
  )
}
