import { createFileRoute } from '@tanstack/react-router'
import { AccountOffers } from '#web/features/profile/account-offers.tsx'
import { accountOffersQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/offers')({
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchQuery(accountOffersQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  return <AccountOffers key={account} account={account} />
}
