import { createFileRoute } from '@tanstack/react-router'
import { OwnedNfts } from '#web/features/profile/owned-nfts.tsx'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'

export const Route = createFileRoute('/account/$account/profile/nfts')({
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchInfiniteQuery(accountNftsQuery(account))
  },
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  return <OwnedNfts key={account} account={account} />
}
