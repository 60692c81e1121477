import type { Swap, SwapSide } from '#contract/schemas/swaps.ts'
import { t, rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import css from './swap.module.css'
import { sideOf } from './swap-words.ts'

interface WorthProps {
  works: readonly { valueDrops: string | null }[]
  /** XRP that this side adds. */
  addedDrops: bigint
}

/**
 * The current value of one side of a swap. Counts works without a price and a floor separately, rather than as zero.
 */
export function Worth({ works, addedDrops }: WorthProps) {
  const values = works.flatMap(({ valueDrops }) => (valueDrops === null ? [] : [BigInt(valueDrops)]))
  const drops = values.reduce((sum, value) => sum + value, addedDrops)
  const unpricedCount = works.length - values.length
  if (unpricedCount > 0 && drops === 0n) return t('an unknown value')
  const amount = <AmountText amount={drops.toString()} compact />
  return unpricedCount === 0
    ? rich('about {amount}', { amount })
    : rich('about {amount} and {count, plural, one {# work} other {# works}} of unknown value', {
        amount,
        count: unpricedCount,
      })
}

/** The value of what an account gives and of what it gets. */
export function BothWorths({ swap, side }: { swap: Swap; side: SwapSide }) {
  return (
    <span className={css.bothWorths}>
      {rich('You give {gives} and get {gets}.', {
        gives: <Worth {...sideOf(swap, side)} />,
        gets: <Worth {...sideOf(swap, side === 'proposer' ? 'partner' : 'proposer')} />,
      })}
    </span>
  )
}

export const worthRule = () => t("Valued at each work's price today, or at its collection's floor.")
