import { type Amount, isDrops } from '#worker/contract/amounts.ts'
import {
  groupPurchases,
  objectsAtHeight,
  type PurchaseSum,
  sumByCurrency,
} from '#worker/contract/cart-groups.ts'
import type { CartCheckReply, CartItem, CartOffer, CartTotal } from '#worker/contract/cart.ts'
import { compareAmounts, subtractAmounts } from '#worker/contract/money.ts'
import type { Context } from '#worker/domain/context.ts'
import { judgeItem, type JudgedItem } from './judge-item.ts'
import { readCart } from './read-cart.ts'
import { type Funds, readFunds } from './read-funds.ts'

const noXrp: PurchaseSum = { price: '0', fee: '0', royalty: '0', pays: '0', needs: '0' }

/** A purchase that can be signed now, without asking the buyer anything. */
function purchaseOf({ entry: { nftokenID, state, offer }, reserved }: JudgedItem) {
  if (offer === null || (state !== 'takeable' && state !== 'price_down')) return []
  return [{ nftokenID, reserved, brokered: offer.brokered, pays: offer.pays, offer }]
}

function coverage(spendable: Amount, needs: Amount): Pick<CartTotal, 'spendable' | 'left' | 'missing'> {
  return compareAmounts(spendable, needs) >= 0
    ? { spendable, left: subtractAmounts(spendable, needs), missing: null }
    : { spendable, left: null, missing: subtractAmounts(needs, spendable) }
}

/** XRP also pays the reserve and the transaction costs, so `locked` is not spendable. */
function totalOf(sum: PurchaseSum, funds: Funds | null, locked: bigint): CartTotal {
  if (funds === null) return { ...sum, spendable: null, left: null, missing: null }
  const { needs } = sum
  if (!isDrops(needs)) {
    const held = funds.heldOf(needs)
    return {
      ...sum,
      ...(held === null ? { spendable: null, left: null, missing: needs } : coverage(held, needs)),
    }
  }
  const free = funds.spendableDrops - locked
  // Below the reserve, what is missing there is needed, too.
  if (free < 0n) return { ...sum, spendable: '0', left: null, missing: (BigInt(needs) - free).toString() }
  return { ...sum, ...coverage(free.toString(), needs) }
}

const sumOf = ({ price, fee, royalty, pays, needs }: CartOffer): PurchaseSum => ({
  price,
  fee,
  royalty,
  pays,
  needs,
})

/** Totals by currency, XRP first. For an account, XRP is there even if nothing costs XRP, because reserve and cost do. */
function totalsOf(offers: CartOffer[], funds: Funds | null, locked: bigint): CartTotal[] {
  const sums = sumByCurrency(offers.map(sumOf))
  const [first] = sums
  const lacksXrp = first === undefined || !isDrops(first.pays)
  const all = offers.length > 0 && funds !== null && lacksXrp ? [noXrp, ...sums] : sums
  return all.map((sum) => totalOf(sum, funds, locked))
}

/**
 * What up to 50 listings cost a buyer (null: a visitor) together, and which of them can be bought, as the index has them: one round
 * trip to the database, whatever their number. Funds are read from the ledger.
 */
export async function checkCart(
  context: Context,
  buyer: string | null,
  items: CartItem[],
): Promise<CartCheckReply> {
  const rows = await readCart(
    context,
    items.map(({ nftokenID }) => nftokenID),
    buyer,
  )
  const judged = items.map((item) => judgeItem(context, rows, item, buyer))
  const purchases = judged.flatMap(purchaseOf)
  const groups = groupPurchases(purchases, false)
  const offers = purchases.map(({ offer }) => offer)
  const [reserves, cost, funds] = await Promise.all([
    context.ledger.reserves(),
    context.ledger.transactionCost(),
    buyer === null
      ? null
      : readFunds(
          context,
          buyer,
          offers.map(({ pays }) => pays),
        ),
  ])
  const reserveDrops = reserves.ownerDrops * BigInt(objectsAtHeight(groups.flat()))
  const costDrops = cost * BigInt(groups.length)
  return {
    items: judged.map(({ entry }) => entry),
    groups: groups.map((group) => ({ nftokenIDs: group.map(({ nftokenID }) => nftokenID) })),
    totals: totalsOf(offers, funds, reserveDrops + costDrops),
    reserveDrops: reserveDrops.toString(),
    costDrops: costDrops.toString(),
    ledgerIndex: rows.ledgerIndex,
  }
}
