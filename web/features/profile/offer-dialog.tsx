import { lsfSellNFToken } from '#worker/contract/ledger.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import type { AccountOffer } from '#worker/contract/profiles.ts'
import { m } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactAmount } from '#web/kit/amounts/currency.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { type OfferAct } from './offer-acts.ts'

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
  const purpose = act === 'cancel' ? 'cancel' : free ? 'accept_transfer' : 'accept_sell'
  const confirm = () =>
    ask(
      'requestTransaction',
      { body: { txjson } },
      {
        purpose,
        nftokenID: NFTokenID,
        title: name,
        picture: image?.kind === 'image' ? image.src : null,
        amount: act === 'cancel' || !free ? Amount : null,
        retry: { act, offerIndex: OfferID },
      },
    )
  const isSale = offer.Flags === lsfSellNFToken
  const taken = free
    ? m.profile_offer_dialog_handed_over_free_charge({ name })
    : m.profile_offer_dialog_pay_ledger_once({ amount, name })
  return (
    <ConfirmDialog
      title={
        act === 'accept'
          ? m.profile_offer_dialog_accept({ name })
          : isSale
            ? m.profile_offer_dialog_cancel_sale
            : m.profile_offer_dialog_cancel_bid
      }
      description={
        act === 'accept'
          ? joinSentences(taken, offer.unsolicited && m.profile_offer_dialog_not_asked_for)
          : isSale
            ? m.profile_offer_dialog_sale_taken({ amount, name })
            : m.profile_offer_dialog_bid_taken({ amount, name })
      }
      action={act === 'accept' ? m.common_continue_in_wallet : m.profile_manage_offers_cancel_wallet}
      busy={busy}
      purpose={purpose}
      refusal={refusal?.message ?? null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
