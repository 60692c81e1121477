import { Link } from '@tanstack/react-router'
import type { PayoutsReply } from '#worker/contract/selling.ts'
import { m } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import records from '#web/kit/lists/records.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './payouts.module.css'

/** A scrolling element must be focusable for keyboard users. */
const reachable = { tabIndex: 0 }

/** One row per sale: from the price to the artist's payout. */
export function PayoutTable({ payouts }: Pick<PayoutsReply, 'payouts'>) {
  if (payouts.length === 0)
    return <p className={css.quiet}>{m.profile_payout_table_nothing_sold_demand_yet}</p>
  return (
    <div
      {...reachable}
      className={css.scroll}
      data-sideways
      role="group"
      aria-label={m.profile_payout_table_payouts_all_columns}
    >
      <table className={`${records.table} ${css.table}`}>
        <thead>
          <tr>
            {[
              'NFT',
              m.common_price,
              m.profile_payout_table_fee_2,
              m.profile_payout_table_royalty_paid_sale,
              m.profile_payout_table_payout,
              m.profile_payout_table_state,
              m.profile_account_history_time,
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.nftokenID}>
              <td>
                <Link to="/nft/$id" params={{ id: payout.nftokenID }} className={css.link}>
                  …{payout.nftokenID.slice(-8)}
                </Link>
              </td>
              <td>
                <AmountText amount={payout.priceDrops} />
              </td>
              <td>
                <AmountText amount={payout.feeDrops} />
              </td>
              <td>
                <AmountText amount={payout.royaltyDrops} />
              </td>
              <td>
                <AmountText amount={payout.amountDrops} />
              </td>
              <td>
                {payout.txid === null ? (
                  payout.state
                ) : (
                  <ExplorerLink page="transaction" id={payout.txid} title={payout.txid}>
                    {m.profile_payout_table_paid}
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
