import { isDrops } from '#worker/contract/amounts.ts'
import type { AccountOffer } from '#worker/contract/profiles.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactAmount } from '#web/kit/amounts/currency.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { type OfferAct, offerType } from './offer-acts.ts'

interface OfferDialogProps {
  offer: AccountOffer
  act: Exclude<OfferAct, 'reprice'>
  account: string
  onClose: () => void
}

/** The confirm step before accepting an offer to the viewer or cancelling an offer. */
export function OfferDialog({ offer, act, account, onClose }: OfferDialogProps) {
  const { tokens } = useSettings()
  const { busy, refusal, ask } = useSigning(onClose)
  const { OfferID, NFTokenID, Amount, name, image } = offer
  const free = isDrops(Amount) && BigInt(Amount) === 0n
  const amount = exactAmount(Amount, tokens)
  const txjson =
    act === 'accept'
      ? { TransactionType: 'NFTokenAcceptOffer' as const, Account: account, NFTokenSellOffer: OfferID }
      : { TransactionType: 'NFTokenCancelOffer' as const, Account: account, NFTokenOffers: [OfferID] }
  const confirm = () =>
    ask(
      'requestTransaction',
      { body: { txjson } },
      {
        purpose: act === 'cancel' ? 'cancel' : free ? 'accept_transfer' : 'accept_sell',
        nftokenID: NFTokenID,
        title: name,
        picture: image?.kind === 'image' ? image.src : null,
        amount: act === 'cancel' || !free ? Amount : null,
        retry: { act, offerIndex: OfferID },
      },
    )
  const taken = free
    ? `${name} is handed over to you free of charge. You pay only the cost of the ledger, a few drops.`
    : `You pay ${amount} on the ledger, and ${name} is yours at once.`
  return (
    <ConfirmDialog
      title={act === 'accept' ? `Accept ${name}` : `Cancel the ${offerType(offer).toLowerCase()}`}
      description={
        act === 'accept'
          ? `${taken}${offer.unsolicited ? ' You did not ask for it: accept it only if you know the sender.' : ''}`
          : `The ${offerType(offer).toLowerCase()} of ${amount} for ${name} is taken off the ledger, and its reserve is free again.`
      }
      action={act === 'accept' ? 'Continue in the wallet' : 'Cancel it in the wallet'}
      busy={busy}
      refusal={refusal?.message ?? null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
