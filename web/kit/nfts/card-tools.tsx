import type { DemandCard, NftCard } from '#contract/schemas/nfts.ts'
import { CartToggle } from '#web/kit/cart/cart-toggle.tsx'
import { WatchToggle } from '#web/kit/watchlist/watch-toggle.tsx'
import css from './card-tools.module.css'

interface CardToolsProps {
  nft: NftCard | DemandCard
  buyable: boolean
  /** Reason why the work cannot be bought now; null if it can. */
  barred: string | null
}

/** Buttons on a work's card: watchlist, and cart if the work has a fixed price. */
export function CardTools({ nft, buyable, barred }: CardToolsProps) {
  const { _id: id, nftokenID, name, owner } = nft
  const price = nft.auction === null ? (nft.priceDrops ?? nft.issuedPrice) : null
  return (
    <>
      <span className={`${css.tool} ${css.watch}`}>
        <WatchToggle kind="nft" id={id} name={name} price={price} small />
      </span>
      {buyable && nftokenID !== null && price !== null && (
        <span className={`${css.tool} ${css.cart}`}>
          <CartToggle
            work={{ nftokenID, name, sellOfferIndex: null, expectedAmount: price }}
            owner={owner}
            barred={barred}
          />
        </span>
      )}
    </>
  )
}
