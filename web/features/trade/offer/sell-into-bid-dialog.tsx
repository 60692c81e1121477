import { brokerFee } from '#contract/rules/fees.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { StandingBid } from '#contract/schemas/standing-bids.ts'
import { completionHours } from '#contract/limits/standing-bids.ts'
import { rich, t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { recordText, termsOf } from '#web/kit/bids/bid-words.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { bidProceeds } from './bid-proceeds.ts'
import css from './sell-into-bid.module.css'

interface SellIntoBidDialogProps {
  nft: Nft
  title: string
  bid: StandingBid
  onClose: () => void
}

/** The confirm step before an owner signs a sale into a standing bid, with all amounts. */
export function SellIntoBidDialog({ nft, title, bid, onClose }: SellIntoBidDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const { priceDrops } = bid
  const { royalty, proceeds } = bidProceeds(nft, bid)
  const rows = [
    [t('The bid'), priceDrops],
    [t('Fee (1 %), paid by you'), brokerFee(BigInt(priceDrops)).toString()],
    [t('Royalty'), royalty],
    [t('You get'), proceeds],
  ] as const
  const record = recordText(bid.record)
  const confirm = () =>
    ask(
      'sellIntoBid',
      { body: { id: bid.id, nftokenIDs: [nft.nftokenID], expectedDrops: priceDrops } },
      { action: 'sellIntoBid', title, nftokenID: nft.nftokenID, amount: priceDrops },
    )
  return (
    <ConfirmDialog
      title={t('Sell {title} to a standing bid', { title })}
      description={t('You sign your part. The sale happens when the bidder signs, and not at all otherwise.')}
      action={t('Continue in your wallet')}
      busy={busy}
      signs="sellIntoBid"
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {rich('{bidder} bids on {terms}.', { bidder: <Address account={bid.bidder} />, terms: termsOf(bid) })}
        {record !== null && <span className={css.quiet}> {record}</span>}
      </p>
      <dl className={css.rows}>
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <AmountText amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <ul className={css.notes}>
        <li>
          {t('The bidder has {hours, number} hours to complete the sale. Until then the work stays yours.', {
            hours: completionHours,
          })}
        </li>
        <li>{t('You can withdraw at once, and the work can still be sold elsewhere.')}</li>
        <li>{t('Any other transaction of your account withdraws the sale.')}</li>
      </ul>
    </ConfirmDialog>
  )
}
