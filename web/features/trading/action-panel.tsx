import { lazy, Suspense, useEffect } from 'react'
import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { NftReply } from '#worker/contract/nfts.ts'
import { saleState } from '#worker/contract/sale-state.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { nftPrice } from '#web/features/amounts/nft-price.ts'
import { isRandomlyMintable } from '#web/features/nfts/randomly-mintable.ts'
import { openConnect } from '#web/features/wallet/connect-prompt.ts'
import { useSession } from '#web/features/wallet/session.ts'
import { Button } from '#web/ui/button.tsx'
import css from './action-panel.module.css'
import { setBuying, useBuying } from './buying.ts'

const load = async () => ({ default: (await import('./buy-dialog.tsx')).BuyDialog })
const BuyDialog = lazy(load)

/** What the viewer can do with the work now. On phones it stays at the bottom edge. */
export function ActionPanel({ reply }: { reply: NftReply }) {
  const { nft, collection } = reply
  const { owner: marketplace } = useSettings()
  const session = useSession()
  const viewer = session.state === 'connected' ? session.account : null
  const confirming = useBuying(nft.nftokenID)
  useEffect(() => () => setBuying(null), [])

  if (nft.owner === viewer) return <p className={css.note}>This work is yours.</p>
  const state = saleState(nft, viewer, marketplace)
  const drawnOnly = isRandomlyMintable(nft, collection, marketplace)
  const price = state.kind === 'listed' ? nftPrice(nft, state.offer, viewer, state.brokered) : null
  const offer = state.kind === 'listed' && price !== null && !drawnOnly ? { ...state, price } : null
  const announced = collection?.notAnnounced !== true
  const buy = () => {
    if (viewer === null) openConnect(() => setBuying(nft.nftokenID))
    else setBuying(nft.nftokenID)
  }
  return (
    <>
      {offer !== null && (
        <div className={css.panel} data-bottom-bar>
          <p className={css.total}>
            <span className={css.label}>Total</span>
            {formatXrpExact(offer.price.buyerDrops)} XRP
          </p>
          <Button
            look="primary"
            size="large"
            wide
            disabled={!announced}
            onClick={buy}
            onPointerEnter={() => void load()}
          >
            Buy Now <span className={css.amount}>{formatXrpExact(offer.price.buyerDrops)} XRP</span>
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {confirming && session.state === 'connected' && (
          <BuyDialog nft={nft} offer={offer} session={session} onClose={() => setBuying(null)} />
        )}
      </Suspense>
    </>
  )
}
