import { amountValue } from '#contract/words/amount-values.ts'
import {
  amountOfDrops,
  currencyOf,
  dropsOfAmount,
  isSameCurrency,
  type SaleCurrency,
} from '#contract/rules/sale-amounts.ts'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { BuyPrintBody } from '#contract/schemas/editions.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { ReservationRow } from '#db/queries/demand/reservations.ts'
import { findDemandItem } from '#db/queries/demand/items.ts'
import { type EditionRow, findEdition, findFreePrint, queryPhases } from '#db/queries/edition/editions.ts'
import {
  findPrintProblem,
  type PrintOrder,
  type PrintProblem,
  reservePrint,
} from '#db/queries/edition/reserve-print.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { askToAccept } from '#worker/domain/demand/ask-to-accept.ts'
import { simulatePurchase } from '#worker/domain/demand/buy-on-demand.ts'
import { currentReservation, findResumable } from '#worker/domain/demand/current-reservation.ts'
import {
  accessMessages,
  checkPromoCode,
  holdMinutes,
  refuseMarketplace,
} from '#worker/domain/demand/reserve.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { fillPrints } from './fill-prints.ts'

const messages: Record<Exclude<PrintProblem, 'price_changed'>, Sentence> = {
  ...accessMessages,
  edition_closed: sentence('The artist has closed this edition. No more prints will be sold.'),
  edition_paused: sentence('The artist has paused the sale of this edition. Please come back later.'),
  payees_pending: sentence(
    'This edition cannot be sold yet: an account that shares its revenue has not agreed. The page of the edition says which.',
  ),
  phase_closed: sentence('This edition is not on sale at the moment. The times are on its page.'),
  phase_limit: sentence("You've reached the print limit per account for this phase."),
  not_a_holder: sentence(
    'This phase is for holders of another collection. You hold none of its works, or they have all been used in this phase.',
  ),
  account_too_new: sentence(
    'Free prints are for accounts that are older than the edition and for accounts on the whitelist. The ledger does not show that yours is older.',
  ),
  sold_out: sentence(
    'All prints are sold or reserved. If a buyer does not pay, a print becomes available again.',
  ),
}

/**
 * Returns the maximum amount that the buyer agrees to pay, in millionths of the edition's currency; below every price
 * if the amount is in another currency.
 */
function mostDrops(expectedAmount: Amount, currency: SaleCurrency): bigint {
  const drops = dropsOfAmount(expectedAmount) ?? -1n
  return drops === 0n || isSameCurrency(currencyOf(expectedAmount), currency) ? drops : -1n
}

async function printRefusal(context: Context, order: PrintOrder, currency: SaleCurrency): Promise<Refusal> {
  const { problem, price } = await findPrintProblem(context.db.http, order)
  if (problem === 'price_changed' && price !== null)
    return new Refusal(
      'price_changed',
      sentence('The price has changed. It is now {price}.', {
        price: amountValue(amountOfDrops(BigInt(price), currency), context.settings.tokens),
      }),
      { errors: [{ path: 'expectedAmount', message: price }] },
    )
  if (problem === null || problem === 'price_changed')
    return new Refusal('reserved', sentence('Other people are buying here right now. Please try again.'))
  return new Refusal(problem, messages[problem])
}

async function hold(
  context: Context,
  edition: EditionRow,
  { buyer, body }: { buyer: string; body: BuyPrintBody },
): Promise<ReservationRow> {
  const { db, ledger, treasury } = context
  await fillPrints(context, edition)
  const print = await findFreePrint(db.http, edition.id)
  const expectedDrops = mostDrops(body.expectedAmount, edition.currency)
  if (print !== null && expectedDrops >= 0n)
    await simulatePurchase(context, print, buyer, {
      priceDrops: expectedDrops,
      currency: expectedDrops === 0n ? null : edition.currency,
    })
  const phases = await queryPhases(db.http, [edition.id])
  const promoCode = body.promoCode ?? null
  const isFree = phases.some(({ phase }) => phase.priceDrops === 0n)
  const order = {
    id: crypto.randomUUID(),
    editionId: edition.id,
    collectionId: edition.collectionId,
    buyer,
    minutes: holdMinutes,
    signRequestId: context.signRequestId ?? crypto.randomUUID(),
    marketplace: treasury.account,
    promoDigest: await checkPromoCode(
      context,
      { buyer, collectionId: edition.collectionId, promoCode },
      phases.some(({ phase }) => phase.audience === 'promo_code'),
    ),
    expectedDrops,
    buyerSequence: isFree ? ((await ledger.findAccount(buyer))?.sequence ?? null) : null,
  }
  const row = await reservePrint(db.http, order)
  if (row === null) throw await printRefusal(context, order, edition.currency)
  return row
}

/**
 * Buys the next print of an edition (docs/money.md, 13): the lowest free number is reserved at the price of the newest
 * ledger, minted for the buyer and accepted with one signature. Continues an open reservation of the same edition.
 * Throws Refusal: not_found, own_collection, insufficient_funds, minter_missing, would_fail, already_pending, the codes
 * of `PrintProblem`, signer_unavailable.
 */
export async function buyPrint(context: Context, actor: Actor, body: BuyPrintBody): Promise<SignReferences> {
  const { db } = context
  const buyer = actor.account
  const edition = await findEdition(db.http, body.edition)
  if (edition === null) throw new Refusal('not_found', sentence('This edition does not exist.'))
  refuseMarketplace(context, buyer)
  const open = await currentReservation(context, buyer, edition.collectionId)
  const asOf = await readLedgerNow(context)
  const row =
    open === null
      ? await hold(context, edition, { buyer, body })
      : findResumable(open, ({ editionId, until }) => editionId === edition.id && until > asOf)
  // The price may have fallen since the reservation.
  if (row.priceDrops !== null && row.priceDrops > mostDrops(body.expectedAmount, edition.currency))
    throw new Refusal(
      'price_changed',
      sentence('You have already reserved a print at {price}. Pay for it, or let the reservation end.', {
        price: amountValue(amountOfDrops(row.priceDrops, row.currency), context.settings.tokens),
      }),
      { errors: [{ path: 'expectedAmount', message: row.priceDrops.toString() }] },
    )
  const print = row.itemId === null ? null : await findDemandItem(db.http, row.itemId)
  return askToAccept(context, row, print?.name ?? edition.name)
}
