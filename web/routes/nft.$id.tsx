import { createFileRoute } from '@tanstack/react-router'
import { NftPage } from '#web/features/nft/nft-page.tsx'
import { nftQuery, workId } from '#web/kit/nfts/queries.ts'
import { ActionPanel } from '#web/features/trade/action-panel.tsx'
import { OfferAction } from '#web/features/trade/offer-action.tsx'

export const Route = createFileRoute('/nft/$id')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(nftQuery(params.id))
  },
  component: Nft,
})

function Nft() {
  const id = workId(Route.useParams().id)
  return <NftPage key={id} id={id} action={ActionPanel} offerAction={OfferAction} />
}
