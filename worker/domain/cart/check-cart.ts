import { inWords } from '#contract/words/sentence.ts'
import { groupPurchases } from '#contract/rules/cart-groups.ts'
import type { CartCheckReply, CartItem } from '#contract/schemas/cart.ts'
import { whyTwoSteps } from '#worker/domain/batch/choose-flow.ts'
import type { Context } from '#worker/domain/context.ts'
import { takePublicCall } from '#worker/domain/quotas.ts'
import { costsOf } from './cart-costs.ts'
import { totalsOf } from './cart-totals.ts'
import { evaluateCartItem, purchaseOf } from './evaluate-item.ts'
import { readCart } from './read-cart.ts'
import { readFunds } from './read-funds.ts'

/** True if a buyer can sign several purchases at once. Unknown for a visitor. */
async function signsOnce(context: Context, buyer: string | null): Promise<boolean> {
  return buyer !== null && (await whyTwoSteps(context, buyer)) === null
}

/**
 * Checks up to 50 listings for a buyer (null: a visitor): their total price, and which of them are available according
 * to the index. The number of queries is fixed. Reads the funds from the ledger. Throws Refusal: rate_limited,
 * ledger_unavailable.
 */
export async function checkCart(
  context: Context,
  buyer: string | null,
  items: CartItem[],
): Promise<CartCheckReply> {
  if (buyer === null) await takePublicCall(context, 'ledger')
  const ids = items.map(({ nftokenID }) => nftokenID)
  const [rows, oneSignature] = await Promise.all([readCart(context, ids, buyer), signsOnce(context, buyer)])
  const evaluations = items.map((item) => evaluateCartItem(context, rows, item, buyer))
  const purchases = evaluations
    .filter(({ entry: { state } }) => state === 'takeable' || state === 'price_down')
    .flatMap(purchaseOf)
  const groups = groupPurchases(purchases, oneSignature)
  const offers = purchases.map(({ offer }) => offer)
  const requiredAmounts = offers.map(({ needs }) => needs)
  const [{ reserveDrops, costDrops }, funds] = await Promise.all([
    costsOf(context, groups, oneSignature),
    buyer === null ? null : readFunds(context, buyer, requiredAmounts),
  ])
  return {
    items: evaluations.map(({ entry }) => ({
      ...entry,
      sentence: entry.sentence === null ? null : inWords(entry.sentence),
    })),
    groups: groups.map((group) => ({ nftokenIDs: group.map(({ nftokenID }) => nftokenID) })),
    totals: totalsOf(offers, { funds, locked: reserveDrops + costDrops, isFrozen: rows.isFrozen }),
    reserveDrops: reserveDrops.toString(),
    costDrops: costDrops.toString(),
    ledgerIndex: rows.ledgerIndex,
  }
}
