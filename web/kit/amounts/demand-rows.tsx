import { formatXrpExact } from '#contract/rules/amounts.ts'
import { onDemandFee, royalty } from '#contract/rules/fees.ts'
import { divideDrops, type Payee, percentOf } from '#contract/rules/splits.ts'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import css from './demand-rows.module.css'
import { transferFeePercent } from './nft-price.ts'

interface DemandRowsProps {
  priceDrops: string
  transferFee: number
  /** Who shares the creator's part; without any the creator gets it. */
  payees?: readonly Payee[]
}

/** The parts of an on-demand item's price, which includes fee and royalty. */
export function DemandRows({ priceDrops, transferFee, payees = [] }: DemandRowsProps) {
  const price = BigInt(priceDrops)
  const fee = onDemandFee(price)
  const paid = royalty(price, transferFee, false)
  const parts = divideDrops(
    price - fee - paid,
    payees.map(({ perMille }) => perMille),
  )
  const shares: (readonly [string, bigint])[] =
    payees.length === 0
      ? [[t('The creator gets, royalty included'), price - fee]]
      : payees.map(({ account, perMille }, place) => [
          t('{name} gets ({share} %)', { name: nameOf(account), share: percentOf(perMille) }),
          parts[place] ?? 0n,
        ])
  const rows = [
    [t('Marketplace fee (2 %), in the price'), fee],
    [
      t('Royalty ({transferFeePercent} %), in the price', {
        transferFeePercent: transferFeePercent(transferFee),
      }),
      paid,
    ],
    ...shares,
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
