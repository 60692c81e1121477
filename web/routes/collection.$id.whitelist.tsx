import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page, but this tab is for the issuer only.
const AccessListTab = lazyCode(
  async () => (await import('#web/features/collection/manage/access-list-tab.tsx')).AccessListTab,
)

export const Route = createFileRoute('/collection/$id/whitelist')({
  component: Tab,
})

function Tab() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <AccessListTab id={Route.useParams().id} kind="whitelist" />
    </Suspense>
  )
}
