import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { profileQuery } from '#web/kit/accounts/queries.ts'

/**
 * Redirects to the first tab of a profile: collections for artists, owned NFTs for everyone else. If the profile cannot
 * be loaded, also opens the NFTs, where the error is shown with Try Again.
 */
export async function goToFirstTab(queryClient: QueryClient, account: string): Promise<never> {
  const reply = await queryClient
    .fetchQuery({ ...profileQuery(account), staleTime: 15_000 })
    .catch(() => null)
  const tab = reply?.profile?.role === 'Artist' ? 'collections' : 'nfts'
  throw redirect({ to: `/account/$account/profile/${tab}`, params: { account }, replace: true })
}
