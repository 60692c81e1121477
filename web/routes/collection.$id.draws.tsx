import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Lazy: the code of all collection routes is preloaded with the page.
const DrawsTab = lazy(async () => ({
  default: (await import('#web/features/collection/draws/draws-tab.tsx')).DrawsTab,
}))

export const Route = createFileRoute('/collection/$id/draws')({
  component: Draws,
})

function Draws() {
  return (
    <Suspense fallback={null}>
      <DrawsTab id={Route.useParams().id} />
    </Suspense>
  )
}
