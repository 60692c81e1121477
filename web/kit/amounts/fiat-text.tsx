import type { XrpPrice } from '#worker/contract/price-schemas.ts'
import { formatMoment } from '#web/ui/durations.ts'
import { inFiat, inFiatCompact, useFiat } from './fiat.ts'

/** An XRP amount in the chosen currency. The title names the price source and its time. Nothing when only XRP is to be shown. */
export function FiatText({ drops, price }: { drops: string; price: XrpPrice | null }) {
  const fiat = useFiat(price?.usd ?? null)
  if (fiat === null || price === null) return null
  const by = price.source === 'oracle' ? 'by price oracles on the ledger' : 'by the operator'
  const rate = fiat.rateOf === null ? '' : `; ${fiat.currency} at the operator's rate of ${fiat.rateOf}`
  return (
    <span title={`1 XRP = $${price.usd}, set ${by} on ${formatMoment(Date.parse(price.at))}${rate}`}>
      ≈ {inFiat(drops, fiat)}
    </span>
  )
}

/** The same in statistics: "$1.25K", with the exact value in the title. */
export function FiatCompact({ drops, usd }: { drops: string; usd: string | null }) {
  const fiat = useFiat(usd)
  if (fiat === null) return null
  return <span title={inFiat(drops, fiat)}>{inFiatCompact(drops, fiat)}</span>
}
