import { useQuery } from '@tanstack/react-query'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { operationQuery } from '#web/api/queries.ts'
import css from './fiat-beside.module.css'
import { inFiat, inFiatCompact, useCurrencies, useFiat } from './fiat.ts'

const priceQuery = { ...operationQuery('getXrpPrice', {}), staleTime: 60_000 }

interface FiatBesideProps {
  amount: Amount
  compact?: boolean
  /** Sign of a gain or loss, because the amount itself has none. */
  sign?: string
}

/** An XRP amount in the chosen currency on its own line. Reserves the line's height until the price is loaded. */
export function FiatBeside({ amount, compact = false, sign = '' }: FiatBesideProps) {
  const { currency } = useCurrencies()
  const { data } = useQuery({ ...priceQuery, enabled: currency !== 'XRP' })
  const fiat = useFiat(data?.xrpPrice?.usd ?? null)
  if (currency === 'XRP' || !isDrops(amount) || data?.xrpPrice === null) return null
  const exact = fiat === null ? undefined : `${sign}${inFiat(amount, fiat)}`
  return (
    <span className={css.fiat} title={compact ? exact : undefined}>
      {fiat !== null && compact ? `${sign}${inFiatCompact(amount, fiat)}` : exact}
    </span>
  )
}
