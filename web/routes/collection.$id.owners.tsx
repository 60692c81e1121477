import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Lazy: the code of all collection routes is preloaded with the page.
const OwnersTab = lazy(async () => ({
  default: (await import('#web/features/collection/analytics/owners-tab.tsx')).OwnersTab,
}))

export const Route = createFileRoute('/collection/$id/owners')({
  component: Owners,
})

function Owners() {
  return (
    <Suspense fallback={null}>
      <OwnersTab id={Route.useParams().id} />
    </Suspense>
  )
}
