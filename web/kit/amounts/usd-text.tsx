import { formatCompact, groupThousands } from '#worker/contract/amounts.ts'
import { dropsToUsd, type XrpPrice } from '#worker/contract/prices.ts'
import { formatMoment } from '#web/ui/durations.ts'

/** An amount of XRP in US dollars; the title says which price was used and when it was set. */
export function UsdText({ drops, price }: { drops: string; price: XrpPrice }) {
  const by = price.source === 'oracle' ? 'by price oracles on the ledger' : 'by the operator'
  return (
    <span title={`1 XRP = $${price.usd}, set ${by} on ${formatMoment(Date.parse(price.at))}`}>
      ≈ ${groupThousands(dropsToUsd(BigInt(drops), price.usd))}
    </span>
  )
}

/** Dollars on cards and statistics: "$1.25K", exact in the title. */
export function UsdCompact({ usd }: { usd: string }) {
  return <span title={`$${groupThousands(usd)}`}>${formatCompact(usd)}</span>
}
