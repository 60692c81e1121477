import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '#web/features/programs/webhooks-page.tsx'

export const Route = createFileRoute('/webhooks')({
  component: WebhooksPage,
})
