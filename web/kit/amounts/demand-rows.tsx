import type { Amount } from '#contract/schemas/amounts.ts'
import { onDemandFee } from '#contract/rules/fees.ts'
import { amountOfDrops, currencyOf, dropsOfAmount, saleRoyalty } from '#contract/rules/sale-amounts.ts'
import { divideDrops, type Payee, percentOf } from '#contract/rules/splits.ts'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactValue } from './currency.ts'
import css from './demand-rows.module.css'
import { transferFeePercent } from './nft-price.ts'

interface DemandRowsProps {
  price: Amount
  transferFee: number
  /** Accounts that share the creator's part. If empty, the creator receives all of it. */
  payees?: readonly Payee[]
}

/** The parts of an on-demand item's price, which includes fee and royalty. */
export function DemandRows({ price: amount, transferFee, payees = [] }: DemandRowsProps) {
  const { tokens } = useSettings()
  const currency = currencyOf(amount)
  const price = dropsOfAmount(amount) ?? 0n
  const fee = onDemandFee(price)
  const royalty = saleRoyalty(price, transferFee, currency)
  const parts = divideDrops(
    price - fee - royalty,
    payees.map(({ perMille }) => perMille),
  )
  const shares: (readonly [string, bigint])[] =
    payees.length === 0
      ? [[t('The creator receives, royalty included'), price - fee]]
      : payees.map(({ account, perMille }, place) => [
          t('{name} gets ({share} %)', { name: nameOf(account), share: percentOf(perMille) }),
          parts[place] ?? 0n,
        ])
  const rows = [
    [t('Marketplace fee (2 %), included in the price'), fee],
    [
      t('Royalty ({transferFeePercent} %), included in the price', {
        transferFeePercent: transferFeePercent(transferFee),
      }),
      royalty,
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
            <dd>{exactValue(amountOfDrops(drops, currency), tokens)}</dd>
          </div>
        ))}
      <div data-total="true">
        <dt>{t('You pay')}</dt>
        <dd>{exactValue(amount, tokens)}</dd>
      </div>
    </dl>
  )
}
