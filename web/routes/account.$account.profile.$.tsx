import { createFileRoute } from '@tanstack/react-router'
import { goToFirstTab } from '#web/features/profile/go-to-first-tab.ts'

export const Route = createFileRoute('/account/$account/profile/$')({
  beforeLoad: ({ context: { queryClient }, params: { account } }) => goToFirstTab(queryClient, account),
})
