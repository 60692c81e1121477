import type { Nft } from '#contract/schemas/nfts.ts'
import { rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './sale-block.module.css'

/** The latest sale, with the red dot that galleries use. Renders nothing for a work that was never sold. */
export function LastSale({ history }: Pick<Nft, 'history'>) {
  const sale = history.find(({ type }) => type === 'sale')
  if (sale === undefined || sale.amount === null) return null
  return (
    <p className={css.sold}>
      <span className={css.dot} aria-hidden="true" />
      <span>
        {rich('Sold, {price}, {when}', {
          price: <AmountText amount={sale.amount} />,
          when: <RelativeTime at={sale.date} />,
        })}
      </span>
    </p>
  )
}
