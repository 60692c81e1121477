import type { XrpPrice } from '#contract/schemas/prices.ts'
import { t } from '#web/messages.ts'
import { formatMoment } from '#web/ui/durations.ts'
import { inFiat, inFiatCompact, useFiat } from './fiat.ts'

/**
 * An XRP amount in the chosen currency. The title names the price source and its time. Renders nothing if only XRP is
 * shown.
 */
export function FiatText({ drops, price }: { drops: string; price: XrpPrice | null }) {
  const fiat = useFiat(price?.usd ?? null)
  if (fiat === null || price === null) return null
  const set = { usd: price.usd, when: formatMoment(Date.parse(price.at)) }
  const source =
    price.source === 'oracle'
      ? t('1 XRP = ${usd}, set by price oracles on the ledger on {when}', { usd: set.usd, when: set.when })
      : t('1 XRP = ${usd}, set by the operator on {when}', { usd: set.usd, when: set.when })
  const title =
    fiat.rateOf === null
      ? source
      : t('{source}; {rate}', {
          source,
          rate: t("{currency} at the operator's rate on {day}", {
            currency: fiat.currency,
            day: fiat.rateOf,
          }),
        })
  return <span title={title}>≈ {inFiat(drops, fiat)}</span>
}

/** A compact fiat amount for statistics: "$1.25K", with the exact value in the title. */
export function FiatCompact({ drops, usd }: { drops: string; usd: string | null }) {
  const fiat = useFiat(usd)
  if (fiat === null) return null
  return <span title={inFiat(drops, fiat)}>{inFiatCompact(drops, fiat)}</span>
}
