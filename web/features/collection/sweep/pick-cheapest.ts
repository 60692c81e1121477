import { isDrops } from '#contract/rules/amounts.ts'
import type { CartEntry, CartOffer, CartState } from '#contract/schemas/cart.ts'

/** A listing in XRP that the buyer could accept, with the amount they would pay. */
export interface SweepPick {
  entry: CartEntry
  offer: CartOffer
  paysDrops: bigint
}

export interface SweepLimits {
  count: number
  /** Limit including the marketplace's fee; null for no limit. */
  eachDrops: bigint | null
  totalDrops: bigint | null
}

/** States in which a work can be picked. A changed price does not matter, because the dialog shows the current one. */
const pickable: readonly CartState[] = ['takeable', 'price_down', 'price_up', 'needs_promo_code']

function toPricedPicks(entry: CartEntry): SweepPick[] {
  const { state, offer } = entry
  if (offer === null || !pickable.includes(state) || !isDrops(offer.pays)) return []
  return [{ entry, offer, paysDrops: BigInt(offer.pays) }]
}

const byPayment = (a: SweepPick, b: SweepPick) =>
  a.paysDrops < b.paysDrops ? -1 : a.paysDrops > b.paysDrops ? 1 : 0

/** Picks the cheapest works, up to the requested number, until the next one would exceed either price limit. */
export function pickCheapest(entries: readonly CartEntry[], limits: SweepLimits): SweepPick[] {
  const { count, eachDrops, totalDrops } = limits
  const picks: SweepPick[] = []
  let total = 0n
  for (const pick of entries.flatMap(toPricedPicks).toSorted(byPayment)) {
    total += pick.paysDrops
    const tooDear = eachDrops !== null && pick.paysDrops > eachDrops
    if (picks.length === count || tooDear || (totalDrops !== null && total > totalDrops)) break
    picks.push(pick)
  }
  return picks
}

export const totalOf = (picks: readonly SweepPick[]): bigint =>
  picks.reduce((sum, { paysDrops }) => sum + paysDrops, 0n)
