import { formatCompact } from '#worker/contract/amounts.ts'
import { dropsToUsd, type XrpPrice } from '#worker/contract/prices.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** About how many dollars an amount of XRP is; the title says by which price, and how old that is. */
export function UsdText({ drops, price }: { drops: string; price: XrpPrice }) {
  const by = price.source === 'oracle' ? 'by price oracles on the ledger' : 'by the operator'
  return (
    <span title={`1 XRP = $${price.usd}, set ${by} on ${day.format(new Date(price.at))}`}>
      ≈ ${grouped(dropsToUsd(BigInt(drops), price.usd))}
    </span>
  )
}

const grouped = (decimal: string) => decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

/** Dollars on cards and statistics: "$1.25K", exact in the title. */
export function UsdCompact({ usd }: { usd: string }) {
  return <span title={`$${grouped(usd)}`}>${formatCompact(usd)}</span>
}
