import { createFileRoute } from '@tanstack/react-router'
import { AccountOffers } from '#web/features/profile/account-offers.tsx'
import { readSeveral } from '#web/features/profile/several-search.ts'
import { accountOffersQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/offers')({
  validateSearch: readSeveral,
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchQuery(accountOffersQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  const { several = false } = Route.useSearch()
  return <AccountOffers key={account} account={account} several={several} />
}
