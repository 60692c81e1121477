import { createFileRoute, redirect } from '@tanstack/react-router'

/** Unknown sub-routes redirect to the profile. */
export const Route = createFileRoute('/account/$account/$')({
  beforeLoad: ({ params: { account } }) => {
    throw redirect({ to: '/account/$account/profile', params: { account }, replace: true })
  },
})
