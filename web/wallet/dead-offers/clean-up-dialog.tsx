import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { DeadOffersReply } from '#worker/contract/trading.ts'
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

const many = (count: number) => (count === 1 ? '1 dead offer' : `${count} dead offers`)

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
        title: many(offers.length),
      },
    )
  return (
    <ConfirmDialog
      title={`Cancel ${many(offers.length)}`}
      description={`Nobody can take them any more, and they lock ${formatXrpExact(BigInt(dead.reserveDrops))} XRP of your account. One signature cancels them all.`}
      action="Cancel them in the wallet"
      busy={busy}
      refusal={refusal?.message ?? null}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <ul className={css.offers} aria-label="Dead offers">
        {offers.map((offer) => (
          <li key={offer.nft_offer_index}>
            <span className={css.name}>{offer.name}</span>
            <AmountText amount={offer.amount} />
            <span className={css.why}>
              {offer.problem === null ? 'Dormant' : offerProblems[offer.problem]}
            </span>
          </li>
        ))}
      </ul>
      {dead.more && <p className={css.why}>There are more: they come next.</p>}
    </ConfirmDialog>
  )
}
