import type { Nft, Offer } from '#worker/contract/nfts.ts'
import type { NftPrice } from '#web/features/amounts/nft-price.ts'
import { PriceRows } from '#web/features/amounts/price-rows.tsx'
import { nftTitle } from '#web/features/nfts/nft-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BuyNote } from './buy-note.tsx'
import css from './buy-dialog.module.css'
import { type Buyer, useBuyNow } from './use-buy-now.ts'

export interface Listing {
  offer: Offer
  price: NftPrice
  brokered: boolean
}

interface BuyDialogProps {
  nft: Nft
  /** The listing as it stands now; null when there is none any more. */
  offer: Listing | null
  session: Buyer
  onClose: () => void
}

/** The confirm step: the whole price before anything is signed. A price that changes meanwhile asks again. */
export function BuyDialog({ nft, offer, session, onClose }: BuyDialogProps) {
  const title = nftTitle(nft)
  const { changed, refusal, busy, agree, buy } = useBuyNow(nft, offer, session, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Buy ${title}`}
      description="You sign one offer in your wallet. Nothing is paid before you do."
    >
      <div className={css.confirm}>
        {offer !== null && <PriceRows price={offer.price} whole />}
        {offer?.brokered === true && (
          <p className={css.quiet}>
            While the sale is made, the ledger locks a reserve of 0.20 XRP in your account for the offer. It
            is free again once the sale is done, or when the offer ends. The ledger's own cost is a few drops.
          </p>
        )}
        <BuyNote changed={changed} refusal={refusal} gone={offer === null} />
        <div className={css.actions}>
          {offer !== null && (
            <Button look="primary" size="large" busy={busy} onClick={changed === null ? buy : agree}>
              {changed === null ? 'Continue in the wallet' : 'Take the new price'}
            </Button>
          )}
          <Button size="large" onClick={onClose}>
            {offer === null ? 'Close' : 'Not now'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
