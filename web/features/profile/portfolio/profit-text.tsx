import css from './portfolio.module.css'
import { formatProfit } from './profit.ts'

/** A gain or loss in drops; null when it is not known. */
export function ProfitText({ drops }: { drops: bigint | null }) {
  if (drops === null) return 'Unknown'
  return (
    <span className={css.profit} data-loss={drops < 0n || undefined}>
      {formatProfit(drops)}
    </span>
  )
}
