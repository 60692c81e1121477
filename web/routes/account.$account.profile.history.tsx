import { createFileRoute } from '@tanstack/react-router'
import { AccountHistory } from '#web/features/profiles/account-history.tsx'
import { accountHistoryQuery } from '#web/features/profiles/queries.ts'

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
