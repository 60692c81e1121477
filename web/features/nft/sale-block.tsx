import type { ReactNode } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { XrpPrice } from '#contract/schemas/prices.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { FiatText } from '#web/kit/amounts/fiat-text.tsx'
import css from './sale-block.module.css'

/** The frame around a work's price, for every kind of sale. */
export function SaleBlock({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={css.block} aria-label={t('Sale')}>
      <p className={css.name}>{name}</p>
      {children}
    </section>
  )
}

export function SalePrice({ children }: { children: ReactNode }) {
  return <p className={css.large}>{children}</p>
}

/** The price in the visitor's currency. Renders nothing for prices in issued currencies. */
export function FiatBeside({ amount, xrpPrice }: { amount: Amount; xrpPrice: XrpPrice | null }) {
  if (xrpPrice === null || !isDrops(amount)) return null
  return (
    <span className={css.usd}>
      {' '}
      <FiatText drops={amount} price={xrpPrice} />
    </span>
  )
}
