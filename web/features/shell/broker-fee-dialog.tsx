import { formatXrpExact } from '#contract/rules/amounts.ts'
import { bidProceeds, listingBreakdown } from '#contract/rules/fees.ts'
import { t } from '#web/messages.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import css from './broker-fee-dialog.module.css'

const examplePriceDrops = 100_000_000n
const exampleTransferFee = 5000

/**
 * Costs of each way of trading in addition to the price: our fee, the ledger's base cost of 10 drops, and the reserve
 * locked until the trade ends (docs/money.md, 4, 11 and 12).
 */
const flows: [flow: string, fee: string, note: string][] = [
  [
    t('Buy a listing, accept a bid'),
    t('{number} %', { number: 1 }),
    t('One signature costs 120 drops and needs 0.2 XRP of reserve until it is done.'),
  ],
  [t('Buy on demand'), t('{number} %', { number: 2 }), t('Minted, paid and handed over at once: 144 drops.')],
  [
    t('Cart'),
    t('{number} % each', { number: 1 }),
    t('Four of our listings per signature: 264 drops. The reserve is needed once.'),
  ],
  [
    t('List, change prices, mint several'),
    t('none', { context: 'fee' }),
    t('Up to eight per signature: 240 drops. Each open offer locks 0.2 XRP in reserve.'),
  ],
  [
    t('Cancel offers'),
    t('none', { context: 'fee' }),
    t('Up to 500 in one transaction: 12 drops. Their reserve is released.'),
  ],
  [
    t('Swap'),
    t('none', { context: 'fee' }),
    t('XRP in a swap counts as the price of the works it pays for, so royalties are paid on it.'),
  ],
  [t('Direct offers, transfers'), t('none', { context: 'fee' }), t('Between the two of you, without us.')],
]

/** Explains the marketplace fee with an example of a settled sale. */
export function BrokerFeeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { feeDrops, buyerDrops, royaltyDrops, sellerDrops } = listingBreakdown(
    examplePriceDrops,
    exampleTransferFee,
    false,
  )
  const rows: [name: string, drops: bigint, note: string][] = [
    [t('Listing price'), examplePriceDrops, t('what the seller asks')],
    [t('Broker fee, 1 %'), feeDrops, t('on top of the price, to OPX')],
    [t('The buyer pays'), buyerDrops, t('price and fee')],
    [t('Royalty, 5 %'), royaltyDrops, t('out of the price, to the creator')],
    [t('The seller gets'), sellerDrops, t('the rest of the price')],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Broker Fee')}
      description={t(
        'OPX matches buyer and seller on the XRP Ledger and takes 1 % of the price. For works minted on demand it is 2 %.',
      )}
    >
      <table className={css.table}>
        <caption className={css.caption}>{t('A sale of 100 XRP')}</caption>
        <tbody>
          {rows.map(([name, drops, note]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className={css.note}>{note}</span>
              </th>
              <td>{formatXrpExact(drops)} XRP</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className={`${disclosure.disclosure} ${css.more}`}>
        <summary>{t('Details')}</summary>
        <ul className={css.rules}>
          <li>{t('Buying a listing: the fee is added to the price.')}</li>
          <li>
            {t(
              "Accepting a bid: the fee is taken from the bid. On a 100.00 XRP bid, {xrpExact} XRP goes to the seller's side.",
              {
                xrpExact: formatXrpExact(bidProceeds(examplePriceDrops)),
              },
            )}
          </li>
          <li>{t("The ledger pays the creator's royalty out of what remains after the fee.")}</li>
          <li>{t('The fee is rounded down to a whole drop (0.000001 XRP), and is at least one drop.')}</li>
        </ul>
        <table className={`${css.table} ${css.flows}`}>
          <caption className={css.caption}>
            {t('Every way to trade, with our fee and the cost on a quiet ledger')}
          </caption>
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
      </details>
      <HelpLink topic="fees">{t('More about fees, royalties and reserves')}</HelpLink>
    </Dialog>
  )
}
