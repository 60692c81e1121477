import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { DeadOffersReply } from '#worker/contract/trading.ts'
import { m } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { offerProblems } from '#web/kit/nfts/offer-problems.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import css from './clean-up-dialog.module.css'

interface CleanUpDialogProps {
  dead: DeadOffersReply
  account: string
  onClose: () => void
}

/** Cancels all dead offers with one signature. */
export function CleanUpDialog({ dead, account, onClose }: CleanUpDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const { offers } = dead
  const txjson = {
    TransactionType: 'NFTokenCancelOffer' as const,
    Account: account,
    NFTokenOffers: offers.map((offer) => offer.nft_offer_index),
  }
  const cancel = () =>
    ask(
      'requestTransaction',
      { body: { txjson } },
      {
        purpose: 'clean_up',
        title: m.wallet_clean_up_dialog_dead_offers({ count: offers.length }),
      },
    )
  return (
    <ConfirmDialog
      title={m.wallet_clean_up_dialog_cancel({ count: offers.length })}
      description={m.wallet_clean_up_dialog_nobody_can_take_any({
        xrpExact: formatXrpExact(BigInt(dead.reserveDrops)),
      })}
      action={m.wallet_clean_up_dialog_cancel_wallet}
      busy={busy}
      purpose="clean_up"
      refusal={refusal?.message ?? null}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <ul className={css.offers} aria-label={m.wallet_clean_up_dialog_dead_offers_label}>
        {offers.map((offer) => (
          <li key={offer.nft_offer_index}>
            <span className={css.name}>{offer.name}</span>
            <AmountText amount={offer.amount} />
            <span className={css.why}>
              {offer.problem === null ? m.wallet_clean_up_dialog_dormant : offerProblems[offer.problem]}
            </span>
          </li>
        ))}
      </ul>
      {dead.more && <p className={css.why}>{m.wallet_clean_up_dialog_come_next}</p>}
    </ConfirmDialog>
  )
}
