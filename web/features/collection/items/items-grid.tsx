import { memo } from 'react'
import type { DemandCard, NftCard as Token } from '#contract/schemas/nfts.ts'
import type { useDensity } from '#web/kit/lists/density.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { useBegin } from '#web/wallet/trade-intent.ts'

interface ItemsGridProps {
  nfts: (Token | DemandCard)[]
  density: ReturnType<typeof useDensity>
  /** Reason why nothing can be bought now; null if buying is possible. */
  barred: string | null
}

/** The works of a collection as cards. Memoized: renders again only when the works change. */
export const ItemsGrid = memo(({ nfts, density, barred }: ItemsGridProps) => {
  const beginTrade = useBegin()
  return (
    <ul className={layout.works} data-density={density}>
      {nfts.map((nft) => (
        <li key={nft._id}>
          <NftCard
            nft={nft}
            ofCollection
            barred={barred}
            onBuy={(id) => beginTrade(id, { action: 'buyNow' })}
          />
        </li>
      ))}
    </ul>
  )
})
