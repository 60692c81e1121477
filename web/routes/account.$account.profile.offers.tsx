import { createFileRoute } from '@tanstack/react-router'
import { AccountOffers } from '#web/features/profile/account-offers.tsx'
import { readMultiSelect } from '#web/features/profile/offers/multi-select-search.ts'
import { accountOffersQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/offers')({
  validateSearch: readMultiSelect,
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchQuery(accountOffersQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  const { multiSelect = false } = Route.useSearch()
  return <AccountOffers key={account} account={account} multiSelect={multiSelect} />
}
