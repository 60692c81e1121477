import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from './amounts.ts'
import { addAmounts, compareAmounts, sameCurrency } from './money.ts'

/** Maximum number of inner transactions of a Batch. Source: XLS-56, "RawTransactions". */
export const maxInner = 8

/** A purchase as the buyer signs it. */
export interface Purchase {
  nftokenID: string
  /** A purchase through the marketplace takes an offer and a match. A direct one takes one acceptance. */
  brokered: boolean
  /** True if the work must be reserved for the buyer first. One signature can buy at most one reserved work. */
  reserved: boolean
  pays: Amount
}

/** Returns the number of inner transactions of a purchase. */
export const innerOf = ({ brokered }: Pick<Purchase, 'brokered'>) => (brokered ? 2 : 1)

/** Returns the sort key of a currency: XRP first, then each issued currency separately. */
const currencyOrder = (amount: Amount) => (isDrops(amount) ? '' : `${amount.currency} ${amount.issuer}`)

function cheapestFirst(a: Purchase, b: Purchase): number {
  if (!sameCurrency(a.pays, b.pays)) return currencyOrder(a.pays) < currencyOrder(b.pays) ? -1 : 1
  return compareAmounts(a.pays, b.pays)
}

/**
 * Groups purchases by signature, cheapest first: as many as fit into a Batch (four brokered or eight direct), or one by
 * one if the account cannot sign a Batch.
 */
export function groupPurchases<P extends Purchase>(purchases: readonly P[], oneSignature: boolean): P[][] {
  const groups: P[][] = []
  let open: P[] = []
  let usedObjects = 0
  for (const purchase of purchases.toSorted(cheapestFirst)) {
    if (!oneSignature || purchase.reserved) {
      groups.push([purchase])
      continue
    }
    if (usedObjects + innerOf(purchase) > maxInner || open.length === 0) {
      open = []
      usedObjects = 0
      groups.push(open)
    }
    open.push(purchase)
    usedObjects += innerOf(purchase)
  }
  return groups
}

/** A full page of tokens is split into halves. Source: xrpl.org "NFTokenPage". */
const tokensInHalfPage = 16

/**
 * Returns the largest number of ledger objects that the purchases add to an account. They run one after another, so
 * only one offer exists at a time; the tokens bought before it may have needed a page.
 */
export function objectsAtHeight(purchases: readonly Pick<Purchase, 'brokered'>[]): number {
  const pagesFor = (tokens: number) => Math.ceil(tokens / tokensInHalfPage)
  return purchases.reduce(
    (height, { brokered }, isPurchase) =>
      Math.max(height, pagesFor(isPurchase) + (brokered ? 1 : 0), pagesFor(isPurchase + 1)),
    0,
  )
}

/** Returns one sum for each currency. */
export function sumAmounts(amounts: readonly Amount[]): Amount[] {
  return sumByCurrency(
    amounts.map((pays) => ({ price: pays, fee: pays, royalty: pays, pays, needs: pays })),
  ).map(({ pays }) => pays)
}

/** The parts of a purchase, or of several in one currency. */
export type PurchaseSum = Record<'price' | 'fee' | 'royalty' | 'pays' | 'needs', Amount>

const addSums = (a: PurchaseSum, b: PurchaseSum): PurchaseSum => ({
  price: addAmounts(a.price, b.price),
  fee: addAmounts(a.fee, b.fee),
  royalty: addAmounts(a.royalty, b.royalty),
  pays: addAmounts(a.pays, b.pays),
  needs: addAmounts(a.needs, b.needs),
})

/** Returns one sum for each currency, XRP first. */
export function sumByCurrency(parts: readonly PurchaseSum[]): PurchaseSum[] {
  const sums: PurchaseSum[] = []
  for (const part of parts) {
    const at = sums.findIndex(({ pays }) => sameCurrency(pays, part.pays))
    const sum = sums[at]
    if (sum === undefined) sums.push(part)
    else sums[at] = addSums(sum, part)
  }
  return sums.toSorted((a, b) => (currencyOrder(a.pays) < currencyOrder(b.pays) ? -1 : 1))
}
