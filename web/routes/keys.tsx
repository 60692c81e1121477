import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '#web/features/programs/api-keys-page.tsx'

export const Route = createFileRoute('/keys')({
  component: ApiKeysPage,
})
