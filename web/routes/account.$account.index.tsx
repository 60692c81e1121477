import { createFileRoute, redirect } from '@tanstack/react-router'

/** Anything but profile, create and edit shows the profile. */
export const Route = createFileRoute('/account/$account/')({
  beforeLoad: ({ params: { account } }) => {
    throw redirect({ to: '/account/$account/profile', params: { account }, replace: true })
  },
})
