import type { Nft, Offer } from '#contract/schemas/nfts.ts'
import { rich, t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import css from '#web/wallet/confirm-dialog.module.css'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'

interface CancelDialogProps {
  nft: Nft
  offer: Offer
  account: string
  onClose: () => void
}

export function CancelDialog({ nft, offer, account, onClose }: CancelDialogProps) {
  const { owner: marketplace } = useSettings()
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
      nftRequest(nft, { action: 'cancelOffer', amount, retry: { action: 'cancelOffer', offerIndex } }),
    )
  return (
    <ConfirmDialog
      title={
        isAuction
          ? t('End the auction of {nftTitle}', { nftTitle: nftTitle(nft) })
          : isSale
            ? t('Cancel the sell offer')
            : t('Cancel the bid')
      }
      description={
        isAuction
          ? t(
              'The auction ends without a sale. The bids stay open until their bidders cancel them or they expire.',
            )
          : isSale
            ? rich('Your sell offer of {amount} for {name} is cancelled, and its reserve is released.', {
                amount: <AmountText amount={amount} />,
                name: nftTitle(nft),
              })
            : rich('Your bid of {amount} for {name} is cancelled, and its reserve is released.', {
                amount: <AmountText amount={amount} />,
                name: nftTitle(nft),
              })
      }
      action={t('Cancel it in your wallet')}
      busy={busy}
      signs="cancelOffer"
      refusal={refusal}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {bidsInAuction && (
        <p className={css.quiet}>
          {t('Anyone who withdraws the top bid in the last hour of an auction cannot bid for 7 days.')}
        </p>
      )}
    </ConfirmDialog>
  )
}
