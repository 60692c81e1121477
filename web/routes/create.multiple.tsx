import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// The code of all pages of creating is loaded ahead with the hub: this one's is large.
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
