import { createFileRoute } from '@tanstack/react-router'
import { OwnedNfts } from '#web/features/profile/owned-nfts.tsx'
import { TradeHost } from '#web/features/trade/trade-host.tsx'
import { readMultiSelect } from '#web/features/profile/offers/multi-select-search.ts'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/nfts')({
  validateSearch: readMultiSelect,
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchInfiniteQuery(accountNftsQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  const { multiSelect = false } = Route.useSearch()
  return (
    <>
      <OwnedNfts key={account} account={account} multiSelect={multiSelect} />
      <TradeHost />
    </>
  )
}
