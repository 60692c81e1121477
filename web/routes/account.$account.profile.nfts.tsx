import { createFileRoute } from '@tanstack/react-router'
import { OwnedNfts } from '#web/features/profile/owned-nfts.tsx'
import { TradeHost } from '#web/features/trade/trade-host.tsx'
import { readSeveral } from '#web/features/profile/several-search.ts'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/nfts')({
  validateSearch: readSeveral,
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchInfiniteQuery(accountNftsQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  const { several = false } = Route.useSearch()
  return (
    <>
      <OwnedNfts key={account} account={account} several={several} />
      <TradeHost />
    </>
  )
}
