import { createFileRoute } from '@tanstack/react-router'
import { WatchlistPage } from '#web/features/watchlist/watchlist-page.tsx'

export const Route = createFileRoute('/watchlist')({
  component: WatchlistPage,
})
