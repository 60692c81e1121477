import { createFileRoute, redirect } from '@tanstack/react-router'

/** Unknown pages of creating go back to the hub. */
export const Route = createFileRoute('/create/$')({
  beforeLoad: () => {
    throw redirect({ to: '/create', replace: true })
  },
})
