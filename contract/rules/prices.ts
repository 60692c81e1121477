import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from './amounts.ts'

const decimals = 12

/** Converts drops to dollars, to the cent, rounded half up: "74.10". Exact, without a floating-point number. */
export function dropsToUsd(drops: bigint, usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  // Drops are 10^-6 XRP, the price has `decimals` places, and a cent is 10^-2.
  const unit = 10n ** BigInt(decimals + 6 - 2)
  const cents = (drops * units + unit / 2n) / unit
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

/**
 * True if a price in XRP is less than half of a floor (in drops). The marketplace then asks the seller for a
 * confirmation. The API accepts the price, because the seller may choose it.
 */
export function isFarBelowFloor(price: Amount, floorDrops: string | null): boolean {
  return isDrops(price) && floorDrops !== null && BigInt(price) * 2n < BigInt(floorDrops)
}
