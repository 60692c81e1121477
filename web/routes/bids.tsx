import { createFileRoute } from '@tanstack/react-router'
import { BidsPage } from '#web/features/bids/bids-page.tsx'

export const Route = createFileRoute('/bids')({
  component: BidsPage,
})
