import { createFileRoute, redirect } from '@tanstack/react-router'
import { profileQuery } from '#web/features/profiles/queries.ts'

/** Collections first for artists, owned NFTs for everybody else. */
export const Route = createFileRoute('/account/$account/profile/')({
  beforeLoad: async ({ context: { queryClient }, params: { account } }) => {
    const reply = await queryClient
      .fetchQuery({ ...profileQuery(account), staleTime: 15_000 })
      .catch(() => null)
    const params = { account }
    throw reply?.profile?.role === 'Artist'
      ? redirect({ to: '/account/$account/profile/collections', params, replace: true })
      : redirect({ to: '/account/$account/profile/nfts', params, replace: true })
  },
})
