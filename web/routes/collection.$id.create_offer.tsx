import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all collection routes is preloaded with the page, but this tab is for the issuer only.
const CreateOfferTab = lazyCode(
  async () => (await import('#web/features/collection/create-offer-tab.tsx')).CreateOfferTab,
)

export const Route = createFileRoute('/collection/$id/create_offer')({
  component: CreateOffer,
})

function CreateOffer() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <CreateOfferTab id={Route.useParams().id} />
    </Suspense>
  )
}
