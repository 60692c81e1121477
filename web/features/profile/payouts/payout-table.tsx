import { Link } from '@tanstack/react-router'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { PayoutsReply } from '#contract/schemas/selling.ts'
import { rich, t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import records from '#web/kit/lists/records.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './payouts.module.css'

/** A scrolling element must be focusable for keyboard users. */
const reachable = { tabIndex: 0 }

/** One row per sale, or per payee if the sale is shared, from the price to the payout. */
export function PayoutTable({ account, payouts }: Pick<PayoutsReply, 'payouts'> & { account: string }) {
  if (payouts.length === 0) return <p className={css.quiet}>{t('Nothing has been sold on demand yet.')}</p>
  return (
    <div
      {...reachable}
      className={css.scroll}
      data-sideways
      role="group"
      aria-label={t('Payouts, all columns')}
    >
      <table className={`${records.table} ${css.table}`}>
        <thead>
          <tr>
            {[
              'NFT',
              t('Price'),
              t('Fee, 2 %'),
              t('Royalty, paid with the sale'),
              t('Payout'),
              t('State'),
              t('Time'),
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={`${payout.nftokenID} ${payout.payee}`}>
              <td>
                <Link to="/nft/$id" params={{ id: payout.nftokenID }} className={css.link}>
                  …{payout.nftokenID.slice(-8)}
                </Link>
                {payout.payee !== null && (
                  <p className={css.quiet}>
                    {rich('Payee: {account}', {
                      account: <Address account={payout.payee} viewer={account} />,
                    })}
                  </p>
                )}
              </td>
              <td>
                <AmountText amount={amountOfDrops(BigInt(payout.priceDrops), payout.currency)} />
              </td>
              <td>
                <AmountText amount={amountOfDrops(BigInt(payout.feeDrops), payout.currency)} />
              </td>
              <td>
                <AmountText amount={amountOfDrops(BigInt(payout.royaltyDrops), payout.currency)} />
              </td>
              <td>
                <AmountText amount={amountOfDrops(BigInt(payout.amountDrops), payout.currency)} />
              </td>
              <td>
                {payout.txid === null ? (
                  <>
                    {payout.state === 'owed' ? t('owed') : t('paid')}
                    {payout.payee !== null && payout.payee !== account && payout.problem !== null && (
                      <p className={css.quiet}>{payout.problem}</p>
                    )}
                  </>
                ) : (
                  <ExplorerLink page="transaction" id={payout.txid} title={payout.txid}>
                    {t('paid')}
                  </ExplorerLink>
                )}
              </td>
              <td>
                <RelativeTime at={payout.date} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
