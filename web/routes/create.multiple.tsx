import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// The code of all creating pages is preloaded with the hub; this page's is large.
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
