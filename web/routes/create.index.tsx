import { createFileRoute } from '@tanstack/react-router'
import { CreateHub } from '#web/features/create/hub/create-hub.tsx'

export const Route = createFileRoute('/create/')({
  component: CreateHub,
})
