import type { ReactNode } from 'react'
import type { NftReply } from '#worker/contract/nfts.ts'
import { SyncNft } from '#web/features/sync/sync-nft.tsx'
import { useAccount } from '#web/features/wallet/session.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { About } from './about.tsx'
import { HistoryTable } from './history-table.tsx'
import { NftHeading } from './nft-heading.tsx'
import { NftNotices } from './nft-notices.tsx'
import css from './nft-page.module.css'
import { OffersTable } from './offers-table.tsx'
import { PriceBlock } from './price-block.tsx'
import { TokenDetail } from './token-detail.tsx'
import { Traits } from './traits.tsx'
import { WorkStage } from './work-stage.tsx'

export function NftView({ reply, action }: { reply: NftReply; action: ReactNode }) {
  const { nft, collection, ledgerIndex } = reply
  const viewer = useAccount()
  return (
    <article className={css.page}>
      <div className={css.stage}>
        <WorkStage nft={nft} />
      </div>
      <div className={css.side}>
        <NftHeading nft={nft} collection={collection} viewer={viewer} />
        <NftNotices nft={nft} collection={collection} />
        {!nft.burned && <PriceBlock nft={nft} viewer={viewer} xrpPrice={reply.xrpPrice} />}
        {!nft.burned && action}
        {nft.owner === viewer && !nft.burned && (
          <OffersTable
            title="Sell Offers"
            empty="No sell offers available"
            offers={nft.sellOffers}
            viewer={viewer}
          />
        )}
        {!nft.burned && (
          <OffersTable
            title="Buy Offers"
            empty="No buy offers available"
            offers={nft.buyOffers}
            viewer={viewer}
          />
        )}
        <HistoryTable history={nft.history} viewer={viewer} />
        {!nft.burned && <SyncNft nft={nft} />}
        <p className={css.ledger}>As of ledger {ledgerIndex.toLocaleString('en')}</p>
      </div>
      <div className={css.tabs}>
        <Tabs
          label="About this NFT"
          tabs={[
            { value: 'traits', title: 'Traits', content: <Traits nft={nft} /> },
            { value: 'token', title: 'Token detail', content: <TokenDetail nft={nft} /> },
            { value: 'about', title: 'About', content: <About nft={nft} collection={collection} /> },
          ]}
        />
      </div>
    </article>
  )
}
