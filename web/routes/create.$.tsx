import { createFileRoute, redirect } from '@tanstack/react-router'

/** Unknown sub-routes redirect to the hub. */
export const Route = createFileRoute('/create/$')({
  beforeLoad: () => {
    throw redirect({ to: '/create', replace: true })
  },
})
