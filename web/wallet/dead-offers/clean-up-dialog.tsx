import { formatXrpExact } from '#contract/rules/amounts.ts'
import type { DeadOffersReply } from '#contract/schemas/trading.ts'
import { t } from '#web/messages.ts'
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
        action: 'cancelDeadOffers',
        title: t('{count, plural, one {# dead offer} other {# dead offers}}', { count: offers.length }),
      },
    )
  return (
    <ConfirmDialog
      title={t('{count, plural, one {Cancel # dead offer} other {Cancel # dead offers}}', {
        count: offers.length,
      })}
      description={t(
        'Nobody can accept them any more, and they lock {xrpExact} XRP in your account. One signature cancels them all.',
        {
          xrpExact: formatXrpExact(BigInt(dead.reserveDrops)),
        },
      )}
      action={t('Cancel them in your wallet')}
      busy={busy}
      signs="cancelDeadOffers"
      refusal={refusal}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <ul className={css.offers} aria-label={t('Dead offers')}>
        {offers.map((offer) => (
          <li key={offer.nft_offer_index}>
            <span className={css.name}>{offer.name}</span>
            <AmountText amount={offer.amount} />
            <span className={css.why}>
              {offer.problem === null ? t('Dormant') : offerProblems[offer.problem]}
            </span>
          </li>
        ))}
      </ul>
      {dead.more && <p className={css.why}>{t('There are more; they come next.')}</p>}
    </ConfirmDialog>
  )
}
