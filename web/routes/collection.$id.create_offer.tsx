import { createFileRoute } from '@tanstack/react-router'
import { CreateOfferTab } from '#web/features/batch/create-offer-tab.tsx'

export const Route = createFileRoute('/collection/$id/create_offer')({
  component: CreateOffer,
})

function CreateOffer() {
  return <CreateOfferTab id={Route.useParams().id} />
}
