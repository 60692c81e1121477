import { formatCompact, groupThousands } from '#worker/contract/amounts.ts'
import { dropsToUsd, type XrpPrice } from '#worker/contract/prices.ts'
import { formatMoment } from '#web/ui/durations.ts'

/** An XRP amount in US dollars. The title names the price source and its time. */
export function UsdText({ drops, price }: { drops: string; price: XrpPrice }) {
  const by = price.source === 'oracle' ? 'by price oracles on the ledger' : 'by the operator'
  return (
    <span title={`1 XRP = $${price.usd}, set ${by} on ${formatMoment(Date.parse(price.at))}`}>
      ≈ ${groupThousands(dropsToUsd(BigInt(drops), price.usd))}
    </span>
  )
}

/** US dollars on cards and in statistics: "$1.25K", with the exact value in the title. */
export function UsdCompact({ usd }: { usd: string }) {
  return <span title={`$${groupThousands(usd)}`}>${formatCompact(usd)}</span>
}
