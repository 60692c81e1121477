import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { NftPage } from '#web/features/nft/nft-page.tsx'
import type { NftSlots } from '#web/features/nft/nft-slots.ts'
import { ActionPanel } from '#web/features/trade/action-panel.tsx'
import { useLivePage } from '#web/kit/live/use-live-page.ts'
import { nftQuery, workId } from '#web/kit/nfts/queries.ts'

export const Route = createFileRoute('/nft/$id')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(nftQuery(params.id))
  },
  component: Nft,
})

const slots: NftSlots = {
  Actions: ActionPanel,
  OfferAction: lazy(async () => ({
    default: (await import('#web/features/trade/offer-action.tsx')).OfferAction,
  })),
  DemandActions: lazy(async () => ({
    default: (await import('#web/features/trade/demand-actions.tsx')).DemandActions,
  })),
  UpdateAction: lazy(async () => ({
    default: (await import('#web/features/create/update-nft.tsx')).UpdateNft,
  })),
  FeatureAction: lazy(async () => ({
    default: (await import('#web/features/admin/feature-nft.tsx')).FeatureNft,
  })),
}

function Nft() {
  const id = workId(Route.useParams().id)
  const client = useQueryClient()
  // An item that is minted on demand has no token yet, and no events.
  const topics = id.length === 64 ? [`work:${id}`] : []
  const { queryKey } = nftQuery(id)
  useLivePage(topics, () => [queryKey], { ledger: client.getQueryData(queryKey)?.ledgerIndex })
  return <NftPage key={id} id={id} slots={slots} />
}
