import type { Nft, Offer } from '#worker/contract/nfts.ts'
import { m } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactAmount } from '#web/kit/amounts/currency.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import css from '#web/wallet/confirm-dialog.module.css'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { lsfSellNFToken } from '#worker/contract/ledger.ts'

interface CancelDialogProps {
  nft: Nft
  offer: Offer
  account: string
  onClose: () => void
}

export function CancelDialog({ nft, offer, account, onClose }: CancelDialogProps) {
  const { tokens, owner: marketplace } = useSettings()
  const { busy, refusal, ask } = useSigning(onClose)
  const { nft_offer_index: offerIndex, amount, flags, destination } = offer
  const isAuction = nft.onAuction?.offerIndex === offerIndex
  const isSale = flags === lsfSellNFToken
  const bidsInAuction = nft.onAuction !== null && !isSale && destination === marketplace
  const cancel = () =>
    ask(
      'requestTransaction',
      {
        body: {
          txjson: { TransactionType: 'NFTokenCancelOffer', Account: account, NFTokenOffers: [offerIndex] },
        },
      },
      nftRequest(nft, { purpose: 'cancel', amount, retry: { act: 'cancel', offerIndex } }),
    )
  return (
    <ConfirmDialog
      title={
        isAuction
          ? m.trade_cancel_dialog_end_the_auction_of({ nftTitle: nftTitle(nft) })
          : isSale
            ? m.trade_cancel_dialog_cancel_sale
            : m.trade_cancel_dialog_cancel_bid
      }
      description={
        isAuction
          ? m.trade_cancel_dialog_auction_ends_without_sale
          : isSale
            ? m.trade_cancel_dialog_sale_taken({ amount: exactAmount(amount, tokens), name: nftTitle(nft) })
            : m.trade_cancel_dialog_bid_taken({ amount: exactAmount(amount, tokens), name: nftTitle(nft) })
      }
      action={m.trade_cancel_dialog_cancel_wallet}
      busy={busy}
      purpose="cancel"
      refusal={refusal?.message ?? null}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {bidsInAuction && <p className={css.quiet}>{m.trade_cancel_dialog_whoever_withdraws_top_bid}</p>}
    </ConfirmDialog>
  )
}
