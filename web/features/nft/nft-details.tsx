import { Suspense } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import type { Nft } from '#worker/contract/nfts.ts'
import { m } from '#web/messages.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './details.module.css'
import { historyHeight } from './history-size.ts'
import { RecordSection } from './record-section.tsx'
import { Traits } from './traits.tsx'
import { WorkDetails } from './work-details.tsx'

const WorkHistory = lazyCode(async () => (await import('./work-history.tsx')).WorkHistory)
const TokenDetail = lazyCode(async () => (await import('./token-detail.tsx')).TokenDetail)

interface NftDetailsProps {
  nft: Nft
  collection: CollectionInfo | null
  viewer: string | null
}

/** Description, traits, token and history of an NFT. */
export function NftDetails({ nft, collection, viewer }: NftDetailsProps) {
  const events = nft.history.filter(({ step }) => !step)
  const height = historyHeight(nft.history, events)
  return (
    <WorkDetails
      nft={nft}
      collection={collection}
      traits={<Traits nft={nft} collectionId={collection?._id ?? null} />}
      token={
        <Suspense fallback={null}>
          <TokenDetail nft={nft} />
        </Suspense>
      }
      history={
        <RecordSection
          title={m.nft_details_history}
          empty={m.nft_details_no_nft_history}
          count={events.length}
        >
          <div className={css.history}>
            <WhenNear height={height}>
              <Suspense fallback={<div style={{ minBlockSize: height }} />}>
                <WorkHistory history={nft.history} events={events} viewer={viewer} />
              </Suspense>
            </WhenNear>
          </div>
        </RecordSection>
      }
    />
  )
}
