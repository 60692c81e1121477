import { createFileRoute } from '@tanstack/react-router'
import { EditCollection } from '#web/features/collection/form/edit-collection.tsx'

export const Route = createFileRoute('/create/edit_collection/$id')({
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <EditCollection key={id} id={id} />
}
