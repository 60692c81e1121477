import { Suspense } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './details.module.css'
import { historyHeight } from './history-size.ts'
import { RecordSection } from './record-section.tsx'
import { standingBids } from './standing-bids.ts'

const WorkHistory = lazyCode(async () => (await import('./work-history.tsx')).WorkHistory)

/** History of an NFT, without the bids that the auction already lists. */
export function NftHistory({ nft, viewer }: { nft: Nft; viewer: string | null }) {
  const bids = new Set(standingBids(nft).values())
  const events = nft.history.filter((event) => !event.step && !bids.has(event))
  const height = historyHeight(nft.history, events)
  return (
    <RecordSection title={t('History')} empty={t('No NFT history')} count={events.length}>
      <div className={css.history}>
        <WhenNear height={height}>
          <Suspense fallback={<div style={{ minBlockSize: height }} />}>
            <WorkHistory history={nft.history} events={events} viewer={viewer} />
          </Suspense>
        </WhenNear>
      </div>
    </RecordSection>
  )
}
