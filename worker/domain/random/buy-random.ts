import { sentence, t } from '#contract/words/sentence.ts'
import { countCandidates, drawCandidate, hasUnsoldItems } from '#db/queries/demand/candidates.ts'
import { renewDraw, type ReservationRow } from '#db/queries/demand/reservations.ts'
import { findSignRequestById } from '#db/queries/sign-request/sign-requests.ts'
import { findSellingRulesById } from '#db/queries/demand/selling-rules.ts'
import { priceWithFee } from '#contract/rules/money.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { BuyRandomBody } from '#contract/schemas/selling.ts'
import type { BegunReferences } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { askToAccept } from '#worker/domain/demand/ask-to-accept.ts'
import { currentReservation, findResumable } from '#worker/domain/demand/current-reservation.ts'
import { type Hold, refuseMarketplace, reserve } from '#worker/domain/demand/reserve.ts'
import { askForListing, preparePurchase } from '#worker/domain/trade/listing-purchase.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { findMainListing } from '#worker/domain/trade/main-listing.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { drawReferences, requestDraw, soldOutRefusal } from './request-draw.ts'

interface Named {
  buyer: string
  name: string
}

async function askForToken(context: Context, row: ReservationRow, { buyer, name }: Named) {
  if (row.itemId !== null) return askToAccept(context, row, name)
  if (row.nftId === null) throw await soldOutRefusal(context, row.collectionId)
  const earlier = await findKeyedRequest({ ...context, signRequestId: row.signRequestId })
  if (earlier !== null) return earlier
  const listing = await findMainListing(context, row.nftId, buyer)
  return askForListing(context, await preparePurchase(context, listing, buyer), { name, hold: row })
}

/**
 * Continues an unpaid draw of the buyer. A rejection does not end its hold, because everyone can compute which
 * positions are free. The same item can be requested again.
 */
async function continueDraw(
  context: Context,
  row: ReservationRow,
  { name }: Named,
): Promise<BegunReferences> {
  const { db } = context
  const request = await findSignRequestById(db.http, row.signRequestId)
  const draw = request?.context.draw
  if (request?.state === 'drawing')
    return drawReferences(context, row.collectionId, row.drawNumber ?? 0, request.id)
  if (request?.state === 'signed' || request?.state === 'success')
    throw new Refusal(
      'already_pending',
      sentence('Your payment for this draw is being validated. It takes a few seconds.'),
    )
  if (request === null || request.state === 'created') return askToAccept(context, row, name, draw)
  const signRequestId = context.signRequestId ?? crypto.randomUUID()
  if (!(await renewDraw(db.http, row, signRequestId)))
    throw new Refusal(
      'already_pending',
      sentence('Another call is already requesting this draw. Please try again.'),
    )
  return askToAccept(context, { ...row, signRequestId }, name, draw)
}

/** Draws a token that the issuer has minted and listed. The database draws it immediately. */
function drawToken(context: Context, collectionId: string) {
  const { db, treasury } = context
  return async (): Promise<Hold | null> => {
    const nftId = await drawCandidate(db.http, { collectionId, marketplace: treasury.account })
    return nftId === null ? null : { itemId: null, nftId, expectedDrops: null }
  }
}

/**
 * Buys a random work (docs/money.md, 7). Among items that are minted on demand, everyone can verify the draw. If there
 * are none, the draw is among the tokens that the issuer has listed. The drawn work is not revealed until it is paid
 * for. Throws Refusal: not_found, not_for_sale, sold_out, insufficient_funds, draws_unavailable, draws_preparing,
 * price_changed, and the codes of buying an item.
 */
export async function buyRandom(
  context: Context,
  actor: Actor,
  body: BuyRandomBody,
): Promise<BegunReferences> {
  const { db, treasury } = context
  const buyer = actor.account
  const collection = await findSellingRulesById(db.http, body.collection_id)
  if (collection === null) throw new Refusal('not_found', sentence('This collection does not exist.'))
  if (!collection.random)
    throw new Refusal('not_for_sale', sentence('This collection does not use random buy.'))
  refuseMarketplace(context, buyer)
  const { id: collectionId } = collection
  const { nameOf } = instructionWords(context)
  const purchaseNames = { buyer, name: t('an item of {name}', { name: nameOf(collection.name) }) }
  const promoCode = body.promoCode ?? null
  const open = await currentReservation(context, buyer, collectionId)
  if (open !== null) {
    const row = findResumable(open, ({ random }) => random)
    return row.drawNumber === null
      ? askForToken(context, row, purchaseNames)
      : continueDraw(context, row, purchaseNames)
  }
  if (await hasUnsoldItems(db.http, collectionId)) {
    return requestDraw(context, {
      collectionId,
      buyer,
      promoCode,
      expectedPrice: body.expectedAmount ?? null,
    })
  }
  const { dearestDrops } = await countCandidates(db.http, collectionId, treasury.account)
  if (dearestDrops !== null) await checkFunds(context, buyer, priceWithFee(dearestDrops))
  const row = await reserve(
    context,
    { buyer, collectionId, random: true, promoCode },
    drawToken(context, collectionId),
  )
  if (row === null) throw await soldOutRefusal(context, collectionId)
  return askForToken(context, row, purchaseNames)
}
