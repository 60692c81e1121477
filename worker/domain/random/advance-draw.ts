import { inLanguage } from '#contract/words/speech.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import { findDraw } from '#db/queries/random/requests.ts'
import { findReservation, type ReservationRow } from '#db/queries/demand/reservations.ts'
import { claimAsking, type SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { findSellingRulesById } from '#db/queries/demand/selling-rules.ts'
import { defaultLanguage } from '#contract/words/languages.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { DrawProgress } from '#contract/schemas/sign-requests.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { askToAccept } from '#worker/domain/demand/ask-to-accept.ts'
import { offerToBuyer } from '#worker/domain/demand/offer-to-buyer.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { transition } from '#worker/domain/sign-request/transition.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { advanceDraws } from './advance-draws.ts'

/** Maximum time that one call spends on the draws. */
const advanceMs = 5000
/**
 * If the first worker has crashed, another worker sends the request to the wallet after this time. The wallet gets only
 * one request.
 */
const askAgainSeconds = 20

const outcomeOf = (state: string | undefined) => (state === 'sold_out' ? 'sold_out' : 'draw_withheld')

/** Ends a request without an offer: the works are sold out, the draw is withheld, or the time has run out. */
async function endRequest(context: Context, row: SignRequestRow, reservation: ReservationRow) {
  const { collectionId, drawNumber, message } = reservation
  const draw = drawNumber === null ? null : await findDraw(context.db.http, collectionId, drawNumber)
  const facts = {
    code: outcomeOf(draw?.state),
    message: message ?? sentence('The time to pay for this draw has run out. Nothing was charged.'),
  } as const
  return (await transition(context, row.id, 'undrawn', facts)) ?? row
}

/** Requests the acceptance of the drawn work. From then on, the request is handled like any other. */
async function askWallet(context: Context, row: SignRequestRow, reservation: ReservationRow) {
  if (row.uuid === null) {
    if (!(await claimAsking(context.db.http, row.id, askAgainSeconds))) return row
    const collection = await findSellingRulesById(context.db.http, reservation.collectionId)
    const { language = defaultLanguage, costLimit } = row.context.draw ?? {}
    try {
      // Settings of the buyer's own call, which all later calls use: the wallet, the language and the agreed cost.
      const buyerContext = {
        ...context,
        caller: { account: reservation.buyer, wallet: row.wallet },
        language,
        costLimit: costLimit === undefined ? null : BigInt(costLimit),
      }
      const { nameOf } = instructionWords(buyerContext)
      await inLanguage(buyerContext.language, () => {
        const name = t('an item of {name}', { name: nameOf(collection?.name ?? '') })
        return askToAccept(buyerContext, reservation, name, row.context.draw)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The wallet's platform or the ledger is unavailable. The hold continues, and the next call retries.
      context.log.warn('draw_not_asked', { id: row.id, ...errorFacts(error) })
      return row
    }
  }
  return (await transition(context, row.id, 'drawn', null)) ?? row
}

/**
 * Advances a request whose item is being drawn: its anchor, its beacon, the offer to the buyer, and finally the wallet.
 * Called by the browser's poll and by the sweep. Repeating it changes nothing.
 */
export async function advanceDraw(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const { db, now } = context
  const id = row.context.reservationId ?? ''
  let reservation = await findReservation(db.http, id)
  if (reservation?.state === 'reserved' && reservation.itemId === null) {
    await advanceDraws(context, new Date(now().getTime() + advanceMs))
    reservation = await findReservation(db.http, id)
  }
  if (reservation === null) return row
  const { state, itemId } = reservation
  if (state !== 'reserved' && state !== 'offered') return endRequest(context, row, reservation)
  if (itemId === null) return row
  const offerResult = await offerToBuyer(context, reservation, await readLedgerNow(context))
  if (offerResult.state === 'reserved') return row
  return offerResult.state === 'offered'
    ? askWallet(context, row, offerResult)
    : endRequest(context, row, offerResult)
}

/** Returns the phase of a request's draw, for its page. */
export async function drawPhase({ db }: Context, row: SignRequestRow): Promise<DrawProgress['phase']> {
  const { draw } = row.context
  const drawRow = draw === undefined ? null : await findDraw(db.http, draw.collectionId, draw.number)
  if (drawRow?.state === 'waiting') return 'asked'
  return drawRow?.state === 'anchored' ? 'anchored' : 'drawn'
}
