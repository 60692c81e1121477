import { dropsPerXrp, formatXrpExact } from '#worker/contract/amounts.ts'
import { bidProceeds, listingBreakdown } from '#worker/contract/fees.ts'
import { m } from '#web/messages.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './broker-fee-dialog.module.css'

const examplePriceDrops = 123_456_789n
const exampleTransferFee = 5000

/**
 * What each way of trading takes besides the price: our fee, what the ledger burns at its base cost of 10 drops, and what it keeps
 * back meanwhile (docs/money.md, 4, 11 and 12).
 */
const flows: [flow: string, fee: string, note: string][] = [
  [
    m.shell_broker_fee_dialog_buy_listing_take_bid,
    '1 %',
    m.shell_broker_fee_dialog_signature_costs_120_drops,
  ],
  [m.shell_broker_fee_dialog_buy_on_demand, '2 %', m.shell_broker_fee_dialog_minted_paid_handed_over],
  [m.shell_broker_fee_dialog_cart, '1 % each', m.shell_broker_fee_dialog_four_listings_signature_264],
  [
    m.shell_broker_fee_dialog_list_change_prices_mint,
    'none',
    m.shell_broker_fee_dialog_up_eight_signature_240,
  ],
  [m.shell_broker_fee_dialog_cancel_offers, 'none', m.shell_broker_fee_dialog_up_500_transaction_12],
  [m.shell_broker_fee_dialog_swap, 'none', m.shell_broker_fee_dialog_xrp_price_works_buys],
  [
    m.shell_broker_fee_dialog_direct_offers_transfers,
    'none',
    m.shell_broker_fee_dialog_between_two_without_us,
  ],
]

/** Always six decimals, so that the figures align. */
function sixDecimals(drops: bigint): string {
  return `${drops / dropsPerXrp}.${String(drops % dropsPerXrp).padStart(6, '0')}`
}

/** Explains the marketplace fee with an example of a settled sale. */
export function BrokerFeeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { feeDrops, buyerDrops, royaltyDrops, sellerDrops } = listingBreakdown(
    examplePriceDrops,
    exampleTransferFee,
    false,
  )
  const rows: [name: string, drops: bigint, note: string][] = [
    [
      m.shell_broker_fee_dialog_listing_price,
      examplePriceDrops,
      m.shell_broker_fee_dialog_what_the_seller_asks,
    ],
    [m.shell_broker_fee_dialog_broker_fee_1, feeDrops, m.shell_broker_fee_dialog_top_price_opx],
    [m.shell_broker_fee_dialog_the_buyer_pays, buyerDrops, m.shell_broker_fee_dialog_price_and_fee],
    [m.shell_broker_fee_dialog_royalty_5, royaltyDrops, m.shell_broker_fee_dialog_out_price_creator],
    [m.shell_broker_fee_dialog_the_seller_gets, sellerDrops, m.shell_broker_fee_dialog_rest_price],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.shell_broker_fee_button_broker_fee}
      description={m.shell_broker_fee_dialog_opx_matches_buyer_seller}
    >
      <ul className={css.rules}>
        <li>{m.shell_broker_fee_dialog_fee_rounded_down_whole}</li>
        <li>{m.shell_broker_fee_dialog_buying_listing_fee_comes}</li>
        <li>
          {m.shell_broker_fee_dialog_accepting_bid_fee_taken({
            xrpExact: formatXrpExact(bidProceeds(100_000_000n)),
          })}
        </li>
        <li>{m.shell_broker_fee_dialog_ledger_pays_creators_royalty}</li>
        <li>{m.shell_broker_fee_dialog_issued_currencies_1_rounded}</li>
      </ul>
      <table className={css.table}>
        <caption className={css.caption}>{m.shell_broker_fee_dialog_sale_123_456789_xrp}</caption>
        <tbody>
          {rows.map(([name, drops, note]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className={css.note}>{note}</span>
              </th>
              <td>{sixDecimals(drops)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={`${css.table} ${css.flows}`}>
        <caption className={css.caption}>{m.shell_broker_fee_dialog_every_way_trade_fee}</caption>
        <tbody>
          {flows.map(([flow, fee, note]) => (
            <tr key={flow}>
              <th scope="row">
                {flow}
                <span className={css.note}>{note}</span>
              </th>
              <td>{fee}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <HelpLink topic="fees">{m.shell_broker_fee_dialog_about_fees_royalties_reserves}</HelpLink>
    </Dialog>
  )
}
