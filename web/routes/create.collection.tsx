import { createFileRoute } from '@tanstack/react-router'
import { CreateCollection } from '#web/features/collection/form/create-collection.tsx'

export const Route = createFileRoute('/create/collection')({
  validateSearch: ({ onDemand }: Record<string, unknown>): { onDemand?: 'true' } =>
    onDemand === 'true' ? { onDemand } : {},
  component: Page,
})

function Page() {
  const { onDemand } = Route.useSearch()
  return <CreateCollection onDemand={onDemand === 'true'} />
}
