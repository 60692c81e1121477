import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Lazy: the code of all collection routes is preloaded with the page, but this tab is for the issuer only.
const CreateOfferTab = lazy(async () => ({
  default: (await import('#web/features/collection/create-offer-tab.tsx')).CreateOfferTab,
}))

export const Route = createFileRoute('/collection/$id/create_offer')({
  component: CreateOffer,
})

function CreateOffer() {
  return (
    <Suspense fallback={null}>
      <CreateOfferTab id={Route.useParams().id} />
    </Suspense>
  )
}
