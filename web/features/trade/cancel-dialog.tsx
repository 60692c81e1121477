import type { Nft, Offer } from '#worker/contract/nfts.ts'
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
  const what = isAuction ? 'auction' : flags === lsfSellNFToken ? 'sell offer' : 'bid'
  const bidsInAuction = nft.onAuction !== null && flags !== lsfSellNFToken && destination === marketplace
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
      title={isAuction ? `End the auction of ${nftTitle(nft)}` : `Cancel the ${what}`}
      description={
        isAuction
          ? 'The auction ends without a sale. The bids stand until their makers cancel them or they expire.'
          : `Your ${what} of ${exactAmount(amount, tokens)} for ${nftTitle(nft)} is taken off the ledger, and its reserve is free again.`
      }
      action="Cancel it in the wallet"
      busy={busy}
      refusal={refusal?.message ?? null}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {bidsInAuction && (
        <p className={css.quiet}>
          Whoever withdraws the top bid in the last hour of an auction cannot bid for 7 days.
        </p>
      )}
    </ConfirmDialog>
  )
}
