import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx'

export const Route = createFileRoute('/notifications')({
  component: NotificationsPage,
})
