import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all create pages is preloaded with the hub, but this page's is large.
const CreateEdition = lazyCode(
  async () => (await import('#web/features/create/edition/create-edition.tsx')).CreateEdition,
)

export const Route = createFileRoute('/create/edition')({
  component: Page,
})

function Page() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <CreateEdition />
    </Suspense>
  )
}
