import type { NftCard } from '#worker/contract/nfts.ts'
import { CartToggle } from '#web/kit/cart/cart-toggle.tsx'
import { WatchToggle } from '#web/kit/watchlist/watch-toggle.tsx'
import css from './card-tools.module.css'

/** What can be done with a work on its card: it is watched, and put into the cart where it has a fixed price. */
export function CardTools({ nft, price }: { nft: NftCard; price: NftCard['issuedPrice'] }) {
  const { nftokenID, name, owner } = nft
  return (
    <>
      <span className={`${css.tool} ${css.watch}`}>
        <WatchToggle kind="nft" id={nftokenID} name={name} price={price} small />
      </span>
      {price !== null && (
        <span className={`${css.tool} ${css.cart}`}>
          <CartToggle work={{ nftokenID, name, sellOfferIndex: null, expectedAmount: price }} owner={owner} />
        </span>
      )}
    </>
  )
}
