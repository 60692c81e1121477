import { Suspense } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Traits } from './traits.tsx'
import { WorkDetails } from './work-details.tsx'

const TokenDetail = lazyCode(async () => (await import('./token-detail.tsx')).TokenDetail)

interface NftDetailsProps {
  nft: Nft
  ledgerIndex: number
  collection: CollectionInfo | null
}

/** Traits and token details of an NFT. */
export function NftDetails({ nft, collection, ledgerIndex }: NftDetailsProps) {
  return (
    <WorkDetails
      collection={collection}
      traits={<Traits nft={nft} collectionId={collection?._id ?? null} />}
      token={
        <Suspense fallback={null}>
          <TokenDetail nft={nft} ledgerIndex={ledgerIndex} />
        </Suspense>
      }
    />
  )
}
