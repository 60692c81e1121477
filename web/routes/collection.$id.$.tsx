import { createFileRoute, redirect } from '@tanstack/react-router'

/** Unknown sub-routes redirect to the items. */
export const Route = createFileRoute('/collection/$id/$')({
  beforeLoad: ({ params: { id } }) => {
    throw redirect({ to: '/collection/$id/items', params: { id }, replace: true })
  },
})
