import { amountValue, currencySentence } from '#contract/words/amount-values.ts'
import { type Sentence, sentence, t } from '#contract/words/sentence.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import { innerOf, maxInner } from '#contract/rules/cart-groups.ts'
import type { CartItem, CartTotal } from '#contract/schemas/cart.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { askForSale } from '#worker/domain/batch/ask-for-sale.ts'
import { whyTwoSteps } from '#worker/domain/batch/choose-flow.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { batchTerms } from '#worker/domain/part/presign-batch.ts'
import { frozenCurrencyRefusal } from '#worker/domain/sign-request/check-funds.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { purchaseTransaction } from '#worker/domain/trade/listing-purchase.ts'
import { explainSale } from '#worker/domain/trade/explain-refusal.ts'
import { buildSaleBatch } from '#worker/ledger/batch-sale.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { costsOf } from './cart-costs.ts'
import { totalsOf } from './cart-totals.ts'
import { type CartPurchase, evaluateCartItem, type EvaluatedItem, purchaseOf } from './evaluate-item.ts'
import { type CartRows, readCart } from './read-cart.ts'
import { readFunds } from './read-funds.ts'

const oneByOneRefusal = () =>
  new Refusal(
    'marketplace_busy',
    sentence('These works cannot be bought with one signature at the moment. Buy them one by one.'),
  )

/** Returns the refusal that names the work which prevents the whole purchase. */
function itemRefusal({ entry: { name, nftokenID, code, sentence: reason } }: EvaluatedItem): Refusal {
  return new Refusal(
    code ?? 'not_for_sale',
    sentence('{label}: {value}', {
      label: name ?? nftokenID,
      value: reason ?? sentence('This NFT is not for sale at the moment.'),
    }),
  )
}

/** Returns the purchase of a work exactly as its buyer saw it. Throws a Refusal that names the work. */
function purchaseSeen(evaluation: EvaluatedItem, item: CartItem): CartPurchase {
  const [purchase] = purchaseOf(evaluation)
  if (purchase === undefined || evaluation.entry.state !== 'takeable') throw itemRefusal(evaluation)
  const refuse = (code: Refusal['code'], reason: Sentence) =>
    itemRefusal({ ...evaluation, entry: { ...evaluation.entry, code, sentence: reason } })
  if (item.sellOfferIndex !== null && item.sellOfferIndex !== purchase.offer.sellOfferIndex)
    throw refuse(
      'price_changed',
      sentence('The listing that you saw is gone. Another listing has the same price.'),
    )
  if (purchase.reserved)
    throw refuse(
      'not_for_sale',
      sentence("The collection's rules require a separate signature: buy this work on its own."),
    )
  return purchase
}

function saleOf({ listing: { nft, offer, brokered } }: CartPurchase): BatchSale {
  const sale = { nftId: nft.id, owner: nft.owner, sellOfferId: offer.id, price: offer.amount }
  return brokered ? { kind: 'listing', ...sale } : { kind: 'direct', ...sale }
}

/** Checks that the buyer can pay the total. Throws Refusal: insufficient_funds, no_trust_line, would_fail. */
function checkTotal({ settings: { tokens } }: Context, { missing, spendable, needs, frozen }: CartTotal) {
  if (frozen) throw frozenCurrencyRefusal(needs, tokens)
  if (missing === null) return
  if (spendable === null)
    throw new Refusal(
      'no_trust_line',
      sentence('Your account has no trust line for {currency}. Set it up first.', {
        currency: currencySentence(needs, tokens),
      }),
    )
  throw new Refusal(
    'insufficient_funds',
    sentence('This requires {needed}, and your account lacks {missing} of it.', {
      needed: amountValue(needs, tokens),
      missing: amountValue(missing, tokens),
    }),
  )
}

/** Checks that the purchases would succeed. Throws Refusal: insufficient_funds, no_trust_line, would_fail. */
async function checkPurchases(
  context: Context,
  buyer: string,
  purchases: CartPurchase[],
  { isFrozen }: CartRows,
) {
  const offers = purchases.map(({ offer }) => offer)
  const requiredAmounts = offers.map(({ needs }) => needs)
  const [{ reserveDrops, costDrops }, funds] = await Promise.all([
    costsOf(context, [purchases], true),
    readFunds(context, buyer, requiredAmounts),
  ])
  const means = { funds, locked: reserveDrops + costDrops, isFrozen }
  for (const total of totalsOf(offers, means)) checkTotal(context, total)
  // A Batch cannot be simulated as a whole, but the buyer's own transactions in it can.
  await Promise.all(
    purchases.map(({ listing, offer: { pays, price } }) =>
      dryRun(
        context,
        purchaseTransaction(listing, buyer, context.treasury.account, pays),
        explainSale(context, {
          account: buyer,
          nftId: listing.nft.id,
          amount: price,
          owner: listing.offer.owner,
        }),
      ),
    ),
  )
}

/** Returns the total price if all purchases are in one currency. */
function paidFor(purchases: CartPurchase[]) {
  const [total, ...extraTotals] = totalsOf(
    purchases.map(({ offer }) => offer),
    { funds: null, locked: 0n, isFrozen: () => false },
  )
  return total === undefined || extraTotals.length > 0 ? {} : { paid: total.pays }
}

/**
 * Requests one signature for up to eight ledger transactions: a brokered purchase takes two, a direct one takes one.
 * Either all of them happen or none. Throws Refusal: those of the works, each named; validation_failed,
 * marketplace_busy (buy the works one by one), insufficient_funds, no_trust_line, would_fail, signer_unavailable.
 */
export async function buyCart(
  context: Context,
  { account }: Actor,
  items: CartItem[],
): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const ids = items.map(({ nftokenID }) => nftokenID)
  const rows = await readCart(context, ids, account)
  const purchases = items.map((item) => purchaseSeen(evaluateCartItem(context, rows, item, account), item))
  const inner = purchases.reduce((sum, purchase) => sum + innerOf(purchase), 0)
  if (inner > maxInner)
    throw new Refusal(
      'validation_failed',
      sentence(
        'These purchases take {inner} transactions, but one signature covers at most {most}. Buy fewer at once.',
        { inner, most: maxInner },
      ),
    )
  // A Batch contains at least two transactions (XLS-56).
  if (inner < 2)
    throw new Refusal('validation_failed', 'A single direct listing is one transaction: buy it with buy_now.')
  if ((await whyTwoSteps(context, account)) !== null) throw oneByOneRefusal()
  await checkPurchases(context, account, purchases, rows)
  const sales = purchases.map(saleOf)
  const { site, amountOf } = instructionWords(context)
  const totalPaid = paidFor(purchases)
  const count = purchases.length
  const terms = {
    context: { buyer: account, ...totalPaid },
    instruction:
      totalPaid.paid === undefined
        ? t('Buy {count, plural, one {# work} other {# works}} on OPX ({site}).', { count, site })
        : t('Buy {count, plural, one {# work} other {# works}} on OPX ({site}) for {amount} in total.', {
            count,
            site,
            amount: amountOf(totalPaid.paid),
          }),
    returnPath: '/cart',
  }
  const isBrokered = purchases.some(({ brokered }) => brokered)
  return askForSale(context, {
    purpose: 'buy_cart',
    customer: account,
    reservation: null,
    oneSignature: isBrokered ? { ...terms, sales } : null,
    inTwoSteps: async () => {
      if (isBrokered) throw oneByOneRefusal()
      // The marketplace is not involved: the buyer's own Batch contains everything.
      const txjson = buildSaleBatch(sales, await batchTerms(context, account, sales))
      return { ...terms, context: { ...terms.context, sales }, txjson }
    },
  })
}
