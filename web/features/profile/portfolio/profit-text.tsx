import { t } from '#web/messages.ts'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import css from './portfolio.module.css'
import { formatProfit, signOf } from './profit.ts'

/** A gain or loss in drops; null if unknown. In statistics it is compact, with the exact amount in the title. */
export function ProfitText({ drops, compact = false }: { drops: bigint | null; compact?: boolean }) {
  if (drops === null) return t('Unknown')
  const exact = formatProfit(drops)
  const size = drops < 0n ? -drops : drops
  return (
    <>
      <span className={css.profit} data-loss={drops < 0n || undefined} title={compact ? exact : undefined}>
        {compact ? formatProfit(drops, true) : exact}
      </span>
      {compact && <FiatBeside amount={size.toString()} sign={signOf(drops)} compact />}
    </>
  )
}
