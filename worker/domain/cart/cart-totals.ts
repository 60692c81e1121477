import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { type PurchaseSum, sumByCurrency } from '#contract/rules/cart-groups.ts'
import type { CartOffer, CartTotal } from '#contract/schemas/cart.ts'
import { compareAmounts, subtractAmounts } from '#contract/rules/money.ts'
import type { CartRows } from './read-cart.ts'
import type { Funds } from './read-funds.ts'

const noXrp: PurchaseSum = { price: '0', fee: '0', royalty: '0', pays: '0', needs: '0' }

function computeCoverage(
  spendable: Amount,
  needs: Amount,
): Pick<CartTotal, 'spendable' | 'left' | 'missing'> {
  return compareAmounts(spendable, needs) >= 0
    ? { spendable, left: subtractAmounts(spendable, needs), missing: null }
    : { spendable, left: null, missing: subtractAmounts(needs, spendable) }
}

interface Means {
  funds: Funds | null
  /** Drops needed for reserve and costs. */
  locked: bigint
  isFrozen: CartRows['isFrozen']
}

/**
 * Returns the total in one currency. XRP also pays the reserve and the transaction costs, so `locked` is not spendable.
 */
function totalOf(sum: PurchaseSum, { funds, locked, isFrozen }: Means): CartTotal {
  const isSumFrozen = isFrozen(sum.needs)
  if (funds === null) return { ...sum, spendable: null, left: null, missing: null, frozen: isSumFrozen }
  const { needs } = sum
  if (!isDrops(needs)) {
    const balance = funds.heldOf(needs)
    return balance === null
      ? { ...sum, spendable: null, left: null, missing: needs, frozen: isSumFrozen }
      : { ...sum, ...computeCoverage(balance, needs), frozen: isSumFrozen || funds.isFrozen(needs) }
  }
  const free = funds.spendableDrops - locked
  // If the balance is below the reserve, the gap must be filled, too.
  if (free < 0n)
    return {
      ...sum,
      spendable: '0',
      left: null,
      missing: (BigInt(needs) - free).toString(),
      frozen: isSumFrozen,
    }
  return { ...sum, ...computeCoverage(free.toString(), needs), frozen: isSumFrozen }
}

const sumOf = ({ price, fee, royalty, pays, needs }: CartOffer): PurchaseSum => ({
  price,
  fee,
  royalty,
  pays,
  needs,
})

/**
 * Returns the totals by currency, XRP first. For an account, XRP is included even if no work costs XRP, because reserve
 * and costs do.
 */
export function totalsOf(offers: CartOffer[], means: Means): CartTotal[] {
  const sums = sumByCurrency(offers.map(sumOf))
  const [first] = sums
  const lacksXrp = first === undefined || !isDrops(first.pays)
  const totals = offers.length > 0 && means.funds !== null && lacksXrp ? [noXrp, ...sums] : sums
  return totals.map((sum) => totalOf(sum, means))
}
