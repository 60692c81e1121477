import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/collection/$id/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/collection/$id/items', params, replace: true })
  },
})
