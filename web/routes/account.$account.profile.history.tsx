import { createFileRoute } from '@tanstack/react-router'
import { AccountHistory } from '#web/features/profile/account-history.tsx'
import { accountHistoryQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/history')({
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchQuery(accountHistoryQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  return <AccountHistory key={account} account={account} />
}
