import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { profileQuery } from '#web/kit/accounts/queries.ts'

/**
 * Where a profile opens: collections first for artists, owned NFTs for everybody else. A profile that cannot be read now
 * opens there, too, where its error is shown with a way to try again.
 */
export async function goToFirstTab(queryClient: QueryClient, account: string): Promise<never> {
  const reply = await queryClient
    .fetchQuery({ ...profileQuery(account), staleTime: 15_000 })
    .catch(() => null)
  const tab = reply?.profile?.role === 'Artist' ? 'collections' : 'nfts'
  throw redirect({ to: `/account/$account/profile/${tab}`, params: { account }, replace: true })
}
