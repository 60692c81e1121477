import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { rich, t } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { type OfferAct } from './offer-acts.ts'

interface OfferDialogProps {
  offer: AccountOffer
  act: Exclude<OfferAct, 'changePrice'>
  account: string
  onClose: () => void
}

/** The confirm step before accepting or cancelling an offer. */
export function OfferDialog({ offer, act, account, onClose }: OfferDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const { OfferID, NFTokenID, Amount, name, image } = offer
  const free = isDrops(Amount) && BigInt(Amount) === 0n
  const amount = <AmountText amount={Amount} />
  const txjson =
    act === 'acceptOffer'
      ? { TransactionType: 'NFTokenAcceptOffer' as const, Account: account, NFTokenSellOffer: OfferID }
      : { TransactionType: 'NFTokenCancelOffer' as const, Account: account, NFTokenOffers: [OfferID] }
  const action = act === 'cancelOffer' ? 'cancelOffer' : free ? 'acceptTransfer' : 'acceptSellOffer'
  const confirm = () =>
    ask(
      'requestTransaction',
      { body: { txjson } },
      {
        action,
        nftokenID: NFTokenID,
        title: name,
        picture: image?.kind === 'image' ? image.src : null,
        amount: act === 'cancelOffer' || !free ? Amount : null,
        retry: { action: act, offerIndex: OfferID },
      },
    )
  const isSale = offer.Flags === lsfSellNFToken
  const consequence = free
    ? t('{name} is transferred to you free of charge. You pay only the network fee.', {
        name,
      })
    : rich('You pay {amount} on the ledger, and {name} is yours at once.', { amount, name })
  return (
    <ConfirmDialog
      title={
        act === 'acceptOffer'
          ? t('Accept {name}', { name })
          : isSale
            ? t('Cancel the sell offer')
            : t('Cancel the buy offer')
      }
      description={
        act === 'acceptOffer'
          ? [
              consequence,
              offer.unsolicited && sentenceSpace,
              offer.unsolicited && t('You did not request it: accept it only if you know the sender.'),
            ]
          : isSale
            ? rich('The sell offer of {amount} for {name} is cancelled, and its reserve is released.', {
                amount,
                name,
              })
            : rich('The buy offer of {amount} for {name} is cancelled, and its reserve is released.', {
                amount,
                name,
              })
      }
      action={act === 'acceptOffer' ? t('Continue in your wallet') : t('Cancel it in your wallet')}
      busy={busy}
      signs={action}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
