import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BidSale } from '#contract/schemas/standing-bids.ts'
import { rich, t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import css from './bids.module.css'

/** The confirm step before the bidder signs a sale into a standing bid. */
export function CompleteSaleDialog({ sale, onClose }: { sale: BidSale; onClose: () => void }) {
  const { busy, refusal, ask } = useSigning(onClose)
  const [isSeen, setSeen] = useState(false)
  const title = joinList(sale.works.map(({ name }) => name))
  const total = BigInt(sale.priceDrops) * BigInt(sale.works.length)
  const changedWorks = sale.works.filter(({ changed }) => changed)
  const confirm = () =>
    ask(
      'completeBidSale',
      { body: { id: sale.id, changeSeen: isSeen } },
      { action: 'completeBidSale', title, amount: total.toString() },
    )
  return (
    <ConfirmDialog
      title={t('Buy {title}', { title })}
      description={t('You approve once. Payment and works change hands together, or nothing does.')}
      action={t('Continue in your wallet')}
      busy={busy}
      signs="completeBidSale"
      refusal={refusal}
      barred={changedWorks.length > 0 && !isSeen}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={css.total}>
        {rich('You pay {amount}, fee and royalties included.', {
          amount: <AmountText amount={total.toString()} />,
        })}
      </p>
      {changedWorks.length > 0 && (
        <div className={css.changed} role="alert">
          <p>{t('The issuer changed these works after you placed the bid. Look at them before you buy:')}</p>
          <ul>
            {changedWorks.map(({ nftokenID, name }) => (
              <li key={nftokenID}>
                <Link to="/nft/$id" params={{ id: nftokenID }} target="_blank">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <Checkbox checked={isSeen} onChange={setSeen}>
            {t('I have looked at the changed works')}
          </Checkbox>
        </div>
      )}
      <BalanceNote costDrops={total} />
    </ConfirmDialog>
  )
}
