import { dropsPerXrp, formatXrpExact } from '#worker/contract/amounts.ts'
import { bidProceeds, listingBreakdown } from '#worker/contract/fees.ts'
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
    'Buy a listing, take a bid',
    '1 %',
    'One signature costs 120 drops and needs 0.2 XRP of reserve until it is done.',
  ],
  ['Buy on demand', '2 %', 'Minted, paid and handed over at once: 144 drops.'],
  ['Cart', '1 % each', 'Four of our listings a signature: 264 drops. The reserve is needed once.'],
  [
    'List, change prices, mint several',
    'none',
    'Up to eight a signature: 240 drops. Each open offer keeps 0.2 XRP in reserve.',
  ],
  ['Cancel offers', 'none', 'Up to 500 in one transaction: 12 drops. Their reserve comes back.'],
  ['Swap', 'none', 'XRP in it is the price of the works that it buys, so their royalties are paid.'],
  ['Direct offers, transfers', 'none', 'Between the two of you, without us.'],
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
    ['Listing price', examplePriceDrops, 'what the seller asks'],
    ['Broker fee, 1 %', feeDrops, 'on top of the price, to OPX'],
    ['The buyer pays', buyerDrops, 'price and fee'],
    ['Royalty, 5 %', royaltyDrops, 'out of the price, to the creator'],
    ['The seller gets', sellerDrops, 'the rest of the price'],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Broker Fee"
      description="OPX matches buyer and seller on the XRP Ledger and takes 1 % of the price. For works minted on demand it is 2 %."
    >
      <ul className={css.rules}>
        <li>The fee is rounded down to a whole drop (0.000001 XRP), and is at least one drop.</li>
        <li>Buying a listing: the fee comes on top of the price.</li>
        <li>
          Accepting a bid: the fee is taken from the bid. Of a bid of 100.00 XRP the seller's side receives{' '}
          {formatXrpExact(bidProceeds(100_000_000n))} XRP.
        </li>
        <li>The ledger pays the creator's royalty out of what remains after the fee.</li>
        <li>Issued currencies: 1 %, rounded down at 15 significant digits.</li>
      </ul>
      <table className={css.table}>
        <caption className={css.caption}>A sale of 123.456789 XRP, in XRP</caption>
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
        <caption className={css.caption}>Every way to trade: our fee, and the cost on a quiet ledger</caption>
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
      <HelpLink topic="fees">More about fees, royalties and reserves</HelpLink>
    </Dialog>
  )
}
