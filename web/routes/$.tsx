import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any other path goes home. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
