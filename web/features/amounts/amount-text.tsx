import { type Amount, isDrops } from '#worker/contract/amounts.ts'
import { shortenAddress } from '#worker/contract/accounts.ts'
import css from './amount-text.module.css'
import { compactAmount, exactAmount } from './currency.ts'

interface AmountTextProps {
  amount: Amount
  /** Compact on cards and statistics (with the exact one in the title), exact elsewhere. */
  compact?: boolean
}

/** An amount in tabular figures. A currency other than XRP always shows its issuer. */
export function AmountText({ amount, compact = false }: AmountTextProps) {
  const exact = exactAmount(amount)
  return (
    <span className={css.amount} title={compact ? exact : undefined}>
      <span className={css.value}>{compact ? compactAmount(amount) : exact}</span>
      {!isDrops(amount) && (
        <>
          {' '}
          <span className={css.issuer} title={amount.issuer}>
            by {shortenAddress(amount.issuer)}
          </span>
        </>
      )}
    </span>
  )
}
