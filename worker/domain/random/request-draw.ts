import { sentence } from '#contract/words/sentence.ts'
import {
  type DrawOrder,
  findDraw,
  findSampleItems,
  insertDraw,
  readOpenEpochs,
} from '#db/queries/random/requests.ts'
import { countCandidates } from '#db/queries/demand/candidates.ts'
import { readEpochState } from '#db/queries/draw/epochs.ts'
import { hasOpenWithdrawal } from '#db/queries/draw/withdrawals.ts'
import { drawConditions, findAccessProblem, findReservation } from '#db/queries/demand/reservations.ts'
import { amountValue } from '#contract/words/amount-values.ts'
import { amountOfDrops, currencyOf, dropsOfAmount, isSameCurrency } from '#contract/rules/sale-amounts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { findSellingRulesById } from '#db/queries/demand/selling-rules.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { DrawReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { simulatePurchase } from '#worker/domain/demand/buy-on-demand.ts'
import { accessMessages, checkPromoCode } from '#worker/domain/demand/reserve.ts'
import { giveReceipt, requireDrawKey } from '#worker/domain/draw/receipt.ts'
import { requireVault } from '#worker/domain/draw/require-vault.ts'
import { walletOf } from '#worker/domain/sign-request/wallet-of.ts'
import { advanceDraws } from './advance-draws.ts'

/** Minutes within which a request must lead to a draw; otherwise the sweep ends it. */
const drawingMinutes = 15
/** Maximum time that a request waits for withdrawals, and the interval of its checks. */
const withdrawingMs = 8000
const everyMs = 500
/** Maximum time for the first step of a draw after the reply. */
const advanceMs = 5000

export async function soldOutRefusal({ db, treasury }: Context, collectionId: string): Promise<Refusal> {
  const { mayReturn } = await countCandidates(db.http, collectionId, treasury.account)
  return new Refusal(
    'sold_out',
    mayReturn
      ? sentence(
          'Nothing in this collection can be bought at the moment. Reserved items may become available again.',
        )
      : sentence('Nothing in this collection can be bought: everything is sold.'),
  )
}

export interface DrawWish {
  collectionId: string
  buyer: string
  promoCode: string | null
  /** The price that the buyer saw; null accepts the lowest price in XRP. */
  expectedPrice: Amount | null
}

/** Returns the price of the draw. Throws Refusal: draws_preparing, draws_unavailable, price_changed, sold_out. */
async function findPrice(context: Context, { collectionId, expectedPrice }: DrawWish): Promise<bigint> {
  const currency = (await findSellingRulesById(context.db.http, collectionId))?.currency ?? null
  const isExpectedCurrency = isSameCurrency(currencyOf(expectedPrice ?? '0'), currency)
  const expectedDrops = expectedPrice === null ? null : dropsOfAmount(expectedPrice)
  const { db } = context
  const epochs = await readOpenEpochs(db.http, collectionId)
  const isChanging =
    epochs.some(({ state }) => state === 'committing') || (await hasOpenWithdrawal(db.http, collectionId))
  const state = await readEpochState(db.http, collectionId)
  if (epochs.length === 0 && state?.filling === true)
    throw new Refusal(
      'draws_preparing',
      sentence(
        'Works are still being added to this collection. Its draws begin when no work has been added for a minute.',
      ),
    )
  if (epochs.length === 0 || isChanging)
    throw new Refusal(
      'draws_preparing',
      sentence('The draws of this collection are being prepared. Please try again in a few seconds.'),
    )
  const openEpochs = epochs.filter(({ free }) => free > 0)
  const isExpected = ({ price }: { price: string }) =>
    isExpectedCurrency && (expectedPrice === null || BigInt(price) === expectedDrops)
  const batch = openEpochs.find(isExpected)
  if (batch !== undefined) {
    await requireDrawKey(context, collectionId, batch)
    return BigInt(batch.price)
  }
  const isKnown = epochs.some(isExpected)
  const [cheapest] = openEpochs
  if (cheapest === undefined && state?.waiting === true)
    throw new Refusal(
      'sold_out',
      sentence(
        'All works in this draw are taken. More works are waiting for the next draws, which begin within an hour.',
      ),
    )
  if (cheapest === undefined || isKnown) throw await soldOutRefusal(context, collectionId)
  const price = amountOfDrops(BigInt(cheapest.price), currency)
  throw new Refusal(
    'price_changed',
    sentence('The price has changed. It is now {price}.', {
      price: amountValue(price, context.settings.tokens),
    }),
    {
      errors: [{ path: 'expectedAmount', message: typeof price === 'string' ? price : price.value }],
    },
  )
}

/**
 * Waits a few ledger closes until withdrawals are anchored, so that nobody draws before everyone can see the remaining
 * items.
 */
async function awaitWithdrawals(context: Context, collectionId: string): Promise<void> {
  const { db, now } = context
  const deadline = now().getTime() + withdrawingMs
  while ((await hasOpenWithdrawal(db.http, collectionId)) && now().getTime() < deadline) {
    await advanceDraws(context, new Date(deadline))
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Simulates the purchase of one minted and one unminted item. The items of an epoch do not differ in other ways. */
async function simulatePurchases(context: Context, { collectionId, buyer }: DrawWish, priceDrops: bigint) {
  for (const item of await findSampleItems(context.db.http, collectionId, priceDrops))
    await simulatePurchase(context, item, buyer, { priceDrops, currency: item.currency })
}

/** Throws the Refusal of the first rule that forbids a draw, if any. */
async function refuseByRules(context: Context, order: DrawOrder): Promise<void> {
  const problem = await findAccessProblem(context.db.http, order, drawConditions(order))
  if (problem !== null) throw new Refusal(problem, accessMessages[problem])
}

function advanceSoon(context: Context): void {
  const work = advanceDraws(context, new Date(context.now().getTime() + advanceMs))
  context.afterReply(work.catch((error: unknown) => context.log.warn('draw_later', errorFacts(error))))
}

/**
 * Takes the next number of a collection for a buyer (docs/money.md, 7), and returns its receipt. The drawn item is
 * known after two ledgers. Throws Refusal: draws_unavailable, draws_preparing, price_changed, sold_out, and the codes
 * of buying an item.
 */
export async function requestDraw(context: Context, wish: DrawWish): Promise<DrawReferences> {
  const { db, treasury, now } = context
  requireVault(context)
  const { buyer, collectionId } = wish
  const terms = {
    buyer,
    collectionId,
    marketplace: treasury.account,
    promoDigest: await checkPromoCode(context, wish),
    reservationId: crypto.randomUUID(),
    signRequestId: context.signRequestId ?? crypto.randomUUID(),
    wallet: walletOf(context, buyer),
    language: context.language,
    costLimit: context.costLimit,
    expectedDrops: null,
    expiresAt: new Date(now().getTime() + drawingMinutes * 60_000),
  }
  await refuseByRules(context, terms)
  await awaitWithdrawals(context, collectionId)
  const priceDrops = await findPrice(context, wish)
  await simulatePurchases(context, wish, priceDrops)
  const order = { ...terms, expectedDrops: priceDrops }
  if (!(await insertDraw(db.http, order))) {
    // Another buyer was faster, or another call of the same buyer.
    await refuseByRules(context, order)
    await findPrice(context, wish)
    throw new Refusal('reserved', sentence('Other people are buying here right now. Please try again.'))
  }
  advanceSoon(context)
  const reservation = await findReservation(db.http, order.reservationId)
  return drawReferences(context, collectionId, reservation?.drawNumber ?? 0, order.signRequestId)
}

/** Returns the references for a caller while the draw is in progress. */
export async function drawReferences(
  context: Context,
  collectionId: string,
  number: number,
  signRequestId: string,
): Promise<DrawReferences> {
  const draw = await findDraw(context.db.http, collectionId, number)
  if (draw === null) throw await soldOutRefusal(context, collectionId)
  return { uuid: signRequestId, receipt: await giveReceipt(context, draw, signRequestId) }
}
