import { inWords } from '#contract/words/sentence.ts'
import { accountConditions, findAccessProblem, findOpenReservation } from '#db/queries/demand/reservations.ts'
import type { BuyerProblemReply } from '#contract/schemas/selling.ts'
import type { Context } from '#worker/domain/context.ts'
import { accessMessages } from './reserve.ts'

/**
 * Returns why an account cannot buy from the issuer of a collection. The buyer can still pay for an open reservation,
 * which counts as a purchase.
 */
export async function readBuyerProblem(
  { db, treasury }: Context,
  buyer: string,
  collectionId: string,
): Promise<BuyerProblemReply> {
  if ((await findOpenReservation(db.http, buyer, collectionId)) !== null) return { problem: null }
  const order = { collectionId, buyer, marketplace: treasury.account, promoDigest: null }
  const code = await findAccessProblem(db.http, order, accountConditions(order))
  return { problem: code === null ? null : { code, message: inWords(accessMessages[code]) } }
}
