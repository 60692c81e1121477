import { actions } from '#contract/rules/actions.ts'
import type { NftReply } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeTrade, type TradeIntent } from '#web/wallet/trade-intent.ts'
import { RepriceDialog } from '#web/wallet/selling/reprice-dialog.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { BurnDialog } from './burn-dialog.tsx'
import { BuyDialog } from './buy-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { OfferDialog } from './offer/offer-dialog.tsx'

interface TradeDialogProps {
  reply: NftReply
  intent: Exclude<TradeIntent, { action: 'contactOwner' }>
  account: string
}

/**
 * Returns which side may carry out an intent; null if the offer decides it. The owner may have changed since the dialog
 * was opened.
 */
function sideOf({ action }: TradeDialogProps['intent']): 'seller' | 'buyer' | null {
  if (action === 'acceptOffer' || action === 'cancelOffer') return null
  if (action === 'buyNow') return 'buyer'
  return action === 'burn' || action === 'changePrice' ? 'seller' : actions[action].offerOf
}

/** The dialog of an intent, or the reason why the intent is no longer possible. */
export function TradeDialog({ reply, intent, account }: TradeDialogProps) {
  const { nft } = reply
  const title = nftTitle(nft)
  const owns = nft.owner === account
  const dialogProps = { nft, account, onClose: closeTrade }
  if (nft.burned)
    return <GoneDialog title={title} sentence={t('This work was burned.')} onClose={closeTrade} />
  const side = sideOf(intent)
  if (side === 'seller' && !owns)
    return (
      <GoneDialog
        title={title}
        sentence={t('You do not own this work, or no longer own it.')}
        onClose={closeTrade}
      />
    )
  if (side === 'buyer' && owns)
    return <GoneDialog title={title} sentence={t('This work is yours.')} onClose={closeTrade} />
  const find = (index: string) =>
    [...nft.sellOffers, ...nft.buyOffers].find((offer) => offer.nft_offer_index === index)
  switch (intent.action) {
    case 'buyNow':
      return <BuyDialog {...dialogProps} reply={reply} promoCode={intent.promoCode} />
    case 'changePrice':
      return <RepriceDialog reply={reply} account={account} draft={intent.draft} onClose={closeTrade} />
    case 'burn':
      return <BurnDialog {...dialogProps} />
    case 'acceptOffer':
    case 'cancelOffer': {
      const offer = find(intent.offerIndex)
      if (offer === undefined)
        return (
          <GoneDialog
            title={title}
            sentence={t('The offer no longer exists: it was accepted or cancelled.')}
            onClose={closeTrade}
          />
        )
      return intent.action === 'acceptOffer' ? (
        <AcceptDialog {...dialogProps} offer={offer} />
      ) : (
        <CancelDialog {...dialogProps} offer={offer} />
      )
    }
    default:
      return <OfferDialog key={intent.action} {...dialogProps} kind={intent.action} draft={intent.draft} />
  }
}

interface GoneDialogProps {
  title: string
  sentence: string
  onClose: () => void
}

function GoneDialog({ title, sentence, onClose }: GoneDialogProps) {
  return (
    <Dialog open onClose={onClose} size="small" title={title} description={sentence}>
      <Button wide onClick={onClose}>
        {t('Close')}
      </Button>
    </Dialog>
  )
}
