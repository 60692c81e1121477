import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AccountCollections } from '#web/features/profile/account-collections.tsx'
import { accountCollectionsQuery, profileQuery } from '#web/kit/accounts/queries.ts'
import { Redirect } from '#web/kit/redirect.tsx'

export const Route = createFileRoute('/account/$account/profile/collections')({
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchQuery(accountCollectionsQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  const { data } = useQuery(profileQuery(account))
  if (data !== undefined && data.profile?.role !== 'Artist') {
    return <Redirect to="/account/$account/profile/nfts" params={{ account }} replace />
  }
  return <AccountCollections key={account} account={account} />
}
