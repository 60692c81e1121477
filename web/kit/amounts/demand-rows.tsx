import { formatXrpExact } from '#contract/rules/amounts.ts'
import { onDemandFee, royalty } from '#contract/rules/fees.ts'
import { t } from '#web/messages.ts'
import css from './demand-rows.module.css'
import { transferFeePercent } from './nft-price.ts'

/** The parts of an on-demand item's price, which includes fee and royalty. */
export function DemandRows({ priceDrops, transferFee }: { priceDrops: string; transferFee: number }) {
  const price = BigInt(priceDrops)
  const fee = onDemandFee(price)
  const paid = royalty(price, transferFee, false)
  const rows = [
    [t('Marketplace fee (2 %), in the price'), fee],
    [
      t('Royalty ({transferFeePercent} %), in the price', {
        transferFeePercent: transferFeePercent(transferFee),
      }),
      paid,
    ],
    [t('The creator gets, royalty included'), price - fee],
  ] as const
  return (
    <dl className={css.rows}>
      {rows
        .filter(([, drops]) => drops > 0n)
        .map(([name, drops]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatXrpExact(drops)} XRP</dd>
          </div>
        ))}
      <div data-total="true">
        <dt>{t('You pay')}</dt>
        <dd>{formatXrpExact(price)} XRP</dd>
      </div>
    </dl>
  )
}
