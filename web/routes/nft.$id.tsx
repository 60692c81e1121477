import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { NftPage } from '#web/features/nft/nft-page.tsx'
import type { NftSlots } from '#web/features/nft/nft-slots.ts'
import { ActionPanel } from '#web/features/trade/action-panel.tsx'
import { nftQuery, workId } from '#web/kit/nfts/queries.ts'
import { lowerPart } from '#web/ui/below.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

const LiveWork = lazyPart(async () => (await import('#web/features/nft/live-work.ts')).LiveWork)

export const Route = createFileRoute('/nft/$id')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(nftQuery(params.id))
  },
  component: Nft,
})

const slots: NftSlots = {
  Actions: ActionPanel,
  StandingBid: lowerPart(async () => (await import('#web/features/trade/work-bid.tsx')).WorkBid),
  OfferAction: lazyCode(async () => (await import('#web/features/trade/offer-action.tsx')).OfferAction),
  DemandActions: lazyCode(async () => (await import('#web/features/trade/demand-actions.tsx')).DemandActions),
  UpdateAction: lazyCode(async () => (await import('#web/features/create/nft/update-nft.tsx')).UpdateNft),
  FeatureAction: lazyCode(async () => (await import('#web/features/admin/feature-nft.tsx')).DecideNft),
}

function Nft() {
  const id = workId(Route.useParams().id)
  return (
    <>
      <NftPage key={id} id={id} slots={slots} />
      <Suspense fallback={null}>
        <LiveWork key={id} id={id} />
      </Suspense>
    </>
  )
}
