import { formatXrpExact } from '#worker/contract/amounts.ts'
import { onDemandFee, royalty } from '#worker/contract/fees.ts'
import { m } from '#web/messages.ts'
import css from './demand-rows.module.css'
import { transferFeePercent } from './nft-price.ts'

/** How the price of an on-demand item is split. It includes fee and royalty. */
export function DemandRows({ priceDrops, transferFee }: { priceDrops: string; transferFee: number }) {
  const price = BigInt(priceDrops)
  const fee = onDemandFee(price)
  const paid = royalty(price, transferFee, false)
  const rows = [
    [m.kit_demand_rows_marketplace_fee_2_price, fee],
    [m.kit_demand_rows_royalty_in_the_price({ transferFeePercent: transferFeePercent(transferFee) }), paid],
    [m.kit_demand_rows_creator_gets_royalty_included, price - fee],
  ] as const
  return (
    <dl className={css.rows}>
      {rows.map(([name, drops]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatXrpExact(drops)} XRP</dd>
        </div>
      ))}
      <div data-total="true">
        <dt>{m.kit_demand_rows_you_pay}</dt>
        <dd>{formatXrpExact(price)} XRP</dd>
      </div>
    </dl>
  )
}
