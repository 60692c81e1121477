import { createFileRoute } from '@tanstack/react-router'
import { ArtSociety } from '#web/features/art-society/art-society.tsx'
import { verifiedRandomQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/art_society')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(verifiedRandomQuery)
  },
  component: ArtSociety,
})
