import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Lazy: the code of all create pages is preloaded with the hub, but this page's is large.
const CreateMultiple = lazy(async () => ({
  default: (await import('#web/features/create/create-multiple.tsx')).CreateMultiple,
}))

export const Route = createFileRoute('/create/multiple')({
  component: Page,
})

function Page() {
  return (
    <Suspense fallback={null}>
      <CreateMultiple />
    </Suspense>
  )
}
